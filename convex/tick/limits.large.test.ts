/** Ticks over texts of which every pair of characters is a term: none may read more than a transaction can. */
import { describe, expect, it } from "vitest";
import { tickOver } from "../../test/functions/longTexts";
import { setup } from "../../test/functions/setup";
import { begun, finishBy, gathered } from "../../test/functions/ticks";

describe("a tick over unspaced scripts", () => {
  it("keeps all that came in, though they have more terms than a transaction can look up", async () => {
    const t = setup({ AUTONOMY: "off" });
    const row = await tickOver(t, { memories: [], news: Array.from({ length: 8 }, () => 300) });
    expect(row).toMatchObject({ outcome: "succeeded" });
    expect(row?.written?.memories).toHaveLength(8);
  });
});

describe("a tick over a flood of long news", () => {
  it("takes as many as it does of others, reads of the rest what it can, and ends", async () => {
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

describe("a tick over unspaced scripts beside memories of them", () => {
  it.each([
    { memories: { count: 12, length: 200 }, news: { count: 8, length: 200 } },
    { memories: { count: 6, length: 300 }, news: { count: 8, length: 2_000 } },
  ])("ends, and keeps what came in ($news.count news of $news.length)", async ({ memories, news }) => {
    const t = setup({ AUTONOMY: "off" });
    const all = ({ count, length }: typeof news) => Array.from({ length: count }, () => length);
    const row = await tickOver(t, { memories: all(memories), news: all(news) });
    expect(row).toMatchObject({ outcome: "succeeded" });
    expect(row?.written?.memories).toHaveLength(news.count);
  });
});
