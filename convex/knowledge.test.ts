/** Keeping, listing and finding knowledge, on a store without an embedding provider. */
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { internal } from "./_generated/api";
import { expectFailure, post, type App } from "./test.requests";
import { setup } from "./test.setup";

// Long contents on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const outcome = z.strictObject({
  success: z.literal(true),
  knowledgeId: z.string(),
  chunks: z.int().min(1),
  embedding: z.boolean(),
  updated: z.boolean(),
});
const place = z.strictObject({
  heading: z.string().optional(),
  start: z.number(),
  end: z.number(),
});
const item = z.strictObject({
  _id: z.string(),
  title: z.string(),
  content: z.string(),
  source: z.string().optional(),
  tags: z.array(z.string()),
  confidence: z.number(),
  metadata: z.unknown().optional(),
  createdAt: z.number(),
  updatedAt: z.number(),
  similarity: z.number().optional(),
  passage: z.string().optional(),
  passageAt: place.optional(),
});
const page = z.strictObject({ items: z.array(item), total: z.number(), hasMore: z.boolean() });

async function keep(t: App, body: Record<string, unknown>, headers?: Record<string, string>) {
  const response = await post(t, "/knowledge", body, headers);
  return outcome.parse(await response.json());
}

async function list(t: App, parameters: Record<string, string> = {}) {
  const response = await t.fetch(`/knowledge?${new URLSearchParams(parameters).toString()}`);
  return page.parse(await response.json());
}

const titles = ({ items }: z.infer<typeof page>) => items.map(({ title }) => title);

/** Sentences that each hold a word of their own, so that each can be asked for. */
function sentences(words: readonly string[]): string {
  return words
    .map((word, i) => `The ${word} stands in bay ${i} of the old harbour store, behind the green gate.`)
    .join(" ");
}
const words = (n: number, of: string) => Array.from({ length: n }, (_, i) => `${of}${letters(i)}`);
/** The number in letters, since the terms of "a1" and "a2" should be as far apart as words are. */
const letters = (n: number): string =>
  [...String(n)].map((digit) => "bcdfghklmn"[Number(digit)] ?? "").join("a");

