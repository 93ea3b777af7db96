/** Searches among more memories than are ranked or compared completely. */
import { describe, expect, it } from "vitest";
import { contents, HOUR, NOW, search, tell } from "../../test/functions/search";
import { setup } from "../../test/functions/setup";

describe("a list with a query", () => {
  it("pages over the same 256 hits as a search", async () => {
    const t = setup();
    for (let i = 0; i < 6; i++)
      await tell(
        t,
        Array.from({ length: 44 }, (_, j) => `Pier ${i * 44 + j}.`),
      );
    const page = async (offset: number) => {
      const response = await t.fetch(`/memories?query=pier&threshold=0.3&limit=100&offset=${offset}`);
      return await response.json();
    };
    const pages = [await page(0), await page(100), await page(200)];
    expect(pages.map(({ total, hasMore }) => ({ total, hasMore }))).toEqual([
      { total: 256, hasMore: true },
      { total: 256, hasMore: true },
      { total: 256, hasMore: false },
    ]);
    const ids = pages.flatMap(({ memories }) => memories.map(({ _id }: { _id: string }) => _id));
    expect(new Set(ids).size).toBe(256);
    const last = await t.fetch("/memories/search?q=pier&threshold=0.3&limit=100&offset=200");
    const { results } = await last.json();
    expect(results.map(({ memory }: { memory: { _id: string } }) => memory._id)).toEqual(ids.slice(200));
  });
});

describe("a window", () => {
  it("of many memories misses none because of better matches before it", async () => {
    const t = setup();
    const before = NOW - 2 * HOUR;
    // Better matches on the same day, before the window, and more than are ranked.
    for (let i = 0; i < 3; i++)
      await tell(
        t,
        Array.from({ length: 50 }, (_, j) => ({ content: "Pier.", at: before - 1000 + 50 * i + j })),
      );
    // More memories than are compared completely.
    for (let i = 0; i < 10; i++)
      await tell(
        t,
        Array.from({ length: 52 }, (_, j) => ({ content: "Gannets.", at: NOW - HOUR + 52 * i + j })),
      );
    await tell(t, [{ content: "Along the shore to the pier and back in the evening light.", at: NOW }]);
    const found = await search(t, "pier", { since: NOW - HOUR - 1, threshold: 0.01 });
    expect(contents(found)).toContain("Along the shore to the pier and back in the evening light.");
    expect(contents(found)).not.toContain("Pier.");
  });
});
