/** What the tests of memories share: a memory that is stored, of which they say what matters to them. */
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
