import {
  defineSchema,
  defineTable,
  mutationGeneric as mutation,
  paginationOptsValidator,
  queryGeneric as query,
  type DataModelFromSchemaDefinition,
  type QueryBuilder,
} from "convex/server";
import { v } from "convex/values";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ConvexJson, ConvexObject, ReadSet } from "../types";
import { openTestEngine, temporaryFolder, TEST_META, testApp, type TestEngine } from "../../test/testApp";

const schema = defineSchema({
  items: defineTable({ list: v.string(), n: v.number(), even: v.boolean(), tag: v.optional(v.string()) })
    .index("by_list", ["list", "n"])
    .index("by_tag", ["tag"]),
});

/** Typed with the fields of the indexes, which the generic builder lacks. */
const typedQuery: QueryBuilder<DataModelFromSchemaDefinition<typeof schema>, "public"> = query;

const items = {
  fill: mutation({
    args: { list: v.string(), count: v.number() },
    handler: async (ctx, { list, count }) => {
      for (let n = 0; n < count; n++) await ctx.db.insert("items", { list, n, even: n % 2 === 0 });
    },
  }),
  add: mutation({
    args: { list: v.string(), n: v.number() },
    handler: (ctx, { list, n }) => ctx.db.insert("items", { list, n, even: n % 2 === 0 }),
  }),
  remove: mutation({ args: { id: v.any() }, handler: (ctx, { id }) => ctx.db.delete("items", id) }),
  change: mutation({
    args: { id: v.any(), n: v.optional(v.number()), even: v.optional(v.boolean()) },
    handler: (ctx, { id, ...changes }) => ctx.db.patch("items", id, changes),
  }),
  get: query({ args: { id: v.any() }, handler: (ctx, { id }) => ctx.db.get("items", id) }),
  range: typedQuery({
    args: {
      list: v.string(),
      from: v.number(),
      below: v.number(),
      order: v.union(v.literal("asc"), v.literal("desc")),
    },
    handler: async (ctx, { list, from, below, order }) => {
      const found = ctx.db
        .query("items")
        .withIndex("by_list", (q) => q.eq("list", list).gte("n", from).lt("n", below))
        .order(order);
      return (await found.collect()).map(({ n }) => n);
    },
  }),
  take: query({
    args: { list: v.string(), count: v.number(), order: v.union(v.literal("asc"), v.literal("desc")) },
    handler: async (ctx, { list, count, order }) => {
      const found = ctx.db
        .query("items")
        .withIndex("by_list", (q) => q.eq("list", list))
        .order(order);
      return (await found.take(count)).map(({ n }) => n);
    },
  }),
  firstEven: query({
    args: { list: v.string() },
    handler: (ctx, { list }) =>
      ctx.db
        .query("items")
        .withIndex("by_list", (q) => q.eq("list", list))
        .filter((q) => q.and(q.eq(q.field("even"), true), q.gt(q.field("n"), 0)))
        .first(),
  }),
  wrongOrder: query({
    args: {},
    handler: (ctx) =>
      ctx.db
        .query("items")
        .withIndex("by_list", (q) => q.eq("n", 1))
        .collect(),
  }),
  boundOutOfOrder: query({
    args: {},
    handler: (ctx) =>
      ctx.db
        .query("items")
        .withIndex("by_list", (q) => q.gt("n", 1))
        .collect(),
  }),
  untagged: query({
    args: { order: v.union(v.literal("lt"), v.literal("eq")) },
    handler: (ctx, { order }) =>
      ctx.db
        .query("items")
        .withIndex("by_tag", (q) => (order === "lt" ? q.lt("tag", "a") : q.eq("tag", undefined)))
        .first(),
  }),
  page: query({
    args: { list: v.string(), paginationOpts: paginationOptsValidator },
    handler: async (ctx, { list, paginationOpts }) => {
      const page = await ctx.db
        .query("items")
        .withIndex("by_list", (q) => q.eq("list", list))
        .paginate(paginationOpts);
      return { ...page, page: page.page.map(({ n }) => n) };
    },
  }),
  twoPages: query({
    args: { paginationOpts: paginationOptsValidator },
    handler: async (ctx, { paginationOpts }) => {
      await ctx.db.query("items").paginate(paginationOpts);
      await ctx.db.query("items").paginate(paginationOpts);
    },
  }),
  drain: mutation({
    args: { list: v.string() },
    handler: async (ctx, { list }) => {
      let count = 0;
      for await (const item of ctx.db.query("items").withIndex("by_list", (q) => q.eq("list", list))) {
        await ctx.db.delete("items", item._id);
        count += 1;
      }
      return count;
    },
  }),
  grow: mutation({
    args: { list: v.string() },
    handler: async (ctx, { list }) => {
      const seen: number[] = [];
      for await (const { n } of ctx.db.query("items").withIndex("by_list", (q) => q.eq("list", list))) {
        seen.push(n);
        if (n < 5) await ctx.db.insert("items", { list, n: n + 1, even: false });
      }
      return seen;
    },
  }),
};

