/** Ticks over long unspaced texts beside memories of the kind. */
import { describe, expect, it } from "vitest";
import { tickOver } from "./test.longTexts";
import { setup } from "./test.setup";

describe("a tick over unspaced scripts beside memories of them", () => {
  it.each([
    { memories: { count: 12, length: 200 }, news: { count: 8, length: 200 } },
    { memories: { count: 6, length: 300 }, news: { count: 8, length: 2_000 } },
  ])("ends, and keeps what came in ($news.count news of $news.length)", async ({ memories, news }) => {
    const t = setup({ AUTONOMY: "off" });
    const all = ({ count, length }: typeof news) => Array.from({ length: count }, () => length);
    const row = await tickOver(t, { memories: all(memories), news: all(news) });
    expect(row).toMatchObject({ outcome: "succeeded" });
    expect(row?.learned).toHaveLength(news.count);
  });
});
