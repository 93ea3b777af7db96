import {
  actionGeneric,
  defineSchema,
  defineTable,
  makeFunctionReference,
  mutationGeneric as mutation,
  type ActionBuilder,
  type DataModelFromSchemaDefinition,
} from "convex/server";
import { v } from "convex/values";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openTestEngine, temporaryFolder, testApp, type TestEngine } from "../../test/testApp";
import type { ConvexJson } from "../types";

const DIMENSIONS = 5;

const schema = defineSchema({
  memories: defineTable(v.any()).vectorIndex("by_embedding", {
    vectorField: "embedding",
    dimensions: DIMENSIONS,
    filterFields: ["kind", "meta.mood"],
  }),
  plain: defineTable(v.any()).vectorIndex("by_vector", { vectorField: "vector", dimensions: 2 }),
});

/** Typed with the schema: the generic builder does not know the filter fields. */
const action = actionGeneric as ActionBuilder<DataModelFromSchemaDefinition<typeof schema>, "public">;

const apply = makeFunctionReference<"mutation", { writes: unknown[]; fail: boolean }, string[]>(
  "memories:apply",
);

const memories = {
  add: mutation({
    args: { documents: v.array(v.any()) },
    handler: async (ctx, { documents }) => {
      const ids = [];
      for (const document of documents) ids.push(await ctx.db.insert("memories", document));
      return ids;
    },
  }),
  addPlain: mutation({
    args: { document: v.any() },
    handler: (ctx, { document }) => ctx.db.insert("plain", document),
  }),
  patch: mutation({
    args: { id: v.id("memories"), changes: v.any() },
    handler: (ctx, { id, changes }) => ctx.db.patch("memories", id, changes),
  }),
  remove: mutation({
    args: { id: v.id("memories") },
    handler: (ctx, { id }) => ctx.db.delete("memories", id),
  }),
  addThenFail: mutation({
    args: { document: v.any() },
    handler: async (ctx, { document }) => {
      await ctx.db.insert("memories", document);
      throw new Error("after the insert");
    },
  }),
  nearest: action({
    args: {
      vector: v.any(),
      limit: v.optional(v.number()),
      kinds: v.optional(v.array(v.any())),
      mood: v.optional(v.any()),
    },
    handler: (ctx, { vector, limit, kinds, mood }) => {
      const isFiltered = kinds !== undefined || mood !== undefined;
      return ctx.vectorSearch("memories", "by_embedding", {
        vector,
        ...(limit === undefined ? {} : { limit }),
        ...(isFiltered
          ? {
              filter: (q) =>
                q.or(
                  ...(kinds ?? []).map((kind) => q.eq("kind", kind as unknown)),
                  ...(mood === undefined ? [] : [q.eq("meta.mood", mood as unknown)]),
                ),
            }
          : {}),
      });
    },
  }),
  withoutKind: action({
    args: { vector: v.any() },
    handler: (ctx, { vector }) =>
      ctx.vectorSearch("memories", "by_embedding", { vector, filter: (q) => q.eq("kind", undefined) }),
  }),
  nearestPlain: action({
    args: { vector: v.any() },
    handler: (ctx, { vector }) => ctx.vectorSearch("plain", "by_vector", { vector }),
  }),
  wrongIndex: action({
    args: {},
    handler: (ctx) => ctx.vectorSearch("plain", "by_text" as "by_vector", { vector: [1, 2] }),
  }),
  wrongFilter: action({
    args: {},
    handler: (ctx) =>
      ctx.vectorSearch("plain", "by_vector", {
        vector: [1, 2],
        filter: (q) => q.eq("kind" as never, 1 as never),
      }),
  }),
  addAndSearch: action({
    args: { document: v.any() },
    handler: async (ctx, { document }) => {
      const [id] = await ctx.runMutation(makeFunctionReference<"mutation">("memories:add"), {
        documents: [document],
      });
      const found = await ctx.vectorSearch("memories", "by_embedding", {
        vector: document.embedding,
        limit: 1,
      });
      return found[0]?._id === id;
    },
  }),
  apply: mutation({
    args: { writes: v.array(v.any()), fail: v.boolean() },
    handler: async (ctx, { writes, fail }) => {
      for (const write of writes) {
        const all = await ctx.db.query("memories").collect();
        const target = all[write.target % Math.max(all.length, 1)];
        if (write.op === "nested") {
          try {
            await ctx.runMutation(apply, { writes: write.writes, fail: write.fail });
          } catch (error) {
            if (!String(error).includes("as asked")) throw error;
          }
        } else if (write.op === "insert" || target === undefined)
          await ctx.db.insert("memories", write.document);
        else if (write.op === "replace") await ctx.db.replace("memories", target._id, write.document);
        else if (write.op === "patch")
          await ctx.db.patch("memories", target._id, { kind: write.document.kind });
        else await ctx.db.delete("memories", target._id);
      }
      if (fail) throw new Error("as asked");
    },
  }),
};

