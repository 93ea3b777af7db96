/** Searches among more memories than are ranked, or compared as a whole. */
import { describe, expect, it } from "vitest";
import { currentSettings } from "./currentSettings";
import { candidates } from "./model/retrieval";
import * as Tellings from "./model/tellings";
import * as Texts from "./model/texts";
import type { App } from "./test.requests";
import { contents, DAY, HOUR, NOW, search, tell } from "./test.search";
import { setup } from "./test.setup";

describe("a list by a query", () => {
  it("pages over as many as 256 hits, those of a search", async () => {
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
    // A search is the same one, to the last.
    const last = await t.fetch("/memories/search?q=pier&threshold=0.3&limit=100&offset=200");
    const { results } = await last.json();
    expect(results.map(({ memory }: { memory: { _id: string } }) => memory._id)).toEqual(ids.slice(200));
  });
});

describe("narrowing", () => {
  it("to a window of many memories loses nothing to those before it", async () => {
    const t = setup();
    const before = NOW - 2 * HOUR;
    // Of the same day, and better matches, more of them than are ranked.
    for (let i = 0; i < 3; i++)
      await tell(
        t,
        Array.from({ length: 50 }, (_, j) => ({ content: "Pier.", at: before - 1000 + 50 * i + j })),
      );
    // More than are compared as a whole.
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

  it.each([
    ["a week", 7 * DAY, 8 * DAY],
    ["a day", DAY, DAY + HOUR],
  ])("to %s loses nothing to more before it than a search leads to", async (_, window, ago) => {
    const t = setup();
    const inWindow = "Along the shore to the pier and back in the evening light.";
    await tell(t, [{ content: inWindow, at: NOW - window + HOUR }]);
    await fileTexts(t, 1_100, "pier", NOW - ago);
    // More than are compared as a whole.
    await fileTexts(t, 520, "gannet", NOW - 2 * HOUR);
    const found = await search(t, "pier", { since: NOW - window, threshold: 0.01 });
    expect(contents(found)).toEqual([inWindow]);
  });
});

it("what a window finds in two ways is a candidate once", async () => {
  const t = setup();
  // Days of one stretch: the window begins amid them, and before it lie more than are looked for.
  await fileTexts(t, 300, "pier", NOW - 8 * DAY);
  await fileTexts(t, 150, "pier", NOW - 7 * DAY + HOUR);
  // More than are compared as a whole.
  await fileTexts(t, 520, "gannet", NOW - 2 * HOUR);
  const window = { space: "memory" as const, query: "pier", since: NOW - 7 * DAY };
  const ids = await t.run(async (ctx) => {
    const hits = await candidates(ctx, { ...window, vectorHits: null, breadth: 256 });
    return hits.map(({ text }) => text._id);
  });
  expect(new Set(ids).size).toBe(150);
  expect(ids).toHaveLength(150);
});

/** Files texts that say one word, as memories told one after the other have them. */
async function fileTexts(t: App, count: number, term: string, from: number): Promise<void> {
  await t.run(async (ctx) => {
    const last = await Tellings.newest(ctx, "memory");
    for (let i = 0; i < count; i++)
      await Texts.add(ctx, currentSettings(), () => 1, {
        space: "memory",
        owner: "of no matter",
        facet: "semantic",
        place: (last?.place ?? -1) + 1 + i,
        text: `${term}.`,
        terms: [term],
        createdAt: from + i,
      });
  });
}
