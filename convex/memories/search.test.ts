/** Searching memories by words, without an embedding provider. */
import { describe, expect, it } from "vitest";
import type { Recency } from "../../mind/enums";
import * as Activation from "./activation";
import { since } from "./searchMemories";
import { contents, DAY, HOUR, NOW, search, tell } from "../../test/functions/search";
import { large, setup } from "../../test/functions/setup";

describe("a search", () => {
  it("finds what was just stored, by another form of a word", async () => {
    const t = setup();
    await tell(t, ["Maria repainted the pier in May.", "The ferry to Almada runs late."]);
    expect(contents(await search(t, "Who repaints the pier?"))).toEqual(["Maria repainted the pier in May."]);
  });

  it("finds a name with or without diacritics", async () => {
    const t = setup();
    const told = ["Inês repainted the pier.", "Zoe left for the island."];
    await tell(t, told);
    expect(contents(await search(t, "Ines"))).toEqual([told[0]]);
    expect(contents(await search(t, "Zoë"))).toEqual([told[1]]);
  });

  it("finds nothing in an empty store, and nothing without a common word", async () => {
    const t = setup();
    expect(await search(t, "pier", { threshold: 0 })).toEqual({ results: [], total: 0, belowThreshold: 0 });
    await tell(t, ["Bread and butter."]);
    expect(await search(t, "lighthouse", { threshold: 0 })).toEqual({
      results: [],
      total: 0,
      belowThreshold: 0,
    });
  });

  it.each(["🎉", "?!", "…", "🎉🎉 🎉", "the", "你好", "a", "Zürich", "1,000", "ﬁ"])(
    "finds %j by equal text",
    async (content) => {
      const t = setup();
      await tell(t, ["Something else entirely", content]);
      const { results } = await search(t, content);
      expect(results[0]).toMatchObject({ similarity: 1, memory: { content } });
    },
  );

  it.each([
    '"',
    "pier AND",
    "NEAR(pier, 3)",
    "pier*",
    "terms:pier",
    "-pier",
    "pier)",
    "'; DROP TABLE texts",
    "^pier",
    "{pier} + pier",
  ])("treats %j as words, not as operators", async (query) => {
    const t = setup();
    await tell(t, ["The pier.", "Bread and butter."]);
    const { results } = await search(t, query, { threshold: 0.05 });
    expect(contents({ results })).not.toContain("Bread and butter.");
    if (/pier/.test(query)) expect(contents({ results })).toContain("The pier.");
  });

  it("lists the agent's own sentences behind what it was told, unless they are asked for", async () => {
    const t = setup();
    const own = "All three have the ferry in common: when does the ferry leave the pier?";
    await tell(t, [
      { content: own, author: "self" },
      "The ferry leaves the pier at ten.",
      "Rui likes the old ferry better than the train.",
    ]);
    for (const threshold of [0, 0.3]) {
      const found = await search(t, "When does the ferry leave?", { threshold });
      expect(contents(found).at(-1)).toBe(own);
      expect(found.total).toBe(3);
      const parts = found.results.at(-1)?.parts;
      expect([parts?.context.value, parts?.recency.value]).toEqual([0, 0]);
    }
    expect(contents(await search(t, own, { threshold: 0 }))[0]).toBe(own);
  });

  it("prefers the turns of the speaker whom the query names", async () => {
    const t = setup();
    await tell(t, [
      { content: "Rui: I painted a lighthouse at dawn.", at: NOW - 3 * HOUR },
      { content: "Maria: I painted a lighthouse last year, too.", at: NOW - 6 * HOUR },
    ]);
    const first = async (query: string) => contents(await search(t, query, { threshold: 0 }))[0];
    expect(await first("When did Maria paint a lighthouse?")).toMatch(/^Maria/);
    expect(await first("When did Rui paint a lighthouse?")).toMatch(/^Rui/);
  });

  it.each([
    ["How do I roll back?", "Rollback: run make undo."],
    ["Wann oeffnet die Bibliothek?", "Die Stadtbibliothek öffnet um zehn."],
    ["Who knows the adress?", "The address is 12 Pier Road."],
  ])("finds by parts of words where words fail: %s", async (query, content) => {
    const t = setup();
    await tell(t, [content, "Bread and butter."]);
    expect(contents(await search(t, query))).toEqual([content]);
  });

  it("does not match the last word as a prefix", async () => {
    const t = setup();
    await tell(t, ["The cathedral."]);
    expect((await search(t, "cat", { threshold: 0 })).total).toBe(0);
  });

  it("finds an answer by the question before it", async () => {
    const t = setup();
    const told = ["Joana: Where does your daughter study?", "Rui: In Porto, since last year."];
    await tell(t, told);
    expect(contents(await search(t, "Where does the daughter study?", { threshold: 0 }))).toEqual(told);
  });

  it("uses adjacent memories only within half an hour", async () => {
    const t = setup();
    await tell(t, [
      { content: "Where does your daughter study?", at: NOW - 2 * HOUR },
      { content: "In Porto, since last year.", at: NOW - HOUR },
    ]);
    expect(contents(await search(t, "Where does the daughter study?", { threshold: 0 }))).toEqual([
      "Where does your daughter study?",
    ]);
  });
});

