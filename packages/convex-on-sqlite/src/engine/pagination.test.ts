/** How far a page reads, and what it reports if it could not be read completely. */
import { defineSchema, defineTable, mutationGeneric as mutation, queryGeneric as query } from "convex/server";
import { v } from "convex/values";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ConvexObject, RequestMeta } from "../types";
import type { TransactionLimits } from "./limits";
import {
  openTestEngine,
  temporaryFolder,
  TEST_META,
  testApp,
  valueOf,
  type TestEngine,
} from "../../test/testApp";

const itemsBy = (field: "n" | "text") =>
  defineSchema({ items: defineTable({ n: v.number(), text: v.string() }).index("by_n", [field]) });
const items = {
  add: mutation({
    args: { numbers: v.array(v.number()), length: v.optional(v.number()) },
    handler: async (ctx, { numbers, length = 0 }) => {
      for (const n of numbers) await ctx.db.insert("items", { n, text: "\u0001".repeat(length) });
    },
  }),
  page: query({
    args: {
      atLeast: v.optional(v.number()),
      order: v.optional(v.union(v.literal("asc"), v.literal("desc"))),
      paginationOpts: v.any(),
    },
    handler: async (ctx, { atLeast = 0, order = "asc", paginationOpts }) => {
      const found = ctx.db
        .query("items")
        .withIndex("by_n")
        .order(order)
        .filter((q) => q.gte(q.field("n"), atLeast));
      const page = await found.paginate(paginationOpts as { numItems: number; cursor: string | null });
      return { ...page, page: page.page.map(({ n }) => n as number) };
    },
  }),
};
const appOf = (schema: ReturnType<typeof itemsBy>) => testApp({ "": { modules: { items }, schema } });
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
  host = await openTestEngine(appOf(itemsBy("n")), folder.path, { limits });
}

async function reopen(schema: ReturnType<typeof itemsBy>): Promise<void> {
  await host.close();
  host = await openTestEngine(appOf(schema), folder.path);
}

async function page(
  paginationOpts: ConvexObject,
  { atLeast = 0, order = "asc" as "asc" | "desc", journal = null as string | null } = {},
) {
  const address = { componentPath: "", name: "items:page" };
  const options = { visibility: "any", meta, journal } as const;
  return host.engine.snapshot(async (snapshot) => {
    const outcome = await snapshot.query(address, { atLeast, order, paginationOpts }, options);
    const value = valueOf(outcome) as ConvexObject;
    return { ...value, journal: outcome.journal } as {
      page: number[];
      isDone: boolean;
      continueCursor: string;
      splitCursor: string | null;
      pageStatus: string | null;
      journal: string;
    };
  });
}

describe("a page with a maximum of rows", () => {
  const capped = { numItems: 6, maximumRowsRead: 2 };

  it("ends there and continues there, whatever its filter accepts", async () => {
    await open();
    await host.mutation("items:add", { numbers: [0, 1, 2, 3, 4, 5] });
    const first = await page({ ...capped, cursor: null }, { atLeast: 3 });
    expect(first).toMatchObject({ page: [], isDone: false, pageStatus: "SplitRequired" });
    const second = await page({ ...capped, cursor: first.continueCursor }, { atLeast: 3 });
    expect(second).toMatchObject({ page: [3], isDone: false });
  });

  it("or of bytes ends with the document that reaches the maximum", async () => {
    await open();
    for (const n of [0, 1, 2, 3]) await host.mutation("items:add", { numbers: [n], length: 10_000 });
    const first = await page({ numItems: 6, maximumBytesRead: 15_000, cursor: null });
    expect(first).toMatchObject({ page: [0, 1], isDone: false, pageStatus: "SplitRequired" });
  });

  it("keeps its end and includes documents inserted later", async () => {
    await open();
    await host.mutation("items:add", { numbers: [0, 1, 2, 3] });
    const first = await page({ ...capped, cursor: null });
    expect(first.page).toEqual([0, 1]);
    await host.mutation("items:add", { numbers: [0.25, 0.5] });
    const again = await page({ ...capped, cursor: null }, { journal: first.journal });
    expect(again).toMatchObject({ page: [0, 0.25, 0.5, 1], continueCursor: first.continueCursor });
    const byBytes = await page(
      { numItems: 6, maximumBytesRead: 1, cursor: null },
      { journal: first.journal },
    );
    expect(byBytes).toMatchObject({ page: [0, 0.25, 0.5, 1], pageStatus: "SplitRecommended" });
  });
});

