/** Storing without duplicates: which texts are duplicates. */
import { describe, expect, test } from "vitest";
import { currentSettings } from "../lib/currentSettings";
import { duplicateOf } from "./duplicates";
import { memorySums } from "../../test/functions/recount";
import { storeOrMerge } from "./merge";
import { NO_NEIGHBORS } from "../search/semanticNeighbors";
import { filterValues } from "../embeddings/vectors";
import { readSettings } from "../lib/settings";
import { memoryOf, mergesOf, store } from "../../test/functions/dedup";
import { large, setup } from "../../test/functions/setup";

describe("a duplicate", () => {
  test("is the same text once normalised, whatever its type", async () => {
    const t = setup();
    const first = await store(t, "The ferry leaves at nine.");
    const again = await store(t, "  the FERRY leaves   at nine!", { type: "episodic" });
    expect(again).toEqual({ kind: "merged", memoryId: first.memoryId, similarity: 1 });
    expect((await memoryOf(t, first.memoryId)).content).toBe("The ferry leaves at nine.");
    expect(await memorySums(t)).toMatchObject({ semantic: 1 });
  });

  const KNOWN = "The library in the old harbour opens its new reading room on Saturday.";
  const LIKE = "The library in the old harbour will open its new reading room on Saturday.";

  test("is a text of the same type in slightly different words", async () => {
    const t = setup();
    const { memoryId } = await store(t, KNOWN);
    const again = await store(t, LIKE);
    expect(again).toMatchObject({ kind: "merged", memoryId });
    expect(again.kind === "merged" && again.similarity).toBeGreaterThanOrEqual(0.92);
  });

  test("is not a similar text of another type", async () => {
    const t = setup();
    await store(t, KNOWN);
    expect(await store(t, LIKE, { type: "episodic" })).toMatchObject({ kind: "new" });
  });

  test("is decided by DEDUP_THRESHOLD", async () => {
    const outcome = async (threshold: string, later: string) => {
      const t = setup({ DEDUP_THRESHOLD: threshold });
      await store(t, "The printer on the second floor is slow.");
      return (await store(t, later)).kind;
    };
    const another = "The old printer on the second floor is slow today.";
    expect(await outcome("0.99", another)).toBe("new");
    expect(await outcome("0.8", another)).toBe("merged");
    expect(await outcome("1", "the printer on the second floor is slow")).toBe("merged");
    expect(await outcome("0", "The printer on the second floor is not slow.")).toBe("new");
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

  test("is the most similar of several candidates", async () => {
    const t = setup();
    await store(t, "The library in the old harbour opens a new reading room for children on Saturday.");
    const { memoryId } = await store(t, KNOWN);
    expect(await store(t, LIKE)).toMatchObject({ kind: "merged", memoryId });
  });

  large("is found by its rarest words, though many memories share more of the others", async () => {
    const t = setup();
    // As many words as a query has, in shorter texts, so that by these words alone all of them would come first.
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

describe("with vectors", () => {
  const MODEL = "embedder";
  const env = { EMBEDDING_API_KEY: "key", EMBEDDING_MODEL: MODEL };
  /** A unit vector with this cosine to the first axis. */
  const vectorAt = (cosine: number) => {
    const vector = new Array<number>(1536).fill(0);
    vector[0] = cosine;
    vector[1] = Math.sqrt(1 - cosine * cosine);
    return vector;
  };
  const embeddingAt = (cosine: number) => ({ embedding: { model: MODEL, vector: vectorAt(cosine) } });

  test("a new memory gets its vector in the same mutation", async () => {
    const t = setup(env);
    const { memoryId } = await store(t, "The tide turns at noon.", {}, embeddingAt(1));
    await t.run(async (ctx) => {
      const text = await ctx.db
        .query("searchDocuments")
        .withIndex("by_owner", (q) => q.eq("owner", memoryId))
        .unique();
      expect(text?.embeddedBy).toBe(MODEL);
      expect(await ctx.db.query("embeddingQueue").take(1)).toEqual([]);
      const [vector] = await ctx.db.query("vectors").take(2);
      const day = text?.day ?? 0;
      expect(vector).toMatchObject(
        filterValues(MODEL, { space: "memory", scope: "", facet: "semantic", day }),
      );
    });
  });

  const KNOWN = "The bridge over the mill stream is closed for repairs until further notice";
  const PARAPHRASE = "Until further notice the bridge over the mill stream stays shut for repair works";

  test("a paraphrase of near meaning is merged, a negation is not", async () => {
    const t = setup(env);
    const { memoryId } = await store(t, KNOWN, {}, embeddingAt(1));
    const other = "The bridge over the mill stream is not closed for repairs until further notice";
    expect(await store(t, other, {}, embeddingAt(0.99))).toMatchObject({ kind: "new" });
    const found = await store(t, PARAPHRASE, {}, embeddingAt(0.95));
    expect(found).toMatchObject({ kind: "merged", memoryId });
    expect(found.kind === "merged" && found.similarity).toBeGreaterThanOrEqual(0.92);
  });

  test("a text of similar words but another meaning is not merged", async () => {
    const t = setup(env);
    await store(t, KNOWN, {}, embeddingAt(1));
    expect(await store(t, PARAPHRASE, {}, embeddingAt(0.6))).toMatchObject({ kind: "new" });
  });

  test("comparing texts reads no vector", async () => {
    const t = setup(env);
    await store(t, KNOWN, {}, embeddingAt(1));
    const nearest = await t.run(async (ctx) => {
      const [vector] = await ctx.db.query("vectors").take(1);
      return vector === undefined ? [] : [vector._id];
    });
    const vectorBytes = 8 * 1536;
    const read = await t.run(async (ctx) => {
      const settings = currentSettings();
      const found = { ...embeddingAt(0.95), nearest };
      const duplicate = await duplicateOf(ctx, settings, { type: "semantic", content: PARAPHRASE }, found);
      expect(duplicate?.similarity).toBeGreaterThanOrEqual(0.92);
      return (await ctx.meta.getTransactionMetrics()).bytesRead.used;
    });
    expect(read).toBeLessThan(vectorBytes);
  });

  test("vectors of another model are not compared", async () => {
    const t = setup(env);
    const { memoryId } = await store(t, KNOWN, {}, embeddingAt(1));
    await t.run(async (ctx) => {
      const [text] = await ctx.db.query("searchDocuments").take(1);
      if (text !== undefined) await ctx.db.patch("searchDocuments", text._id, { embeddedBy: "an older one" });
    });
    const like = KNOWN.replace("is closed", "is still closed");
    expect(await store(t, like, {}, embeddingAt(0.1))).toMatchObject({ kind: "merged", memoryId });
  });
});

describe("an idempotency key", () => {
  const claim = { kind: "storeMemoryOnce", token: "write" as const, key: { slot: "slot", bodyHash: "hash" } };

  test("repeats the first answer and merges nothing", async () => {
    const t = setup();
    const first = await store(t, "The tide turns at noon.", {}, { claim });
    expect(await store(t, "The tide turns at noon.", {}, { claim })).toEqual(first);
    expect(await mergesOf(t, first.memoryId)).toEqual([]);
  });
});

describe("the agent's own words", () => {
  test("become evidence once somebody else says the same", async () => {
    const t = setup();
    const said = async (author: "self" | "world") => {
      const memory = { type: "semantic", content: "The tide turns at noon.", author } as const;
      const { memoryId } = await t.run((ctx) =>
        storeOrMerge(ctx, Date.now(), readSettings({}), memory, NO_NEIGHBORS),
      );
      return await t.run(async (ctx) => (await ctx.db.get("memories", memoryId))?.author);
    };
    expect(await said("self")).toBe("self");
    expect(await said("self")).toBe("self");
    expect(await said("world")).toBe("world");
    expect(await said("self")).toBe("world");
  });

  test("raise no confidence", async () => {
    const t = setup();
    const { memoryId } = await store(t, "The tide turns at noon.", { confidence: 0.4 });
    await t.run(async (ctx) => {
      await storeOrMerge(
        ctx,
        Date.now(),
        readSettings({}),
        { type: "semantic", content: "The tide turns at noon.", confidence: 0.9, author: "self" },
        NO_NEIGHBORS,
      );
    });
    expect((await memoryOf(t, memoryId)).confidence).toBe(0.4);
  });
});
