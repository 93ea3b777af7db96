/** Storing without saying a thing twice: what is a duplicate, and what becomes of it. */
import { describe, expect, test, vi } from "vitest";
import { internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { NOTHING_FOUND } from "./model/duplicates";
import * as Memories from "./model/memories";
import * as Totals from "./model/memoryTotals";
import { storeOrMerge } from "./model/merging";
import * as Presence from "./model/presence";
import { filterValues } from "./model/vectors";
import { readSettings } from "./settings";
import { setup } from "./test.setup";

type App = ReturnType<typeof setup>;
type Args = (typeof internal.dedup.store)["_args"];
type Fields = Args["memory"];

/** Stores a text, without vectors unless some are given. */
async function store(t: App, content: string, fields: Partial<Fields> = {}, found: Partial<Args> = {}) {
  const answer = await t.mutation(internal.dedup.store, {
    memory: { type: "semantic", content, ...fields },
    embedding: null,
    nearest: [],
    ...found,
  });
  if (answer.kind !== "done") throw new Error("the claim does not match");
  return answer.body;
}

const memoryOf = (t: App, memoryId: Id<"memories">) =>
  t.run(async (ctx) => {
    const row = await ctx.db.get("memories", memoryId);
    if (row === null) throw new Error("no such memory");
    return await Memories.toPublic(ctx, row);
  });
const metadataOf = async (t: App, memoryId: Id<"memories">): Promise<Record<string, unknown>> =>
  JSON.parse((await memoryOf(t, memoryId)).metadata);
const mergesOf = (t: App, memoryId: Id<"memories">) =>
  t.run((ctx) =>
    ctx.db
      .query("merges")
      .withIndex("by_memory", (q) => q.eq("memoryId", memoryId))
      .take(100),
  );
const totals = (t: App) => t.run((ctx) => Totals.read(ctx));

describe("a duplicate", () => {
  test("is the same text once normalised, whatever its type", async () => {
    const t = setup();
    const first = await store(t, "The ferry leaves at nine.");
    const again = await store(t, "  the FERRY leaves   at nine!", { type: "episodic" });
    expect(again).toEqual({ kind: "merged", memoryId: first.memoryId, similarity: 1 });
    expect((await memoryOf(t, first.memoryId)).content).toBe("The ferry leaves at nine.");
    expect(Totals.total(await totals(t))).toBe(1);
  });

  const KNOWN = "The library in the old harbour opens its new reading room on Saturday.";
  const LIKE = "The library in the old harbour will open its new reading room on Saturday.";

  test("is a text of the same type that says the same in a little other words", async () => {
    const t = setup();
    const { memoryId } = await store(t, KNOWN);
    const again = await store(t, LIKE);
    expect(again).toMatchObject({ kind: "merged", memoryId });
    expect(again.kind === "merged" && again.similarity).toBeGreaterThanOrEqual(0.92);
  });

  test("is not a text of another type that only resembles it", async () => {
    const t = setup();
    await store(t, KNOWN);
    expect(await store(t, LIKE, { type: "episodic" })).toMatchObject({ kind: "new" });
  });

  test.each([
    ["I like tea", "I do not like tea"],
    [
      "The meeting with the harbour board starts at 9:30",
      "The meeting with the harbour board starts at 10:30",
    ],
    ["The new engine of the boat costs 1,200 euros", "The new engine of the boat costs 1,300 euros"],
    ["Anna will fly to Berlin with the whole team", "Anna will fly to Munich with the whole team"],
    ["The village festival takes place on Monday", "The village festival takes place on Tuesday"],
    ["The dog bit the man", "The man bit the dog"],
  ])("is not %j beside %j, in either order", async (one, other) => {
    for (const [known, later] of [
      [one, other],
      [other, one],
    ] as const) {
      const t = setup();
      await store(t, known);
      expect(await store(t, later)).toMatchObject({ kind: "new" });
    }
  });

  test("of several is the most similar one", async () => {
    const t = setup();
    await store(t, "The library in the old harbour opens a new reading room for children on Saturday.");
    const { memoryId } = await store(t, KNOWN);
    expect(await store(t, LIKE)).toMatchObject({ kind: "merged", memoryId });
  });

  test("is found by its rarest words, where many memories share more of its words than are asked for", async () => {
    const t = setup();
    // As many words as are asked for, and shorter than the text, so that they alone would find all of these before it.
    const usual =
      "wind, tide, ships, crew, deck, rope, sail, lamp, pier, book, watch, master, harbour, boats, cargo, fog";
    const { memoryId } = await store(
      t,
      `${usual}. The heron by the mill pond was seen again before the storm.`,
    );
    for (let i = 0; i < 34; i++) await store(t, `${usual}: ${i}.`);
    expect(
      await store(t, `${usual}. The heron was seen again by the mill pond before the storm.`),
    ).toMatchObject({ kind: "merged", memoryId });
  });
});

describe("a merge", () => {
  test("keeps text and id, and the higher of importance and confidence", async () => {
    const t = setup();
    const first = { importance: 0.2, confidence: 0.9 };
    const { memoryId } = await store(t, "The tide turns at noon.", first);
    await store(t, "The tide turns at noon", { importance: 0.7, confidence: 0.4 });
    await store(t, "the tide turns at noon", { importance: 0.1, confidence: 0.1 });
    expect(await memoryOf(t, memoryId)).toMatchObject({
      content: "The tide turns at noon.",
      importance: 0.7,
      confidence: 0.9,
    });
  });

  test("makes it more present, at least as much as the later one was to be", async () => {
    const t = setup();
    const { memoryId } = await store(t, "The tide turns at noon.", { salience: 0.3 });
    await store(t, "The tide turns at noon.", { salience: 0.8 });
    expect((await memoryOf(t, memoryId)).salience).toBeGreaterThanOrEqual(0.8);
  });

  test("is a recall: a memory that had faded is present again", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 1) });
    try {
      const t = setup();
      const { memoryId } = await store(t, "The tide turns at noon.", { importance: 0.1, salience: 0.5 });
      vi.setSystemTime(Date.UTC(2026, 0, 20));
      await store(t, "The tide turns at noon.", { importance: 0.1, salience: 0 });
      const { salience, lastAccessedAt } = await memoryOf(t, memoryId);
      expect(lastAccessedAt).toBe(Date.UTC(2026, 0, 20));
      expect(salience).toBeGreaterThan(0.25);
    } finally {
      vi.useRealTimers();
    }
  });

  test("unites metadata, and keeps what disagrees", async () => {
    const t = setup();
    const text = "The old mill belongs to Anna.";
    const { memoryId } = await store(t, text, { metadata: '{"source":"letter","page":3}' });
    await store(t, text, { metadata: '{"source":"call","mood":"glad"}' });
    await store(t, text, { metadata: '{"source":"rumour"}' });
    expect(await metadataOf(t, memoryId)).toEqual({
      source: "letter",
      page: 3,
      mood: "glad",
      entities: ["Anna"],
      merged: { source: ["call", "rumour"] },
    });
  });

  test("records each wording with how often it came", async () => {
    const t = setup();
    const { memoryId } = await store(t, "The tide turns at noon.");
    await store(t, "the tide turns at noon");
    await store(t, "the tide turns at noon");
    await store(t, "The tide turns at noon.", { type: "episodic" });
    const merges = await mergesOf(t, memoryId);
    expect(merges.map(({ type, content, times }) => ({ type, content, times }))).toEqual(
      expect.arrayContaining([
        { type: "semantic", content: "the tide turns at noon", times: 2 },
        { type: "episodic", content: "The tide turns at noon.", times: 1 },
      ]),
    );
    expect(merges).toHaveLength(2);
  });

  test("keeps with its record what finds no room in the metadata", async () => {
    const t = setup();
    const { memoryId } = await store(t, "The tide turns at noon.");
    for (let i = 0; i < 4; i++) {
      const metadata = JSON.stringify({ [`page${i}`]: "x".repeat(15_000), small: i });
      await store(t, "The tide turns at noon.", { metadata });
    }
    const metadata = await metadataOf(t, memoryId);
    expect(metadata).toMatchObject({ small: 0, merged: { small: [1, 2, 3] } });
    expect(JSON.stringify(metadata).length).toBeLessThanOrEqual(32 * 1024);
    const kept = (await mergesOf(t, memoryId)).flatMap((row) =>
      Object.keys(JSON.parse(row.metadata ?? "{}")),
    );
    expect([...Object.keys(metadata), ...kept]).toEqual(
      expect.arrayContaining(["page0", "page1", "page2", "page3"]),
    );
  });

  test("moves the totals, and the memory's place in lists by importance", async () => {
    const t = setup();
    const { memoryId } = await store(t, "The tide turns at noon.", { importance: 0.2, confidence: 0.5 });
    const before = await totals(t);
    await store(t, "The tide turns at noon", { importance: 0.75, confidence: 0.8, metadata: '{"a":1}' });
    const after = await totals(t);
    expect(after.importanceSum).toBe(750_000);
    expect(after.confidenceSum).toBe(800_000);
    expect(after.unique).toBe(1);
    expect(after.bytes).toBeGreaterThan(before.bytes);
    expect(after.salienceSum).toBe(Totals.millionths((await memoryOf(t, memoryId)).salience));
    const important = await t.run((ctx) =>
      Memories.list(ctx, { limit: 10, offset: 0, minImportance: 0.7, type: "semantic" }),
    );
    expect(important.total).toBe(1);
    const text = await t.run((ctx) => ctx.db.query("texts").first());
    expect(text?.importance).toBe(0.75);
  });

  test("moves the memory, and no other, in the lists by importance, and fades it as slowly as it matters", async () => {
    const t = setup();
    await store(t, "Rye bread takes a day.", { importance: 0.1 });
    await store(t, "We met at the quay.", { type: "episodic", importance: 0.1 });
    const { memoryId } = await store(t, "The tide turns at noon.", { importance: 0.2 });
    await store(t, "The ferry is blue.", { importance: 0.1 });
    await store(t, "The tide turns at noon", { importance: 0.75 });
    for (const scope of [{}, { type: "semantic" as const }]) {
      const page = { limit: 10, offset: 0, minImportance: 0.15, ...scope };
      const { memories } = await t.run((ctx) => Memories.list(ctx, page));
      expect(memories.map(({ _id }) => _id)).toEqual([memoryId]);
    }
    expect((await t.run((ctx) => Presence.of(ctx, memoryId))).importance).toBe(0.75);
  });

  test("unites the names, as many as a memory has", async () => {
    const t = setup();
    const names = (from: number) =>
      Array.from({ length: 12 }, (_, i) => `Anna${"abcdefghijklmnopqrstuvwx"[from + i]}`);
    const known = `The guests were ${names(0).join(", ")}.`;
    const { memoryId } = await store(t, known);
    const merged = async () => await t.run(async (ctx) => (await ctx.db.get("memories", memoryId))?.entities);
    expect(await merged()).toEqual(names(0));
    await t.run(async (ctx) => ctx.db.patch("memories", memoryId, { entities: names(12) }));
    await store(t, known);
    expect(await merged()).toEqual([...names(12), ...names(0).slice(0, 4)]);
  });

  test("counts towards the next reflection what it adds to the importance of what the world told", async () => {
    const t = setup();
    await store(t, "The tide turns at noon.", { importance: 0.25 });
    const gained = async (fields: Partial<Fields>) => {
      const before = (await totals(t)).importanceSinceReflection;
      await store(t, "The tide turns at noon.", fields);
      return (await totals(t)).importanceSinceReflection - before;
    };
    expect(await gained({ importance: 0.5 })).toBe(250_000);
    expect(await gained({ importance: 0.1 })).toBe(0);
    expect(await gained({ importance: 0.75, type: "reflection" })).toBe(0);
  });

  test("keeps the same whichever came first", async () => {
    const one = { importance: 0.3, confidence: 0.9, metadata: '{"source":"letter","list":[1,2]}' };
    const other = { importance: 0.6, confidence: 0.2, metadata: '{"source":"call","page":{"a":1}}' };
    const kept = async (fields: Partial<Fields>[]) => {
      const t = setup();
      for (const each of fields) await store(t, "The tide turns at noon.", each);
      const { memories } = await t.run((ctx) => Memories.list(ctx, { limit: 10, offset: 0 }));
      const [{ importance, confidence, metadata } = { importance: 0, confidence: 0, metadata: "{}" }] =
        memories;
      const { merged, ...own }: Record<string, unknown> = JSON.parse(metadata);
      const values = [own.source, ...Object.values(merged ?? {}).flat()].sort();
      return { importance, confidence, values, list: own.list, page: own.page };
    };
    expect(await kept([one, other])).toEqual(await kept([other, one]));
  });
});

