/** Helpers for tests of searches by meaning: vectors, and queries with cached vectors. */
import { internal } from "../../convex/_generated/api";
import { vectorBytes } from "../../mind/ranking/packedVectors";
import type { App } from "./requests";

/** A unit vector for each number, orthogonal to all others. */
export const axis = (n: number): number[] => Array.from({ length: 1536 }, (_, i) => (i === n ? 1 : 0));

/** A unit vector whose cosine with the axis is `cosine`. */
export const near = (n: number, cosine: number): number[] =>
  axis(n).map((value, i) => (i === n + 1 ? Math.sqrt(1 - cosine ** 2) : value * cosine));

/** Empty, so that a vector search fails on both engines. */
export const UNSEARCHABLE: number[] = [];

/** Caches the vector of a query. */
export async function know(t: App, model: string, query: string, vector: number[]): Promise<void> {
  const digest = await crypto.subtle.digest(
    "SHA-256",
    new TextEncoder().encode(JSON.stringify([model, query])),
  );
  const key = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  await t.mutation(internal.search.queryVectors.put, { key, vector: vectorBytes(vector) });
}