describe("a page that is large", () => {
  const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);

  it("recommends a split before it has more documents than a result may contain", async () => {
    await open();
    for (let from = 0; from < 6_145; from += 1_229)
      await host.mutation("items:add", { numbers: upTo(1_229).map((n) => from + n) });
    const largest = await page({ cursor: null, numItems: 6_144 });
    expect(largest).toMatchObject({ isDone: false, pageStatus: null });
    const larger = await page({ cursor: null, numItems: 6_145 });
    expect(larger.pageStatus).toBe("SplitRecommended");
    const half = await page({ cursor: null, endCursor: larger.splitCursor, numItems: 6_145 });
    expect(half).toMatchObject({ page: upTo(3_073), pageStatus: null });
  });

  it("recommends a split before it reaches its maxima or the transaction's limits", async () => {
    await open({ documentsRead: 8 });
    await host.mutation("items:add", { numbers: upTo(7) });
    expect(await page({ cursor: null, numItems: 6 })).toMatchObject({ pageStatus: null });
    expect(await page({ cursor: null, numItems: 7 })).toMatchObject({
      page: upTo(7),
      pageStatus: "SplitRecommended",
    });
    const capped = { cursor: null, maximumRowsRead: 4 };
    expect(await page({ ...capped, numItems: 3 })).toMatchObject({ pageStatus: null });
    expect(await page({ ...capped, numItems: 4 })).toMatchObject({ pageStatus: "SplitRecommended" });
  });
});

describe("a page beyond what its transaction may read", () => {
  it("ends before the limit and requires a split", async () => {
    await open({ documentsRead: 4 });
    await host.mutation("items:add", { numbers: [0, 1, 2, 3, 4, 5] });
    const first = await page({ cursor: null, numItems: 6 });
    expect(first).toMatchObject({ page: [0, 1, 2, 3], isDone: false, pageStatus: "SplitRequired" });
    const second = await page({ cursor: first.continueCursor, numItems: 6 });
    expect(second).toMatchObject({ page: [4, 5], isDone: true, pageStatus: null });
    expect(await page({ cursor: null, endCursor: second.continueCursor, numItems: 6 })).toMatchObject({
      page: [0, 1, 2, 3],
      isDone: false,
      pageStatus: "SplitRequired",
      continueCursor: second.continueCursor,
    });
  });

  it("ends before the byte limit, with room for one more document", async () => {
    await open({ bytesRead: 2 << 20 });
    for (const n of [0, 1, 2, 3, 4, 5, 6])
      await host.mutation("items:add", { numbers: [n], length: 300_000 });
    expect(await page({ cursor: null, numItems: 7 })).toMatchObject({
      page: [0, 1, 2, 3],
      isDone: false,
      pageStatus: "SplitRequired",
    });
  });
});

describe("a page in descending order", () => {
  it("continues where the previous one ended, and keeps its end with its journal", async () => {
    await open();
    await host.mutation("items:add", { numbers: [0, 1, 2, 3] });
    const first = await page({ cursor: null, numItems: 2 }, { order: "desc" });
    expect(first.page).toEqual([3, 2]);
    await host.mutation("items:add", { numbers: [2.5, 1.5] });
    const again = await page({ cursor: null, numItems: 2 }, { order: "desc", journal: first.journal });
    expect(again).toMatchObject({ page: [3, 2.5, 2], isDone: false });
    const second = await page({ cursor: first.continueCursor, numItems: 4 }, { order: "desc" });
    expect(second).toMatchObject({ page: [1.5, 1, 0], isDone: true });
  });
});