const folder = temporaryFolder();
let host: TestEngine;
beforeAll(async () => {
  host = await openTestEngine(testApp({ "": { modules: { items }, schema } }), folder.path);
  await host.mutation("items:fill", { list: "ten", count: 10 });
  await host.mutation("items:fill", { list: "long", count: 600 });
});
afterAll(async () => {
  await host.close();
  folder.remove();
});

/** Runs a query and returns its read set. */
function track(name: string, args: ConvexJson, journal: string | null = null) {
  const address = { componentPath: "", name: `items:${name}` };
  return host.engine.snapshot(async (snapshot) => {
    const outcome = await snapshot.query(address, args, { visibility: "any", meta: TEST_META, journal });
    if (!outcome.ok) throw new Error(outcome.error.message);
    return { value: JSON.parse(outcome.value) as ConvexJson, reads: outcome.reads, journal: outcome.journal };
  });
}

/** Whether a mutation's writes invalidate a query with these reads. */
async function wakes(reads: ReadSet, name: string, args: ConvexJson): Promise<boolean> {
  let woken = false;
  const stop = host.engine.onCommit(({ writes }) => {
    woken =
      [...writes.ids].some((id) => reads.ids.has(id)) ||
      writes.keys.some(({ indexId, key }) =>
        reads.intervals.some(
          ({ indexId: id, start, end }) =>
            id === indexId &&
            Buffer.compare(key, start) >= 0 &&
            (end === null || Buffer.compare(key, end) < 0),
        ),
      );
  });
  await host.mutation(`items:${name}`, args);
  stop();
  return woken;
}

describe("an index range", () => {
  it("respects its bounds in both orders", async () => {
    const range = { list: "ten", from: 3, below: 6 };
    expect(await host.query("items:range", { ...range, order: "asc" })).toEqual([3, 4, 5]);
    expect(await host.query("items:range", { ...range, order: "desc" })).toEqual([5, 4, 3]);
  });

  it("reads many batches", async () => {
    const range = { list: "long", from: 0, below: 1000, order: "desc" };
    expect(await host.query("items:range", range)).toEqual(Array.from({ length: 600 }, (_, i) => 599 - i));
  });

  it("sorts documents without the field before any value", async () => {
    expect(await host.query("items:untagged", { order: "lt" })).not.toBeNull();
    expect(await host.query("items:untagged", { order: "eq" })).not.toBeNull();
  });

  it("rejects fields out of order, with both orders in the message", async () => {
    await expect(host.query("items:wrongOrder")).rejects.toThrow(
      /didn't use the index fields in order\.\nIndex fields: \["list","n","_creationTime"\]\nQuery fields: \["n"\]/,
    );
    await expect(host.query("items:boundOutOfOrder")).rejects.toThrow("didn't use the index fields in order");
  });
});

