/** Helpers for tests of memories: storing one with defaults. */
import { internal } from "../../convex/_generated/api";
import type { MemoryType } from "../../mind/enums";
import type { App } from "./requests";

export interface Told {
  readonly type: MemoryType;
  readonly content: string;
  readonly importance?: number;
  readonly salience?: number;
  readonly confidence?: number;
  readonly metadata?: string;
}

export const store = (t: App, memory: Partial<Told> = {}) =>
  t.mutation(internal.memories.functions.store, {
    type: "semantic",
    content: "The pier was repainted in May.",
    confidence: 0.8,
    ...memory,
  });