describe("an item of knowledge", () => {
  it("is returned as it was sent", async () => {
    const t = setup();
    const sent = {
      title: "  Tide tables ",
      content: "\u0000 High water\r\n\tat six. 🌊 \u200d ",
      source: "almanac",
      tags: ["sea", "sea", " sea "],
      confidence: 0.25,
      metadata: { __proto__x: 1, "a.b$": [null, "é"] },
    };
    const { knowledgeId, chunks, updated } = await keep(t, sent);
    expect({ chunks, updated }).toEqual({ chunks: 1, updated: false });
    const { items, total, hasMore } = await list(t);
    expect({ total, hasMore }).toEqual({ total: 1, hasMore: false });
    const [kept] = items;
    expect(kept).toEqual({
      ...sent,
      tags: ["sea", " sea "],
      _id: knowledgeId,
      createdAt: kept?.updatedAt,
      updatedAt: expect.any(Number),
    });
  });

  it("has no source, no tags and a confidence of 0.8 unless the caller says otherwise", async () => {
    const t = setup();
    await keep(t, { title: "Plain", content: "Nothing more." });
    const [kept] = (await list(t)).items;
    expect(kept).toMatchObject({ tags: [], confidence: 0.8 });
    expect(kept).not.toHaveProperty("source");
    expect(kept).not.toHaveProperty("metadata");
  });

  it("takes the place of the one with its source and title, whole", async () => {
    const t = setup();
    const first = await keep(t, {
      title: "Ferry",
      content: "It leaves at nine.",
      tags: ["a", "b"],
      confidence: 0.5,
      metadata: { version: 1 },
    });
    const [before] = (await list(t)).items;
    const second = await keep(t, { title: "Ferry", content: "It leaves at ten.", tags: ["b", "c"] });
    expect(second).toMatchObject({ knowledgeId: first.knowledgeId, updated: true });
    const { items, total } = await list(t);
    expect(total).toBe(1);
    expect(items[0]).toMatchObject({ content: "It leaves at ten.", tags: ["b", "c"], confidence: 0.8 });
    expect(items[0]).not.toHaveProperty("metadata");
    expect(items[0]?.createdAt).toBe(before?.createdAt);
    expect(items[0]?.updatedAt).toBeGreaterThan(before?.updatedAt ?? Infinity);
    for (const [tag, count] of Object.entries({ a: 0, b: 1, c: 1 }))
      expect((await list(t, { tag })).total).toBe(count);
  });

  it("is another one from another source, or with a title in another spelling", async () => {
    const t = setup();
    await keep(t, { title: "Ferry", content: "One." });
    await keep(t, { title: "Ferry", content: "Two.", source: "the harbour" });
    await keep(t, { title: "ferry", content: "Three." });
    expect((await list(t)).total).toBe(3);
  });

  it("changes nothing when it is sent again as it is", async () => {
    const t = setup();
    const body = { title: "Ferry", content: sentences(words(60, "crate")), tags: ["x"], metadata: { a: 1 } };
    await keep(t, body);
    const before = await stored(t);
    expect(await keep(t, body)).toMatchObject({ updated: true });
    expect(await stored(t)).toEqual(before);
  });

  it("is one where equal calls come at once", async () => {
    const t = setup();
    const body = { title: "Ferry", content: "It leaves at nine.", tags: ["x"] };
    const kept = await Promise.all(Array.from({ length: 20 }, () => keep(t, body)));
    expect(new Set(kept.map(({ knowledgeId }) => knowledgeId)).size).toBe(1);
    expect(kept.filter(({ updated }) => !updated)).toHaveLength(1);
    expect((await list(t, { tag: "x" })).total).toBe(1);
  });

  it("is kept once under one key", async () => {
    const t = setup();
    const send = () => keep(t, { title: "Once", content: "Only once." }, { "Idempotency-Key": "k" });
    expect(await send()).toEqual(await send());
    const other = await post(
      t,
      "/knowledge",
      { title: "Once", content: "Twice." },
      { "Idempotency-Key": "k" },
    );
    await expectFailure(other, 422, "VALIDATION_ERROR");
  });

  it("keeps the passages that an edit leaves alone, with their rows", async () => {
    const t = setup();
    const body = { title: "Store", content: sentences(words(200, "crate")) };
    const { chunks } = await keep(t, body);
    const before = new Set((await stored(t)).texts.map(({ _id }) => _id));
    await keep(t, { ...body, content: `${body.content} And then came the spring tide.` });
    const after = (await stored(t)).texts.map(({ _id }) => _id);
    expect(chunks).toBeGreaterThan(10);
    expect(after.filter((id) => !before.has(id)).length).toBeLessThan(3);
    await keep(t, { ...body, content: `It began with a storm.\n\n# Store\n\n${body.content}` });
    expect((await found(t, "the spring tide")).map(({ passage }) => passage)).not.toContain("spring");
  });

  it.each([
    [{ title: " ", content: "x" }, "title"],
    [{ title: "t".repeat(513), content: "x" }, "title"],
    [{ title: "t", content: "\n" }, "content"],
    [{ title: "t", content: "x".repeat(131_073) }, "content"],
    [{ title: "t", content: "x", source: "" }, "source"],
    [{ title: "t", content: "x", source: "s".repeat(513) }, "source"],
    [{ title: "t", content: "x", tags: Array.from({ length: 33 }, String) }, "tags"],
    [{ title: "t", content: "x", tags: ["t".repeat(65)] }, "tags"],
    [{ title: "t", content: "x", tags: [""] }, "tags"],
    [{ title: "t", content: "x", confidence: 1.01 }, "confidence"],
    [{ title: "t", content: "x", metadata: null }, "metadata"],
    [{ title: "t", content: "x", _id: "y" }, "_id"],
    [{ title: "t" }, "content"],
  ])("is refused beyond the limits: %#", async (body, field) => {
    const t = setup();
    expect(await expectFailure(await post(t, "/knowledge", body), 400, "VALIDATION_ERROR")).toContain(field);
    expect((await list(t)).total).toBe(0);
  });

  it.each([
    ["astral", "🌊".repeat(131_072)],
    ["one word", "x".repeat(131_072)],
    ["blank lines", `${"\n".repeat(131_071)}x`.trimStart().padStart(131_000, "\n")],
    ["pairs", "潮汐表".repeat(43_690)],
    ["short sections", "# Pier\n\ntide\n\n".repeat(8_700)],
    ["many words", words(17_000, "w").join(" ").slice(0, 131_072)],
  ])("may be as long as the contract says, and change as a whole: %s", async (_, content) => {
    const t = setup();
    const tags = Array.from({ length: 32 }, (_, i) => `tag ${i}`);
    const body = { title: "t".repeat(512), source: "🌊".repeat(512), tags };
    await keep(t, { ...body, content });
    expect(await keep(t, { ...body, content: `${content.slice(16)}.` })).toMatchObject({ updated: true });
    expect((await list(t)).items[0]?.content).toBe(`${content.slice(16)}.`);
    expect((await list(t, { tag: "tag 31" })).total).toBe(1);
  });
});

