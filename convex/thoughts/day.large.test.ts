/** A day of ticks without a model, with fake timers: the number, novelty and repetition of thoughts. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { internal } from "../_generated/api";
import { UNCOUNTED } from "../../mind/ranking/idf";
import { comparedTerms, wordSimilarity } from "../../mind/thoughts/novelty";
import { MAX_THOUGHTS_PER_DAY } from "../../mind/thoughts/decideToThink";
import { setup } from "../../test/functions/setup";

/** A plausible day of input: eight subjects, five sentences each. */
const INPUT = [
  "A storm closed the harbour of Kiel for two days.",
  "Prices for fish in Kiel rose by 12 percent this week.",
  "Maria wants to repaint her boat in Kiel before the winter.",
  "The ferry from Kiel to Oslo sails again on Friday.",
  "The council of Kiel argues about a second breakwater.",
  "OpenAI released a reasoning model that costs half as much.",
  "Schools in Norway ban chatbots during exams, and OpenAI protests.",
  "A court in Hamburg ruled that OpenAI must disclose training data.",
  "Jonas rewrote his grading script with a model by OpenAI.",
  "Investors doubt that OpenAI will earn money before 2029.",
  "My sister Anna got the job at the museum, and we celebrated all night!",
  "Anna has wanted to work at the museum since she was a child.",
  "The museum opens a new wing for photography, which Anna will lead.",
  "Anna fears that the museum will cut the evening hours.",
  "Anna borrowed two cameras from a collector in Lyon.",
  "The train to Bergen was cancelled because of snow on the tracks.",
  "Heavy snow fell on the mountains near Bergen.",
  "Tourists in Bergen fill the hotels this week.",
  "A bakery in Bergen gave bread to stranded travellers.",
  "Bergen plans a tunnel that snow can not close.",
  "The Fed raised interest rates by a quarter point.",
  "House sales slowed as the Fed raised rates again.",
  "Ben postponed buying his house until the Fed eases.",
  "Two governors of the Fed voted against the increase.",
  "Banks in Ohio lend less since the Fed tightened.",
  "The greenhouse lost power overnight and forty seedlings died.",
  "Jonas forgot to charge the backup battery of the greenhouse.",
  "The greenhouse club meets on Thursday to plan spring planting.",
  "A neighbour gave the greenhouse club thirty tomato plants.",
  "Why did the alarm of the greenhouse stay silent?",
  "Tomas found letters by Ada Lovelace in a box from Lisbon.",
  "The archive in Lisbon lends the Lovelace letters to nobody.",
  "A publisher asks Tomas for a book about the Lovelace letters.",
  "Tomas speaks about the Lovelace letters at the university in June.",
  "An expert from Oxford calls the Lovelace letters a forgery.",
  "Doctor Meyer told me to sleep eight hours.",
  "I sleep badly since the night shifts at the clinic began.",
  "Doctor Meyer says that the night shifts end in August.",
  "The clinic pays double for night shifts in summer.",
  "Doctor Meyer plays the cello to fall asleep.",
];

vi.setConfig({ testTimeout: 240_000 });
const START = Date.UTC(2026, 4, 4, 6);
const TICK_MS = 15 * 60_000;
const TICKS = 96;

beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => void vi.useRealTimers());

/** Word similarity of a repeated thought; thoughts on one subject share some words. */
const SAME = 0.9;

it("a day of ticks brings some thoughts, most of them new, none repeated", async () => {
  const t = setup({ AUTONOMY: "on" });
  for (let tick = 0; tick < TICKS; tick++) {
    // For sixteen hours, one input every twenty-four minutes on average.
    const content = tick % 5 < 3 && tick < 66 ? INPUT[Math.floor(tick / 5) * 3 + (tick % 5)] : undefined;
    if (content !== undefined) {
      if (tick % 2 === 0)
        await t.mutation(internal.agent.functions.feed, { type: "news", content, impact: "high" });
      else
        await t.mutation(internal.memories.functions.store, { type: "semantic", content, confidence: 0.8 });
    }
    await t.action(internal.tick.run.runScheduled, { trigger: "schedule" });
    await t.finishAllScheduledFunctions(() => vi.advanceTimersByTime(1));
    vi.setSystemTime(START + (tick + 1) * TICK_MS);
  }
  const thoughts = await t.run((ctx) => ctx.db.query("thoughts").take(100));
  const novelty = thoughts.reduce((sum, thought) => sum + thought.novelty, 0) / thoughts.length;
  const terms = thoughts.map(({ content }) => comparedTerms(content));
  const again = thoughts.filter((_, i) =>
    terms.slice(0, i).some((earlier) => wordSimilarity(terms[i] ?? new Set(), earlier, UNCOUNTED) >= SAME),
  );
  expect(thoughts.length).toBeGreaterThanOrEqual(5);
  expect(thoughts.length).toBeLessThanOrEqual(MAX_THOUGHTS_PER_DAY);
  expect(novelty).toBeGreaterThan(0.4);
  expect(again).toEqual([]);
  expect(thoughts.every(({ spontaneous, seeds }) => spontaneous && seeds.length > 1)).toBe(true);
  // Only a brilliant thought becomes a memory, once.
  const remembered = await t.run((ctx) =>
    ctx.db
      .query("memories")
      .withIndex("by_author", (q) => q.eq("author", "self"))
      .take(100),
  );
  const sources = remembered.filter(({ metadata }) => metadata?.includes('"source":"thought"') === true);
  expect(sources).toHaveLength(thoughts.filter(({ isBrilliant }) => isBrilliant).length);
});