const app = testApp({ "": { modules: { memories }, schema } });

let folder: ReturnType<typeof temporaryFolder>;
let host: TestEngine;
beforeEach(async () => {
  folder = temporaryFolder();
  host = await openTestEngine(app, folder.path);
});
afterEach(async () => {
  await host.close();
  folder.remove();
});

/** Closes the engine and opens one on the database in `next`. */
async function reopen(next: typeof folder): Promise<void> {
  await host.close();
  if (next !== folder) folder.remove();
  folder = next;
  host = await openTestEngine(app, folder.path);
}

interface Found {
  _id: string;
  _score: number;
}
type Fields = { [field: string]: ConvexJson };

const add = async (...documents: ConvexJson[]) =>
  (await host.mutation("memories:add", { documents })) as string[];
const nearest = async (vector: ConvexJson, options: Fields = {}) =>
  (await host.action("memories:nearest", { vector, ...options })) as unknown as Found[];
const idsOf = (found: readonly Found[]) => found.map(({ _id }) => _id);

/** All documents with a valid vector, sorted by cosine, best first. */
async function bruteForce(vector: readonly number[], accepts: (document: Fields) => boolean = () => true) {
  const texts = await host.engine.read((db) =>
    db.rows(
      "SELECT json FROM documents d JOIN tablets t ON t.id = d.tablet WHERE t.name = 'memories' ORDER BY seq",
    ),
  );
  return texts
    .map(([json]) => JSON.parse(String(json)) as Fields)
    .filter(({ embedding }) => isVector(embedding))
    .filter(accepts)
    .map(({ _id, embedding }) => ({ _id: String(_id), _score: cosine(vector, embedding as number[]) }))
    .sort((a, b) => b._score - a._score);
}

function isVector(value: ConvexJson | undefined): boolean {
  if (!Array.isArray(value) || value.length !== DIMENSIONS) return false;
  return value.every((element) => typeof element === "number");
}

function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = (x: readonly number[], y: readonly number[]) =>
    x.reduce((sum, value, i) => sum + value * (y[i] ?? 0), 0);
  const lengths = Math.sqrt(dot(a, a) * dot(b, b));
  return lengths === 0 ? 0 : dot(a, b) / lengths;
}

/** Compares documents and scores. Documents with equal scores may be in any order. */
function expectSame(found: readonly Found[], expected: readonly Found[]): void {
  for (const [i, { _score }] of found.entries()) expect(_score).toBeCloseTo(expected[i]?._score ?? NaN, 4);
  const scores = new Map(expected.map(({ _id, _score }) => [_id, _score]));
  for (const { _id, _score } of found) expect(_score).toBeCloseTo(scores.get(_id) ?? NaN, 4);
  expect(new Set(idsOf(found)).size).toBe(found.length);
}