describe("the list of knowledge", () => {
  it("pages over what changed last, with exact totals, by tag and time", async () => {
    const t = setup();
    for (let i = 0; i < 7; i += 1)
      await keep(t, { title: `Item ${i}`, content: "Text.", tags: i % 2 === 0 ? ["even", "all"] : ["all"] });
    await keep(t, { title: "Item 2", content: "Changed.", tags: ["even", "all"] });
    const order = ["Item 2", "Item 6", "Item 5", "Item 4", "Item 3", "Item 1", "Item 0"];
    const all = await list(t, { limit: "100" });
    expect(titles(all)).toEqual(order);
    const second = await list(t, { limit: "3", offset: "3" });
    expect(second).toMatchObject({ total: 7, hasMore: true });
    expect(titles(second)).toEqual(order.slice(3, 6));
    expect(titles(await list(t, { tag: "even" }))).toEqual(["Item 2", "Item 6", "Item 4", "Item 0"]);
    const since = String(all.items[3]?.updatedAt);
    expect(await list(t, { since, tag: "all" })).toMatchObject({ total: 3, hasMore: false });
    expect(titles(await list(t, { since, tag: "even" }))).toEqual(["Item 2", "Item 6"]);
    expect(await list(t, { tag: "none" })).toEqual({ items: [], total: 0, hasMore: false });
    expect(await list(t, { offset: "7" })).toEqual({ items: [], total: 7, hasMore: false });
  });

  it("ends a page before its contents are too many for an answer", async () => {
    const t = setup();
    for (let i = 0; i < 7; i += 1) await keep(t, { title: `Item ${i}`, content: "Long." });
    await t.run(async (ctx) => {
      for (const { _id } of await ctx.db.query("knowledge").take(10))
        await ctx.db.patch("knowledge", _id, { size: 6_000_000 });
    });
    const pages: string[][] = [];
    for (let offset = 0, more = true; more; offset += pages.at(-1)?.length ?? 0) {
      const page = await list(t, { limit: "100", offset: String(offset) });
      pages.push(titles(page));
      expect(page.total).toBe(7);
      more = page.hasMore;
    }
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 2, 1]);
    expect(pages.flat()).toEqual(Array.from({ length: 7 }, (_, i) => `Item ${6 - i}`));
  });

  it("shows an item however long it is", async () => {
    const t = setup();
    const content = "\u0001".repeat(131_071) + "x";
    await keep(t, { title: "Bare controls", content });
    expect((await list(t)).items[0]?.content).toBe(content);
    expect((await list(t, { query: "bare controls", threshold: "0" })).items[0]?.content).toBe(content);
  });

  it.each<Record<string, string>>([
    { threshold: "0.5" },
    { limit: "0" },
    { limit: "101" },
    { tag: "" },
    { query: "" },
    { query: "x", threshold: "1.1" },
    { since: "-1" },
    { until: "5" },
  ])("refuses %o", async (parameters) => {
    const t = setup();
    const response = await t.fetch(`/knowledge?${new URLSearchParams(parameters).toString()}`);
    await expectFailure(response, 400, "VALIDATION_ERROR");
  });
});

