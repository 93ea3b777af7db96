/** Helpers for tests of searching by words: memories stored at given times. */
import { internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { currentSettings } from "../../convex/lib/currentSettings";
import type { MemoryType } from "../../mind/enums";
import * as NewMemory from "../../convex/memories/newMemory";
import type { App } from "./requests";

export const HOUR = 60 * 60 * 1000;
export const DAY = 24 * HOUR;
/** Noon, so that the bounds of the day are hours away. */
export const NOW = Date.UTC(2026, 4, 20, 12);

interface Told {
  readonly content: string;
  readonly type?: MemoryType;
  readonly importance?: number;
  readonly salience?: number;
  readonly basedOn?: Id<"memories">[];
  readonly author?: "self" | "world";
  /** Default: `NOW`, or just after the last memory. */
  readonly at?: number;
}

/** Stores memories in one transaction, each as if at its time. */
export function tell(t: App, memories: readonly (Told | string)[]): Promise<Id<"memories">[]> {
  return t.run(async (ctx) => {
    const ids: Id<"memories">[] = [];
    for (const told of memories) {
      const { at, ...memory } = typeof told === "string" ? { content: told, at: undefined } : told;
      const { memoryId } = await NewMemory.createMemory(ctx, at ?? NOW, currentSettings(), {
        type: "semantic",
        confidence: 0.8,
        author: "world",
        ...memory,
      });
      ids.push(memoryId);
    }
    return ids;
  });
}

type Search = (typeof internal.memories.search.search)["_args"];

/** Searches an hour after `NOW`, without vectors, above the default threshold. */
export const search = (t: App, query: string, options: Partial<Search> = {}) =>
  t.query(internal.memories.search.search, {
    query,
    now: NOW + HOUR,
    threshold: 0.6,
    limit: 100,
    offset: 0,
    vectorHits: null,
    ...options,
  });

/** The contents of the results, the best first. */
export const contents = ({ results }: { results: { memory: { content: string } }[] }) =>
  results.map(({ memory }) => memory.content);
