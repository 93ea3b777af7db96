/** What the tests of searches by meaning share: vectors chosen for the test, and queries whose vectors are known. */
import { internal } from "../../convex/_generated/api";
import { vectorBytes } from "../../mind/ranking/packedVectors";
import type { App } from "./requests";

/** A direction of its own for each number, at right angles to all others. */
export const axis = (n: number): number[] => Array.from({ length: 1536 }, (_, i) => (i === n ? 1 : 0));

/** A unit vector whose cosine with the axis is `cosine`. */
export const near = (n: number, cosine: number): number[] =>
  axis(n).map((value, i) => (i === n + 1 ? Math.sqrt(1 - cosine ** 2) : value * cosine));

/** Of no width, so that a search of vectors by it fails on any engine. */
export const UNSEARCHABLE: number[] = [];

/** What the provider would say of a query: kept, as if it had been asked before. */
export async function know(t: App, model: string, query: string, vector: number[]): Promise<void> {
  const digest = await crypto.subtle.digest(
    "SHA-256",
    new TextEncoder().encode(JSON.stringify([model, query])),
  );
  const key = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  await t.mutation(internal.search.queryVectors.put, { key, vector: vectorBytes(vector) });
}