describe("a search of knowledge", () => {
  it("finds a sentence from anywhere in a long item, and shows where it stands", async () => {
    const t = setup();
    const of = words(1_400, "crate");
    const content = sentences(of);
    await keep(t, { title: "Inventory", content });
    await keep(t, { title: "Poem", content: "Waves upon the shore." });
    for (const i of [0, 1, 377, 700, 1_111, 1_398, 1_399]) {
      const [hit, ...others] = await found(t, `Where is the ${of[i]}?`, { threshold: "0.3" });
      expect(hit?.passage).toContain(`The ${of[i]} stands in bay ${i} `);
      expect(content.slice(hit?.passageAt?.start, hit?.passageAt?.end)).toBe(hit?.passage);
      expect(others).toEqual([]);
    }
  });

  it("finds a passage by its title and its heading", async () => {
    const t = setup();
    const filler = (of: string) => sentences(words(12, of));
    const content = `# Moorings\n\n${filler("rope")}\n\n# Lamps\n\n${filler("wick")}`;
    await keep(t, { title: "Keeper's handbook", content });
    expect((await found(t, "keeper's handbook", { threshold: "0" }))[0]?.title).toBe("Keeper's handbook");
    const [hit] = await found(t, "lamps", { threshold: "0" });
    expect(hit?.passage).toContain("wick");
  });

  it("knows nothing of what an item said before it changed", async () => {
    const t = setup();
    await keep(t, { title: "Note", content: "The gannets nest on the northern cliff." });
    await keep(t, { title: "Note", content: "The lighthouse was painted white." });
    expect(await found(t, "gannets", { threshold: "0" })).toEqual([]);
    expect((await found(t, "lighthouse painted white"))[0]?.content).toBe(
      "The lighthouse was painted white.",
    );
  });

  it("loses no item of a tag to those outside it, nor to one with many passages", async () => {
    const t = setup();
    const long = Array.from(
      { length: 900 },
      (_, i) => `The pelican of page ${i} eats fish at the pier.`,
    ).join(" ");
    for (const volume of ["one", "two", "three"])
      await keep(t, { title: `Pelicans, ${volume}`, content: long });
    await keep(t, { title: "Aside", content: "Somebody once saw a pelican.", tags: ["rare"] });
    const inTag = await found(t, "pelican", { tag: "rare", threshold: "0" });
    expect(inTag.map(({ title }) => title)).toEqual(["Aside"]);
    const all = await found(t, "pelican", { threshold: "0", limit: "100" });
    expect(all.map(({ title }) => title).sort()).toEqual([
      "Aside",
      "Pelicans, one",
      "Pelicans, three",
      "Pelicans, two",
    ]);
  });

  it("pages over its hits, the most similar first, and keeps to the threshold", async () => {
    const t = setup();
    for (let i = 0; i < 12; i += 1)
      await keep(t, {
        title: `Report ${letters(i)}`,
        content: `Cormorants ${"and gulls ".repeat(i)}were seen.`,
      });
    await keep(t, { title: "Other", content: "Nothing of the kind." });
    const all = await list(t, { query: "cormorants", threshold: "0", limit: "100" });
    expect(all.total).toBe(12);
    const similarities = all.items.map(({ similarity = -1 }) => similarity);
    expect(similarities).toEqual([...similarities].sort((a, b) => b - a));
    const pages = await Promise.all(
      ["0", "5", "10"].map((offset) => list(t, { query: "cormorants", threshold: "0", limit: "5", offset })),
    );
    expect(pages.flatMap(titles)).toEqual(titles(all));
    expect(pages.map(({ hasMore }) => hasMore)).toEqual([true, true, false]);
    const threshold = similarities[5] ?? 1;
    const above = await list(t, { query: "cormorants", threshold: String(threshold), limit: "100" });
    expect(above.total).toBe(similarities.filter((similarity) => similarity >= threshold).length);
    const since = String(Math.min(...all.items.slice(0, 4).map(({ updatedAt }) => updatedAt)));
    for (const { updatedAt } of (await list(t, { query: "cormorants", threshold: "0", since })).items)
      expect(updatedAt).toBeGreaterThan(Number(since));
  });
});