// Integers, so that different scores differ by more than rounding errors.
const vector = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: DIMENSIONS, maxLength: DIMENSIONS });
const document = fc.record(
  {
    embedding: fc.oneof(
      { weight: 6, arbitrary: vector },
      { weight: 1, arbitrary: fc.constantFrom<ConvexJson>(null, [1, 2], ["a", 1, 2, 3, 4], "vector") },
    ),
    kind: fc.constantFrom("a", "b", "c"),
    meta: fc.record({ mood: fc.constantFrom("calm", "tense") }),
  },
  { requiredKeys: ["kind"] },
);
interface Write {
  op: string;
  target: number;
  document: object;
  writes?: Write[];
  fail?: boolean;
}
const write: fc.Arbitrary<Write> = fc.record({
  op: fc.constantFrom("insert", "insert", "insert", "replace", "patch", "delete"),
  target: fc.nat(50),
  document,
});
const nested: fc.Arbitrary<Write> = fc.record({
  op: fc.constant("nested"),
  target: fc.constant(0),
  document: fc.constant({}),
  writes: fc.array(write, { maxLength: 4 }),
  fail: fc.boolean(),
});
const mutations = fc.array(
  fc.record({
    writes: fc.array(fc.oneof({ weight: 4, arbitrary: write }, { weight: 1, arbitrary: nested }), {
      maxLength: 8,
    }),
    fail: fc.boolean(),
  }),
  { minLength: 1, maxLength: 6 },
);

