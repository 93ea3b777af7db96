/** Long random texts, the same in every run, to measure the cost of comparing. */
import { internal } from "../../convex/_generated/api";
import type { App } from "./requests";
import { begun, finishByJournal, gathered } from "./ticks";

/** `length` common Han characters, in an order that depends on `seed`. */
export function randomText(seed: number, length: number, characters = 3_000): string {
  const next = randomNumbers(seed);
  return Array.from({ length }, () => String.fromCodePoint(0x4e00 + next(characters))).join("");
}

/** Random whole numbers below a bound, by mulberry32. */
function randomNumbers(seed: number): (below: number) => number {
  let state = ((seed + 1) * 0x9e3779b9) >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Stores memories and feeds negative news of these lengths, and runs a tick without a model. Returns the tick's row. */
export async function tickOver(t: App, lengths: { memories: readonly number[]; news: readonly number[] }) {
  for (const [i, length] of lengths.memories.entries())
    await t.mutation(internal.memories.functions.store, {
      type: "episodic",
      content: randomText(i, length),
      confidence: 0.8,
    });
  for (const [i, length] of lengths.news.entries())
    await t.mutation(internal.agent.functions.feed, {
      type: "news",
      content: randomText(1_000 + i, length),
      impact: "high",
    });
  const tickId = await begun(t);
  await finishByJournal(t, tickId, await gathered(t, tickId));
  return await t.run((ctx) => ctx.db.get("ticks", tickId));
}