describe("a page that must be split", () => {
  it("can't be split if it read only one document", async () => {
    await open();
    await host.mutation("items:add", { numbers: [0, 1] });
    expect((await page({ cursor: null, numItems: 1 })).splitCursor).toBeNull();
    expect((await page({ cursor: null, numItems: 2 })).splitCursor).not.toBeNull();
  });

  it("can be split in the middle of the documents read, even if its filter rejected them", async () => {
    await open({ documentsRead: 10 });
    await host.mutation("items:add", { numbers: [100, 200] });
    const first = await page({ cursor: null, numItems: 2 }, { atLeast: 50 });
    expect(first.page).toEqual([100, 200]);
    await host.mutation("items:add", { numbers: Array.from({ length: 12 }, (_, n) => n) });
    const grown = await page({ cursor: null, numItems: 2 }, { atLeast: 50, journal: first.journal });
    expect(grown).toMatchObject({ page: [], pageStatus: "SplitRequired" });
    // As clients do: a page is split in two, each with a fixed end, until none has to be split.
    const pages = await splitAsNeeded({ cursor: null, endCursor: grown.continueCursor });
    expect(pages).toEqual([100, 200]);
  });

  async function splitAsNeeded(between: { cursor: string | null; endCursor: string }): Promise<number[]> {
    const whole = await page({ ...between, numItems: 2 }, { atLeast: 50 });
    if (whole.pageStatus !== "SplitRequired") return whole.page;
    if (whole.splitCursor === null) throw new Error("The page says that it must be split, and not where.");
    return [
      ...(await splitAsNeeded({ cursor: between.cursor, endCursor: whole.splitCursor })),
      ...(await splitAsNeeded({ cursor: whole.splitCursor, endCursor: between.endCursor })),
    ];
  }
});

describe("a cursor", () => {
  const options = { numItems: 2 };

  it("is rejected once its index has other fields, and so is a journal", async () => {
    await open();
    await host.mutation("items:add", { numbers: [1, 2, 3] });
    const { continueCursor: cursor, journal } = await page({ ...options, cursor: null });
    await reopen(itemsBy("text"));
    await expect(page({ ...options, cursor })).rejects.toThrow("InvalidCursor: ");
    await expect(page({ ...options, cursor: null }, { journal })).rejects.toThrow("InvalidCursor: ");
    expect((await page({ ...options, cursor: null })).page).toHaveLength(2);
  });

  it("is rejected if its query has another filter", async () => {
    await open();
    await host.mutation("items:add", { numbers: [1, 2, 3] });
    const { continueCursor: cursor } = await page({ ...options, cursor: null });
    await expect(page({ ...options, cursor }, { atLeast: 1 })).rejects.toThrow("InvalidCursor: ");
  });

  it("is rejected if it is malformed or truncated", async () => {
    await open();
    await host.mutation("items:add", { numbers: [1, 2, 3] });
    const { continueCursor } = await page({ ...options, cursor: null });
    const beginning = Buffer.from(continueCursor, "base64url").subarray(0, 8).toString("base64url");
    for (const cursor of ["", "nonsense", beginning, "x".repeat(100)])
      await expect(page({ ...options, cursor })).rejects.toThrow(
        `InvalidCursor: Failed to parse cursor "${cursor}".`,
      );
    await expect(page({ ...options, cursor: "x".repeat(1_000) })).rejects.toThrow(`"${"x".repeat(100)}"`);
  });

  it("is valid after a restart with the same index", async () => {
    await open();
    await host.mutation("items:add", { numbers: [1, 2, 3] });
    const { continueCursor: cursor } = await page({ ...options, cursor: null });
    await reopen(itemsBy("n"));
    expect(await page({ ...options, cursor })).toMatchObject({ page: [3], isDone: true });
  });
});

describe("invalid page options fail only their query:", () => {
  it.each([
    ["no document", { numItems: 0 }, "at least 1 document"],
    ["half a document", { numItems: 1.5 }, "numItems"],
    ["a negative number", { numItems: -1 }, "numItems"],
    ["more than a transaction may read", { numItems: 32_001 }, "Requested too many items: 32001"],
    ["a maximum of no rows", { numItems: 1, maximumRowsRead: 0 }, "must be greater than 0"],
    ["a maximum of no bytes", { numItems: 1, maximumBytesRead: 0 }, "must be greater than 0"],
  ])("%s", async (_, options, message) => {
    await open();
    await host.mutation("items:add", { numbers: [1] });
    await expect(page({ cursor: null, ...options })).rejects.toThrow(message);
    expect((await page({ cursor: null, numItems: 1 })).page).toEqual([1]);
    expect((await page({ cursor: null, numItems: 32_000 })).page).toEqual([1]);
  });
});