describe("the threshold", () => {
  it("is inclusive, applies to similarity, and counts what it drops", async () => {
    const t = setup();
    await tell(t, ["Maria repainted the pier in May.", "The pier is long.", "Gannets circled the bay."]);
    const all = await search(t, "Maria painted a pier", { threshold: 0 });
    const ascending = all.results.map(({ similarity }) => similarity).sort((a, b) => a - b);
    for (const threshold of ascending) {
      const cut = await search(t, "Maria painted a pier", { threshold });
      expect(cut.results.map(({ similarity }) => similarity)).toEqual(
        all.results.map(({ similarity }) => similarity).filter((similarity) => similarity >= threshold),
      );
      expect(cut.results.map(({ similarity }) => similarity)).toContain(threshold);
      expect(cut.belowThreshold).toBe(all.total - cut.total);
    }
  });
});

describe("a page", () => {
  large("continues the one before without gap or overlap, by relevance", async () => {
    const t = setup();
    await tell(
      t,
      Array.from({ length: 40 }, (_, i) => ({
        content: `Pier report ${i}: the pier ${i % 3 === 0 ? "holds" : "creaks"}.`,
        importance: (i % 7) / 7,
        at: NOW - i * 1000 + 100_000 * (i % 2),
      })),
    );
    const whole = await search(t, "pier report", { threshold: 0 });
    expect(whole.total).toBe(40);
    const scores = whole.results.map(({ relevanceScore }) => relevanceScore);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    const pages = await Promise.all(
      [0, 13, 26, 39, 52].map((offset) => search(t, "pier report", { threshold: 0, limit: 13, offset })),
    );
    expect(pages.flatMap(contents)).toEqual(contents(whole));
    expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([40]));
  });

  it("continues the page before it, although that changed the salience of its memories", async () => {
    const t = setup();
    // Recall raises low salience more than high, and so may change the order.
    await tell(t, [
      { content: "The ferry Aurora broke down.", importance: 0.5, salience: 0.1 },
      { content: "The ferry Aurora broke down!", importance: 0.15, salience: 0.5 },
      { content: "The ferry Aurora broke down again.", importance: 0.1, salience: 0.1 },
    ]);
    const page = async (offset: number) => {
      const found = await search(t, "the ferry Aurora broke down", { threshold: 0, limit: 2, offset });
      await t.run((ctx) =>
        Activation.touch(
          ctx,
          NOW + HOUR,
          found.results.map(({ memory }) => memory._id),
        ),
      );
      return contents(found);
    };
    const first = await page(0);
    expect(first).toEqual(["The ferry Aurora broke down!", "The ferry Aurora broke down."]);
    expect(await page(2)).toEqual(["The ferry Aurora broke down again."]);
    expect(await page(0)).toEqual([...first].reverse());
  });

  it("lists equally relevant memories newest first", async () => {
    const t = setup();
    // Far in the past, so that a millisecond does not change recency.
    const ids = await tell(
      t,
      Array.from({ length: 5 }, () => ({ content: "Low tide.", importance: 0.5, salience: 0.5, at: 1000 })),
    );
    const { results } = await search(t, "low tide");
    expect(new Set(results.map(({ relevanceScore }) => relevanceScore)).size).toBe(1);
    expect(results.map(({ memory }) => memory._id)).toEqual([...ids].reverse());
  });

  it("lists memories of equal text by importance", async () => {
    const t = setup();
    await tell(t, [
      { content: "The lamp is lit.", importance: 0.9, salience: 0.1 },
      { content: "The lamp is lit!", importance: 0.1, salience: 0.1 },
    ]);
    expect(contents(await search(t, "lamp lit"))).toEqual(["The lamp is lit.", "The lamp is lit!"]);
  });
});

describe("a filter", () => {
  large("by type finds a memory behind many better matches of another type", async () => {
    const t = setup();
    await tell(t, [{ content: "The old pier and the sea.", type: "emotional" }]);
    for (let i = 0; i < 3; i++)
      await tell(
        t,
        Array.from({ length: 45 }, () => "The pier!"),
      );
    const found = await search(t, "the pier", { type: "emotional", threshold: 0 });
    expect(contents(found)).toEqual(["The old pier and the sea."]);
    expect(found.total).toBe(1);
  });

  it("by importance is inclusive", async () => {
    const t = setup();
    await tell(t, [
      { content: "The pier one.", importance: 0.3 },
      { content: "The pier two.", importance: 0.5 },
      { content: "The pier three.", importance: 0.7 },
    ]);
    const found = await search(t, "pier", { minImportance: 0.5, threshold: 0 });
    expect(contents(found).sort()).toEqual(["The pier three.", "The pier two."]);
    expect(found.total).toBe(2);
  });

  it.each([
    ["1h", HOUR],
    ["24h", DAY],
    ["7d", 7 * DAY],
    ["30d", 30 * DAY],
  ] as const)("to %s is exact to the millisecond", async (recency: Recency, ms) => {
    const t = setup();
    await tell(t, [
      { content: "The pier, long ago.", at: NOW - 2 * ms },
      { content: "The pier, a moment too early.", at: NOW - ms },
      { content: "The pier, just in time.", at: NOW - ms + 1 },
      { content: "The pier, of late.", at: NOW - ms / 2 },
    ]);
    const found = await search(t, "pier", { since: since(recency, NOW), threshold: 0 });
    expect(contents(found).sort()).toEqual(["The pier, just in time.", "The pier, of late."]);
    expect(found).toMatchObject({ total: 2, belowThreshold: 0 });
  });

  it("by time returns no memory outside the window, though it counts as context", async () => {
    const t = setup();
    await tell(t, [
      { content: "What does the daughter play?", at: NOW - HOUR },
      { content: "The cello.", at: NOW - HOUR + 1000 },
    ]);
    const found = await search(t, "What does the daughter play?", { since: NOW - HOUR, threshold: 0 });
    expect(contents(found)).toEqual(["The cello."]);
    expect(found.results[0]?.parts.context.value).toBeGreaterThan(0);
  });
});