describe("a tick", () => {
  it("consults what bears on its events", async () => {
    const t = setup();
    const content = "# Summer\n\nThe ferry to the island leaves at nine. On Sundays it leaves at ten.";
    await keep(t, { title: "Ferry timetable", source: "harbour office", content });
    await keep(t, { title: "Recipes", content: "Boil the potatoes for twenty minutes." });
    await post(t, "/feed", { type: "news", content: "The ferry to the island leaves late on Sundays." });
    const begun = await t.mutation(internal.ticks.begin, { trigger: "manual" });
    if (begun.kind !== "begun") throw new Error(begun.kind);
    const gathered = await t.query(internal.ticks.gather, { tickId: begun.tickId, now: Date.now() });
    expect(gathered?.situation.knowledge).toEqual([
      { title: "Ferry timetable", source: "harbour office", text: content, updatedAt: expect.any(Number) },
    ]);
  });
});

describe("after any posts", () => {
  it("the passages cover exactly what is kept, the counts are those of a fresh store, and every item is found", async () => {
    const paragraph = fc
      .tuple(fc.nat(5), fc.nat(40))
      .map(([of, n]) =>
        sentences(words(n + 1, ["anchor", "barrel", "candle", "dinghy", "ember", "flag"][of] ?? "g")),
      );
    const content = fc.array(fc.oneof(paragraph, fc.constant("# Heading"), fc.constant("🌊 潮汐表")), {
      minLength: 1,
      maxLength: 4,
    });
    const posts = fc.array(
      fc.record({
        title: fc.constantFrom("A", "B", "C"),
        content: content.map((parts) => parts.join("\n\n")),
        tags: fc.subarray(["x", "y", "z"]),
      }),
      { minLength: 1, maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(posts, async (posts) => {
        const t = setup();
        for (const body of posts) await keep(t, body);
        const newest = new Map(posts.map((body) => [body.title, body]));
        const fresh = setup();
        for (const body of newest.values()) await keep(fresh, body);
        const [kept, expected] = [await stored(t), await stored(fresh)];
        expect(kept.counts).toEqual(expected.counts);
        expect(kept.passages).toEqual(expected.passages);
        for (const [title, { content, tags }] of newest) {
          let covered = 0;
          for (const { start, end, text } of kept.passages.filter((passage) => passage.title === title)) {
            expect(content.slice(covered, start).trim()).toBe("");
            expect(content.slice(start, end)).toBe(text);
            covered = end;
          }
          expect(content.slice(covered).trim()).toBe("");
          const last = content.trim().split("\n").at(-1) ?? "";
          const hits = await found(t, last.slice(-80), { threshold: "0", limit: "100" });
          expect(hits.map((hit) => hit.title)).toContain(title);
          for (const tag of tags)
            expect((await list(t, { tag })).items.map((item) => item.title)).toContain(title);
        }
      }),
      { numRuns: 15 },
    );
  });
});

async function found(t: App, query: string, parameters: Record<string, string> = {}) {
  return (await list(t, { query, ...parameters })).items;
}

/** What is in the tables: rows, and what of them does not depend on how it came about. */
function stored(t: App) {
  return t.run(async (ctx) => {
    const items = await ctx.db.query("knowledge").take(1_000);
    const contents = await ctx.db.query("knowledgeContents").take(1_000);
    const texts = await ctx.db.query("texts").take(4_000);
    const rows = await ctx.db.query("passages").take(4_000);
    const terms = await ctx.db.query("terms").take(8_000);
    const corpora = await ctx.db.query("corpora").take(10);
    const titleOf = new Map(items.map(({ _id, title }) => [_id, title]));
    const passages = rows
      .flatMap(({ textId, knowledgeId, heading, text }) => {
        const title = titleOf.get(knowledgeId) ?? "";
        return texts
          .filter(({ _id, owner }) => _id === textId && owner === knowledgeId)
          .map(({ place, start = -1, end = -1, terms }) => ({
            title,
            place,
            start,
            end,
            heading,
            text,
            terms,
          }));
      })
      .sort((a, b) => (a.title < b.title ? -1 : a.title > b.title ? 1 : a.place - b.place));
    expect(passages).toHaveLength(texts.length);
    const counts = {
      owners: corpora.map(({ owners }) => owners),
      terms: terms.map(({ term, holders }) => `${term} ${holders}`).sort(),
    };
    return { items, contents, texts, passages, counts };
  });
}
