/** Helpers for tests of reflections. */
import { vi } from "vitest";
import { internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import type { MemoryType } from "../../mind/enums";
import type { App } from "./requests";

export const NOON = Date.UTC(2026, 5, 1, 12);
export const HOUR = 3_600_000;

export async function store(
  t: App,
  type: MemoryType,
  content: string,
  importance?: number,
): Promise<Id<"memories">> {
  const memory = { type, content, ...(importance === undefined ? {} : { importance }) };
  return (await t.mutation(internal.memories.functions.store, memory)).memoryId;
}

export const reflections = async (t: App) =>
  (await t.query(internal.memories.queries.list, { limit: 100, offset: 0, type: "reflection" })).memories;

/** A few days around a harbour, on fake timers. */
export async function harbour(t: App) {
  const memories: [MemoryType, string][] = [
    ["episodic", "The ferry Aurora broke down."],
    ["semantic", "The pier is open to visitors."],
    ["emotional", "Ben is furious that the ferry is still missing."],
    ["procedural", "To ring in the ferry, strike the bell three times."],
    ["semantic", "The pier is closed to visitors."],
    ["episodic", "The ferry Aurora is back, to great joy in Havnby."],
  ];
  const ids: Id<"memories">[] = [];
  for (const [type, content] of memories) {
    vi.setSystemTime(Date.now() + 24 * HOUR);
    ids.push(await store(t, type, content));
  }
  return ids;
}