describe("with vectors", () => {
  const MODEL = "embedder";
  const env = { EMBEDDING_API_KEY: "key", EMBEDDING_MODEL: MODEL };
  /** A unit vector at an angle from the first axis, whose cosine to it is `cosine`. */
  const vectorAt = (cosine: number) => {
    const vector = new Array<number>(1536).fill(0);
    vector[0] = cosine;
    vector[1] = Math.sqrt(1 - cosine * cosine);
    return vector;
  };
  const embeddingAt = (cosine: number) => ({ embedding: { model: MODEL, vector: vectorAt(cosine) } });

  test("a new memory gets its vector in the same mutation, and waits for none", async () => {
    const t = setup(env);
    const { memoryId } = await store(t, "The tide turns at noon.", {}, embeddingAt(1));
    await t.run(async (ctx) => {
      const text = await ctx.db
        .query("texts")
        .withIndex("by_owner", (q) => q.eq("owner", memoryId))
        .unique();
      expect(text?.embeddedBy).toBe(MODEL);
      expect(await ctx.db.query("toEmbed").take(1)).toEqual([]);
      const [vector] = await ctx.db.query("vectors").take(2);
      const day = text?.day ?? 0;
      expect(vector).toMatchObject(filterValues(MODEL, { space: "memory", facet: "semantic", day }));
    });
  });

  const KNOWN = "The bridge over the mill stream is closed for repairs until further notice";
  const PARAPHRASE = "Until further notice the bridge over the mill stream stays shut for repair works";

  test("the cosine decides what words alone leave open, and words what it can't see", async () => {
    const t = setup(env);
    const { memoryId } = await store(t, KNOWN, {}, embeddingAt(1));
    const other = "The bridge over the mill stream is not closed for repairs until further notice";
    expect(await store(t, other, {}, embeddingAt(0.99))).toMatchObject({ kind: "new" });
    const found = await store(t, PARAPHRASE, {}, embeddingAt(0.95));
    expect(found).toMatchObject({ kind: "merged", memoryId });
    expect(found.kind === "merged" && found.similarity).toBeCloseTo(0.95, 5);
  });

  test("likeness in words is not enough where meanings are apart", async () => {
    const t = setup(env);
    await store(t, KNOWN, {}, embeddingAt(1));
    expect(await store(t, PARAPHRASE, {}, embeddingAt(0.6))).toMatchObject({ kind: "new" });
  });

  test("vectors of another model are not compared", async () => {
    const t = setup(env);
    const { memoryId } = await store(t, KNOWN, {}, embeddingAt(1));
    await t.run(async (ctx) => {
      const [text] = await ctx.db.query("texts").take(1);
      if (text !== undefined) await ctx.db.patch("texts", text._id, { embeddedBy: "an older one" });
    });
    const like = KNOWN.replace("is closed", "is still closed");
    expect(await store(t, like, {}, embeddingAt(0.1))).toMatchObject({ kind: "merged", memoryId });
  });
});