describe("operators", () => {
  const TEN: ConvexJson = { type: "Eq", fieldPath: "list", value: "ten" };
  const EVEN: ConvexJson = { filter: { $eq: [{ $field: "even" }, { $literal: true }] } };
  const raw = (operators: ConvexJson[]) => {
    const source = { type: "IndexRange", indexName: "items.by_list", range: [TEN], order: "asc" };
    return JSON.stringify({ query: { source, operators } });
  };

  it("exclude documents that a filter rejects", async () => {
    expect(await host.query("items:firstEven", { list: "ten" })).toMatchObject({ n: 2 });
  });

  it("apply in the order of the calls", async () => {
    const run = query({
      args: { query: v.string() },
      handler: async (_ctx, args) => {
        const convex = (globalThis as unknown as { Convex: ConvexSyscalls }).Convex;
        const { queryId } = JSON.parse(convex.syscall("1.0/queryStream", args.query)) as { queryId: number };
        const found: number[] = [];
        for (;;) {
          const text = await convex.asyncSyscall("1.0/queryStreamNext", JSON.stringify({ queryId }));
          const { value, done } = JSON.parse(text) as { value: { n: number }; done: boolean };
          if (done) return found;
          found.push(value.n);
        }
      },
    });
    const own = temporaryFolder();
    const engine = await openTestEngine(
      testApp({ "": { modules: { items, raw: { run } }, schema } }),
      own.path,
    );
    await engine.mutation("items:fill", { list: "ten", count: 10 });
    expect(await engine.query("raw:run", { query: raw([{ limit: 4 }, EVEN]) })).toEqual([0, 2]);
    expect(await engine.query("raw:run", { query: raw([EVEN, { limit: 4 }]) })).toEqual([0, 2, 4, 6]);
    await engine.close();
    own.remove();
  });
});

interface ConvexSyscalls {
  syscall(op: string, args: string): string;
  asyncSyscall(op: string, args: string): Promise<string>;
}

describe("a mutation that reads what it writes", () => {
  it("may delete the documents it reads", async () => {
    await host.mutation("items:fill", { list: "drained", count: 100 });
    expect(await host.mutation("items:drain", { list: "drained" })).toBe(100);
    expect(await host.query("items:take", { list: "drained", count: 1, order: "asc" })).toEqual([]);
  });

  it("sees documents written ahead of its reading", async () => {
    await host.mutation("items:add", { list: "growing", n: 1 });
    expect(await host.mutation("items:grow", { list: "growing" })).toEqual([1, 2, 3, 4, 5]);
  });
});

describe("the read set of a query", () => {
  it("ends with the last document it returned", async () => {
    await host.mutation("items:fill", { list: "watched", count: 10 });
    const { reads } = await track("take", { list: "watched", count: 3, order: "asc" });
    expect(await wakes(reads, "add", { list: "watched", n: 5 })).toBe(false);
    expect(await wakes(reads, "add", { list: "watched", n: 1.5 })).toBe(true);
    const third = await host.mutation("items:add", { list: "watched", n: 1.75 });
    const again = await track("take", { list: "watched", count: 4, order: "asc" });
    expect(again.value).toEqual([0, 1, 1.5, 1.75]);
    expect(await wakes(again.reads, "change", { id: third, even: true })).toBe(true);
    const last = await track("take", { list: "watched", count: 3, order: "desc" });
    expect(await wakes(last.reads, "add", { list: "watched", n: 6 })).toBe(false);
    expect(await wakes(last.reads, "add", { list: "watched", n: 8.5 })).toBe(true);
    const lowest = await host.mutation("items:add", { list: "watched", n: 8.75 });
    const lastTwo = await track("take", { list: "watched", count: 2, order: "desc" });
    expect(lastTwo.value).toEqual([9, 8.75]);
    expect(await wakes(lastTwo.reads, "change", { id: lowest, even: true })).toBe(true);
  });

  it("covers a whole range that was read to its end", async () => {
    const { reads } = await track("take", { list: "short", count: 3, order: "asc" });
    expect(await wakes(reads, "add", { list: "short", n: 1 })).toBe(true);
  });

  it("is affected by a document that changes in its range, leaves it, enters it or is removed", async () => {
    const { reads } = await track("range", { list: "moving", from: 0, below: 10, order: "asc" });
    const id = await host.mutation("items:add", { list: "moving", n: 20 });
    expect(await wakes(reads, "change", { id, n: 30 })).toBe(false);
    expect(await wakes(reads, "change", { id, n: 5 })).toBe(true);
    expect(await wakes(reads, "change", { id, even: false })).toBe(true);
    expect(await wakes(reads, "change", { id, n: 40 })).toBe(true);
    expect(await wakes(reads, "remove", { id })).toBe(false);
    const inRange = await host.mutation("items:add", { list: "moving", n: 5 });
    expect(await wakes(reads, "remove", { id: inRange })).toBe(true);
  });

  it("includes only the documents read by id, even if missing", async () => {
    const id = await host.mutation("items:add", { list: "got", n: 1 });
    const other = await host.mutation("items:add", { list: "got", n: 2 });
    const { reads } = await track("get", { id });
    expect(await wakes(reads, "change", { id: other, n: 3 })).toBe(false);
    expect(await wakes(reads, "change", { id, n: 3 })).toBe(true);
    expect(await wakes(reads, "remove", { id })).toBe(true);
    const gone = await track("get", { id });
    expect(gone.value).toBeNull();
    expect([...gone.reads.ids]).toEqual([id]);
  });
});

