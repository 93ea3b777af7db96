/** Ticks over texts in which every pair of characters is a term. They must stay within the limits of a transaction. */
import { describe, expect, it } from "vitest";
import { tickOver } from "../../test/functions/longTexts";
import { setup } from "../../test/functions/setup";
import { begun, finishBy, gathered } from "../../test/functions/ticks";

describe("a tick over unspaced scripts", () => {
  it("stores a memory of each event, though they have more terms than a transaction can look up", async () => {
    const t = setup({ AUTONOMY: "off" });
    const row = await tickOver(t, { memories: [], news: Array.from({ length: 8 }, () => 300) });
    expect(row).toMatchObject({ outcome: "succeeded" });
    expect(row?.written?.memories).toHaveLength(8);
  });
});

describe("a tick over many long news items", () => {
  it("takes as many events as usual, counts some of the rest, and finishes", async () => {
    const t = setup({ AUTONOMY: "off", LLM_API_KEY: "any-key", LLM_BASE_URL: "http://127.0.0.1:9" });
    const content = "漢字の港 ".repeat(3_276);
    const metadata = JSON.stringify({ log: "x".repeat(16_000) });
    const source = { kind: "feed", type: "news", impact: "high" } as const;
    const about = {
      source,
      content,
      metadata,
      sentiment: 0.5,
      novelty: 1,
      repeats: 0,
      rank: 1,
      consumedBy: null,
      scope: "",
    };
    for (let i = 0; i < 9; i += 1) {
      await t.run(async (ctx) => {
        for (let j = 0; j < 20; j += 1) await ctx.db.insert("events", { ...about, receivedAt: i });
      });
    }
    const tickId = await begun(t);
    const shown = await gathered(t, tickId);
    expect(shown.eventIds).toHaveLength(64);
    expect(shown.situation.waiting).toBeGreaterThan(20);
    expect(await finishBy(t, tickId, shown)).toMatchObject({ kind: "done" });
  });
});

describe("a tick over unspaced scripts with memories in them", () => {
  it.each([
    { memories: { count: 12, length: 200 }, news: { count: 8, length: 200 } },
    { memories: { count: 6, length: 300 }, news: { count: 8, length: 2_000 } },
  ])("stores a memory of each event ($news.count of length $news.length)", async ({ memories, news }) => {
    const t = setup({ AUTONOMY: "off" });
    const all = ({ count, length }: typeof news) => Array.from({ length: count }, () => length);
    const row = await tickOver(t, { memories: all(memories), news: all(news) });
    expect(row).toMatchObject({ outcome: "succeeded" });
    expect(row?.written?.memories).toHaveLength(news.count);
  });
});