describe("an idempotency key", () => {
  const claim = { slot: "slot", bodyHash: "hash" };

  test("gives the first answer again and merges nothing", async () => {
    const t = setup();
    const first = await store(t, "The tide turns at noon.", {}, { claim });
    expect(await store(t, "The tide turns at noon.", {}, { claim })).toEqual(first);
    expect(await mergesOf(t, first.memoryId)).toEqual([]);
  });
});

describe("what the agent says itself", () => {
  test("is the world's word, too, once somebody has told it, and stays that", async () => {
    const t = setup();
    const said = async (author: "self" | "world") => {
      const memory = { type: "semantic", content: "The tide turns at noon.", author } as const;
      const { memoryId } = await t.run((ctx) =>
        storeOrMerge(ctx, Date.now(), readSettings({}), memory, NOTHING_FOUND),
      );
      return await t.run(async (ctx) => (await ctx.db.get("memories", memoryId))?.author);
    };
    expect(await said("self")).toBe("self");
    expect(await said("self")).toBe("self");
    expect(await said("world")).toBe("world");
    expect(await said("self")).toBe("world");
  });

  test("makes a memory no surer", async () => {
    const t = setup();
    const { memoryId } = await store(t, "The tide turns at noon.", { confidence: 0.4 });
    await t.run(async (ctx) => {
      await storeOrMerge(
        ctx,
        Date.now(),
        readSettings({}),
        { type: "semantic", content: "The tide turns at noon.", confidence: 0.9, author: "self" },
        NOTHING_FOUND,
      );
    });
    expect((await memoryOf(t, memoryId)).confidence).toBe(0.4);
  });
});