describe("ctx.vectorSearch", () => {
  it("returns the nearest documents by cosine, nearest first", async () => {
    const [same, opposite, other] = await add(
      { embedding: [1, 2, 3, 4, 5] },
      { embedding: [-1, -2, -3, -4, -5] },
      { embedding: [1, 0, 0, 0, 0] },
    );
    const found = await nearest([10, 20, 30, 40, 50]);
    expect(idsOf(found)).toEqual([same, other, opposite]);
    expect(found[0]?._score).toBeCloseTo(1, 6);
    expect(found[1]?._score).toBeCloseTo(1 / Math.sqrt(55), 6);
    expect(found[2]?._score).toBeCloseTo(-1, 6);
  });

  it("equals brute force over the documents after any writes, including nested and rolled back ones", async () => {
    await fc.assert(
      fc.asyncProperty(mutations, vector, fc.constantFrom("a", "b", "c"), async (all, query, kind) => {
        await reopen(temporaryFolder());
        for (const { writes, fail } of all) {
          const args = { writes: writes as unknown as ConvexJson, fail };
          const run = host.mutation("memories:apply", args);
          if (fail) await expect(run).rejects.toThrow("as asked");
          else await run;
          const every = await bruteForce(query);
          const found = await nearest(query, { limit: 256 });
          expect(found).toHaveLength(Math.min(every.length, 256));
          expectSame(found, every);
          const some = await bruteForce(query, (found) => found.kind === kind || moodOf(found) === "calm");
          expectSame(await nearest(query, { limit: 5, kinds: [kind], mood: "calm" }), some);
        }
        // An index loaded from the file equals the one that applied the commits.
        const before = await nearest(query, { limit: 256 });
        await reopen(folder);
        expectSame(await nearest(query, { limit: 256 }), before);
      }),
      { numRuns: 12 },
    );
  });

  it("ignores documents whose field is not a vector of the index's dimensions", async () => {
    await add(
      { embedding: [1, 2, 3] },
      { embedding: "vector" },
      {},
      { embedding: [1, 2, 3, 4, { $integer: "AQAAAAAAAAA=" }] },
    );
    expect(await nearest([1, 2, 3, 4, 5])).toEqual([]);
  });

  it("returns ten results by default and up to the limit otherwise", async () => {
    await add(...Array.from({ length: 300 }, (_, i) => ({ embedding: [1, i, 0, 0, 0] })));
    expect(await nearest([1, 1, 1, 1, 1])).toHaveLength(10);
    expect(await nearest([1, 1, 1, 1, 1], { limit: 256 })).toHaveLength(256);
  });

  it("filters by several values and by missing ones", async () => {
    const embedding = [1, 1, 1, 1, 1];
    const [a, b, none] = await add(
      { embedding, kind: "a" },
      { embedding, kind: "b" },
      { embedding },
      { embedding, kind: null },
    );
    expect(idsOf(await nearest(embedding, { kinds: ["a"] }))).toEqual([a]);
    expect(idsOf(await nearest(embedding, { kinds: ["a", "b", "unknown"] }))).toEqual([a, b]);
    expect(idsOf(await nearest(embedding, { kinds: ["unknown"] }))).toEqual([]);
    // An empty "or" is no filter.
    expect(await nearest(embedding, { kinds: [] })).toHaveLength(4);
    const found = (await host.action("memories:withoutKind", { vector: embedding })) as unknown as Found[];
    expect(idsOf(found)).toEqual([none]);
  });

  it("works without filter fields and scores a zero vector 0", async () => {
    await host.mutation("memories:addPlain", { document: { vector: [0, 0] } });
    const found = (await host.action("memories:nearestPlain", { vector: [1, 2] })) as unknown as Found[];
    expect(found.map(({ _score }) => _score)).toEqual([0]);
  });

  it("returns the same results after a preload", async () => {
    await add({ embedding: [1, 2, 3, 4, 5] }, { embedding: [5, 4, 3, 2, 1] });
    const before = await nearest([1, 2, 3, 4, 4]);
    await reopen(folder);
    await host.engine.preload();
    expect(await nearest([1, 2, 3, 4, 4])).toEqual(before);
    const [added] = await add({ embedding: [1, 2, 3, 4, 4] });
    expect(idsOf(await nearest([1, 2, 3, 4, 4]))).toEqual([added, ...idsOf(before)]);
  });

  it("sees what its action wrote before", async () => {
    for (let i = 0; i < 3; i++) {
      const document = { embedding: [i, 1, 2, 3, 4] };
      expect(await host.action("memories:addAndSearch", { document })).toBe(true);
    }
  });

  it("never returns a document that was rolled back", async () => {
    const embedding = [1, 2, 3, 4, 5];
    expect(await nearest(embedding)).toEqual([]);
    await expect(host.mutation("memories:addThenFail", { document: { embedding } })).rejects.toThrow(
      "after the insert",
    );
    expect(await nearest(embedding)).toEqual([]);
  });

  it("sees a consistent snapshot during concurrent writes", async () => {
    const count = 200;
    await add(...Array.from({ length: count }, (_, i) => ({ embedding: [1, i, 0, 0, 0], kind: "old" })));
    // The first search loads the index while the commits change it.
    const searches = Array.from({ length: 20 }, () => nearest([1, 1, 0, 0, 0], { limit: 256 }));
    const writes = Array.from({ length: 20 }, () =>
      host.mutation("memories:apply", {
        writes: [
          { op: "delete", target: 7, document: {} },
          { op: "insert", target: 0, document: { embedding: [1, 3, 0, 0, 0], kind: "new" } },
        ],
        fail: false,
      }),
    );
    for (const found of await Promise.all(searches)) {
      expect(found).toHaveLength(count);
      expect(new Set(idsOf(found)).size).toBe(count);
    }
    await Promise.all(writes);
    expectSame(await nearest([1, 1, 0, 0, 0], { limit: 256 }), await bruteForce([1, 1, 0, 0, 0]));
  });

  it("rejects invalid queries with Convex's messages", async () => {
    await expect(nearest([1, 2])).rejects.toThrow("Expected a vector with dimensions 5, received 2.");
    await expect(nearest([1, 2, 3, 4, 5], { limit: 257 })).rejects.toThrow(
      "Vector queries can fetch at most 256 results, requested 257.",
    );
    await expect(nearest([1, 2, 3, 4, 5], { limit: 0 })).rejects.toThrow("must be a positive integer");
    await expect(
      nearest([1, 2, 3, 4, 5], { kinds: Array.from({ length: 65 }, (_, i) => i) }),
    ).rejects.toThrow(
      "Vector query against memories.by_embedding has too many conditions. Max: 64 Actual: 65",
    );
    await expect(host.action("memories:wrongIndex")).rejects.toThrow("Index plain.by_text not found.");
    await expect(host.action("memories:wrongFilter")).rejects.toThrow(
      'Vector query against plain.by_vector contains a filter on "kind" but that field isn\'t indexed for filtering',
    );
  });
});

function moodOf({ meta }: Fields): ConvexJson | undefined {
  return (meta as Fields | undefined)?.mood;
}
