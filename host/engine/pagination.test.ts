/** How far a page reads: what bounds it, and what it says of itself where it could not be read whole. */
import { defineSchema, defineTable, mutationGeneric as mutation, queryGeneric as query } from "convex/server";
import { v } from "convex/values";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ConvexObject, RequestMeta } from "../types";
import type { TransactionLimits } from "./limits";
import { openTestEngine, temporaryFolder, TEST_META, testApp, valueOf, type TestEngine } from "./testApp";

const schema = defineSchema({
  items: defineTable({ n: v.number(), text: v.string() }).index("by_n", ["n"]),
});
const items = {
  add: mutation({
    args: { numbers: v.array(v.number()), length: v.optional(v.number()) },
    handler: async (ctx, { numbers, length = 0 }) => {
      for (const n of numbers) await ctx.db.insert("items", { n, text: "\u0001".repeat(length) });
    },
  }),
  page: query({
    args: { atLeast: v.optional(v.number()), paginationOpts: v.any() },
    handler: async (ctx, { atLeast = 0, paginationOpts }) => {
      const found = ctx.db
        .query("items")
        .withIndex("by_n")
        .filter((q) => q.gte(q.field("n"), atLeast));
      const page = await found.paginate(paginationOpts as { numItems: number; cursor: string | null });
      return { ...page, page: page.page.map(({ n }) => n as number) };
    },
  }),
};
const app = testApp({ "": { modules: { items }, schema } });
const meta: RequestMeta = TEST_META;

let folder: ReturnType<typeof temporaryFolder>;
let host: TestEngine;

beforeEach(() => {
  folder = temporaryFolder();
});

afterEach(async () => {
  await host.close();
  folder.remove();
});

async function open(limits: Partial<TransactionLimits> = {}): Promise<void> {
  host = await openTestEngine(app, folder.path, { limits });
}

async function page(paginationOpts: ConvexObject, { atLeast = 0, journal = null as string | null } = {}) {
  const address = { componentPath: "", name: "items:page" };
  const options = { visibility: "any", meta, journal } as const;
  return host.engine.snapshot(async (snapshot) => {
    const outcome = await snapshot.query(address, { atLeast, paginationOpts }, options);
    const value = valueOf(outcome) as ConvexObject;
    return { ...value, journal: outcome.journal } as {
      page: number[];
      isDone: boolean;
      continueCursor: string;
      pageStatus: string | null;
      journal: string;
    };
  });
}

describe("a page with a maximum of rows", () => {
  const capped = { numItems: 6, maximumRowsRead: 2 };

  it("ends there and goes on there, whatever its filter lets pass", async () => {
    await open();
    await host.mutation("items:add", { numbers: [0, 1, 2, 3, 4, 5] });
    const first = await page({ ...capped, cursor: null }, { atLeast: 3 });
    expect(first).toMatchObject({ page: [], isDone: false });
    const second = await page({ ...capped, cursor: first.continueCursor }, { atLeast: 3 });
    expect(second).toMatchObject({ page: [3], isDone: false });
  });

  it("keeps its end, and has all that comes into it later", async () => {
    await open();
    await host.mutation("items:add", { numbers: [0, 1, 2, 3] });
    const first = await page({ ...capped, cursor: null });
    expect(first.page).toEqual([0, 1]);
    await host.mutation("items:add", { numbers: [0.25, 0.5] });
    const again = await page({ ...capped, cursor: null }, { journal: first.journal });
    expect(again).toMatchObject({ page: [0, 0.25, 0.5, 1], continueCursor: first.continueCursor });
  });
});

describe("a page beyond what its transaction may read", () => {
  it("ends before that, and one with a given end says that it must be split", async () => {
    await open({ documentsRead: 4 });
    await host.mutation("items:add", { numbers: [0, 1, 2, 3, 4, 5] });
    const first = await page({ cursor: null, numItems: 6 });
    expect(first).toMatchObject({ page: [0, 1, 2, 3], isDone: false });
    const second = await page({ cursor: first.continueCursor, numItems: 6 });
    expect(second).toMatchObject({ page: [4, 5], isDone: true });
    expect(await page({ cursor: null, endCursor: second.continueCursor, numItems: 6 })).toMatchObject({
      page: [0, 1, 2, 3],
      isDone: false,
      pageStatus: "SplitRequired",
      continueCursor: second.continueCursor,
    });
  });

  it("ends before the limit of bytes, too, with room for one more document", async () => {
    await open({ bytesRead: 2 << 20 });
    for (const n of [0, 1, 2, 3, 4, 5, 6])
      await host.mutation("items:add", { numbers: [n], length: 300_000 });
    expect(await page({ cursor: null, numItems: 7 })).toMatchObject({ page: [0, 1, 2, 3], isDone: false });
  });
});

it.each([0, 1.5, -1])("a page of %d documents is refused, and nothing else suffers", async (numItems) => {
  await open();
  await host.mutation("items:add", { numbers: [1] });
  await expect(page({ cursor: null, numItems })).rejects.toThrow(
    /at least 1 document|1 document or more|numItems/,
  );
  expect((await page({ cursor: null, numItems: 1 })).page).toEqual([1]);
});
