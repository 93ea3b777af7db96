/** Writing knowledge, without an embedding provider. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { found, put, list, sentences, words } from "../../test/functions/knowledge";
import { expectFailure, post, type App } from "../../test/functions/requests";
import { large, setup } from "../../test/functions/setup";

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
    const { knowledgeId, chunks, updated } = await put(t, sent);
    expect({ chunks, updated }).toEqual({ chunks: 1, updated: false });
    const { items, total, hasMore } = await list(t);
    expect({ total, hasMore }).toEqual({ total: 1, hasMore: false });
    const [saved] = items;
    expect(saved).toEqual({
      ...sent,
      tags: ["sea", " sea "],
      _id: knowledgeId,
      createdAt: saved?.updatedAt,
      updatedAt: expect.any(Number),
    });
  });

  it("has no source, no tags and a confidence of 0.8 unless the caller says otherwise", async () => {
    const t = setup();
    await put(t, { title: "Plain", content: "Nothing more." });
    const [saved] = (await list(t)).items;
    expect(saved).toMatchObject({ tags: [], confidence: 0.8 });
    expect(saved).not.toHaveProperty("source");
    expect(saved).not.toHaveProperty("metadata");
  });

  it("replaces the one with its source and title completely", async () => {
    const t = setup();
    const first = await put(t, {
      title: "Ferry",
      content: "It leaves at nine.",
      tags: ["a", "b"],
      confidence: 0.5,
      metadata: { version: 1 },
    });
    const [before] = (await list(t)).items;
    const second = await put(t, { title: "Ferry", content: "It leaves at ten.", tags: ["b", "c"] });
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

  it("is a new one with another source, or a title in another case", async () => {
    const t = setup();
    await put(t, { title: "Ferry", content: "One." });
    await put(t, { title: "Ferry", content: "Two.", source: "the harbour" });
    await put(t, { title: "ferry", content: "Three." });
    expect((await list(t)).total).toBe(3);
  });

  it("changes nothing when it is sent again unchanged", async () => {
    const t = setup();
    const body = { title: "Ferry", content: sentences(words(60, "crate")), tags: ["x"], metadata: { a: 1 } };
    await put(t, body);
    const before = await stored(t);
    expect(await put(t, body)).toMatchObject({ updated: true });
    expect(await stored(t)).toEqual(before);
  });

  it("is written once by equal concurrent calls", async () => {
    const t = setup();
    const body = { title: "Ferry", content: "It leaves at nine.", tags: ["x"] };
    const saved = await Promise.all(Array.from({ length: 20 }, () => put(t, body)));
    expect(new Set(saved.map(({ knowledgeId }) => knowledgeId)).size).toBe(1);
    expect(saved.filter(({ updated }) => !updated)).toHaveLength(1);
    expect((await list(t, { tag: "x" })).total).toBe(1);
  });

  it("is written once under an Idempotency-Key", async () => {
    const t = setup();
    const send = () => put(t, { title: "Once", content: "Only once." }, { "Idempotency-Key": "k" });
    expect(await send()).toEqual(await send());
    const other = await post(
      t,
      "/knowledge",
      { title: "Once", content: "Twice." },
      { "Idempotency-Key": "k" },
    );
    await expectFailure(other, 422, "VALIDATION_ERROR");
  });

  it("keeps the rows of passages that an edit does not change", async () => {
    const t = setup();
    const body = { title: "Store", content: sentences(words(200, "crate")) };
    const { chunks } = await put(t, body);
    const before = new Set((await stored(t)).texts.map(({ _id }) => _id));
    await put(t, { ...body, content: `${body.content} And then came the spring tide.` });
    const after = (await stored(t)).texts.map(({ _id }) => _id);
    expect(chunks).toBeGreaterThan(10);
    expect(after.filter((id) => !before.has(id)).length).toBeLessThan(3);
    await put(t, { ...body, content: `It began with a storm.\n\n# Store\n\n${body.content}` });
    expect((await found(t, "the spring tide")).map(({ passage }) => passage)).not.toContain("spring");
  });

  it.each([
    { tags: ["sea"] },
    { tags: ["pier", "sea"] },
    { metadata: { page: 4 } },
    { metadata: undefined },
    { confidence: 0.4 },
  ])("updates %j even though its content is the same", async (change) => {
    const t = setup();
    const ferry = {
      title: "Ferry",
      content: "It leaves at nine.",
      tags: ["sea", "pier"],
      metadata: { page: 3 },
    };
    await put(t, ferry);
    await put(t, { ...ferry, ...change });
    const [item] = (await list(t)).items;
    const { tags, metadata } = ferry;
    expect({ metadata: undefined, ...item }).toMatchObject({ tags, metadata, confidence: 0.8, ...change });
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
});

large(
  "after any writes passages cover the contents, counts equal those of a fresh store, and every item is found",
  async () => {
    const paragraph = fc
      .tuple(fc.nat(5), fc.nat(16))
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
        for (const body of posts) await put(t, body);
        const newest = new Map(posts.map((body) => [body.title, body]));
        const fresh = setup();
        for (const body of newest.values()) await put(fresh, body);
        const [saved, expected] = [await stored(t), await stored(fresh)];
        expect(saved.counts).toEqual(expected.counts);
        expect(saved.passages).toEqual(expected.passages);
        for (const [title, { content, tags }] of newest) {
          let covered = 0;
          for (const { start, end, text } of saved.passages.filter((passage) => passage.title === title)) {
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
      { numRuns: 8 },
    );
  },
);

/** The rows of the tables, and the parts of them that don't depend on the order of writes. */
function stored(t: App) {
  return t.run(async (ctx) => {
    const items = await ctx.db.query("knowledge").take(1_000);
    const contents = await ctx.db.query("knowledgeContents").take(1_000);
    const texts = await ctx.db.query("searchDocuments").take(4_000);
    const rows = await ctx.db.query("passages").take(4_000);
    const terms = await ctx.db.query("documentFrequencies").take(8_000);
    const corpora = await ctx.db.query("corpora").take(10);
    const titleOf = new Map(items.map(({ _id, title }) => [_id, title]));
    const passages = rows
      .flatMap(({ documentId, knowledgeId, heading, text }) => {
        const title = titleOf.get(knowledgeId) ?? "";
        return texts
          .filter(({ _id, owner }) => _id === documentId && owner === knowledgeId)
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
    const countOf = new Map<string, number>();
    for (const line of [...terms.map((row) => row.counts), ...corpora.map((row) => row.gathered)]
      .join("\n")
      .split("\n")) {
      const [term = "", count = "0"] = line.split("\t");
      if (term !== "") countOf.set(term, (countOf.get(term) ?? 0) + Number(count));
    }
    const counts = {
      documents: corpora.map(({ documents }) => documents),
      terms: [...countOf].toSorted(([a], [b]) => (a < b ? -1 : 1)),
    };
    return { items, contents, texts, passages, counts };
  });
}