describe("pages", () => {
  const page = async (list: string, paginationOpts: ConvexObject, journal: string | null = null) => {
    const { value, journal: next } = await track("page", { list, paginationOpts }, journal);
    return { ...(value as ConvexObject), journal: next } as {
      page: number[];
      isDone: boolean;
      continueCursor: string;
      splitCursor: string | null;
      pageStatus: string | null;
      journal: string;
    };
  };

  it("follow one another to the end, which stays done", async () => {
    await host.mutation("items:fill", { list: "paged", count: 5 });
    const first = await page("paged", { cursor: null, numItems: 3 });
    expect(first).toMatchObject({ page: [0, 1, 2], isDone: false });
    const second = await page("paged", { cursor: first.continueCursor, numItems: 3 });
    expect(second).toMatchObject({ page: [3, 4], isDone: true });
    const third = await page("paged", { cursor: second.continueCursor, numItems: 3 });
    expect(third).toMatchObject({ page: [], isDone: true, continueCursor: second.continueCursor });
  });

  it("keep their end with their journal, so that no document is skipped", async () => {
    await host.mutation("items:fill", { list: "journal", count: 4 });
    const first = await page("journal", { cursor: null, numItems: 2 });
    await host.mutation("items:add", { list: "journal", n: 0.5 });
    const again = await page("journal", { cursor: null, numItems: 2 }, first.journal);
    expect(again).toMatchObject({
      page: [0, 0.5, 1],
      continueCursor: first.continueCursor,
      isDone: false,
    });
  });

  it("split at their middle", async () => {
    await host.mutation("items:fill", { list: "split", count: 7 });
    const whole = await page("split", { cursor: null, numItems: 7 });
    const left = await page("split", { cursor: null, endCursor: whole.splitCursor, numItems: 4 });
    const right = await page("split", {
      cursor: whole.splitCursor,
      endCursor: whole.continueCursor,
      numItems: 4,
    });
    expect([left.page, right.page]).toEqual([
      [0, 1, 2, 3],
      [4, 5, 6],
    ]);
  });

  it("reject the cursor of another query", async () => {
    const { continueCursor } = await page("ten", { cursor: null, numItems: 2 });
    await expect(page("paged", { cursor: continueCursor, numItems: 2 })).rejects.toThrow("InvalidCursor");
    await expect(page("paged", { cursor: "nonsense", numItems: 2 })).rejects.toThrow("InvalidCursor");
  });

  it("are limited to one per function", async () => {
    const twice = host.query("items:twoPages", { paginationOpts: { cursor: null, numItems: 1 } });
    await expect(twice).rejects.toThrow("ran multiple paginated queries");
  });
});
