/** How each operation of a function counts towards the limits of its transaction. */
import {
  defineSchema,
  defineTable,
  makeFunctionReference,
  mutationGeneric as mutation,
  type DataModelFromSchemaDefinition,
  type GenericMutationCtx,
} from "convex/server";
import { v, type GenericId } from "convex/values";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sizeOf } from "../values/document";
import type { TransactionLimits } from "./limits";
import { openTestEngine, temporaryFolder, testApp, type TestEngine } from "../../test/testApp";

type NoteId = GenericId<"notes">;

const schema = defineSchema({
  notes: defineTable({ text: v.string() })
    .index("by_text", ["text"])
    .searchIndex("about", { searchField: "text" }),
});
type Ctx = GenericMutationCtx<DataModelFromSchemaDefinition<typeof schema>>;
const LATER_ARGS = { text: "later" };

const operations = {
  get: (ctx: Ctx, id: NoteId) => ctx.db.get("notes", id),
  getGone: async (ctx: Ctx, id: NoteId) => {
    await ctx.db.delete("notes", id);
    return ctx.db.get("notes", id);
  },
  getTwice: async (ctx: Ctx, id: NoteId) => {
    await ctx.db.get("notes", id);
    await ctx.db.patch("notes", id, { text: "patched" });
    return ctx.db.get("notes", id);
  },
  getNew: async (ctx: Ctx) => ctx.db.get("notes", await ctx.db.insert("notes", { text: "new" })),
  apart: async (ctx: Ctx) => {
    for (const text of ["a", "c", "a"]) {
      const found = ctx.db.query("notes").withIndex("by_text", (q) => q.eq("text", text));
      await found.collect();
    }
  },
  none: (ctx: Ctx) =>
    ctx.db
      .query("notes")
      .withIndex("by_text", (q) => q.gt("text", "b").lt("text", "a"))
      .collect(),
  search: async (ctx: Ctx, id: NoteId) => {
    const found = await ctx.db
      .query("notes")
      .withSearchIndex("about", (q) => q.search("text", "a b"))
      .collect();
    await ctx.db.get("notes", id);
    return found;
  },
  collect: (ctx: Ctx) => ctx.db.query("notes").collect(),
  filter: (ctx: Ctx) =>
    ctx.db
      .query("notes")
      .filter((q) => q.eq(q.field("text"), "c"))
      .collect(),
  insert: (ctx: Ctx) => ctx.db.insert("notes", { text: "new" }),
  patch: (ctx: Ctx, id: NoteId) => ctx.db.patch("notes", id, { text: "patched" }),
  replace: (ctx: Ctx, id: NoteId) => ctx.db.replace("notes", id, { text: "replaced" }),
  delete: (ctx: Ctx, id: NoteId) => ctx.db.delete("notes", id),
  scheduled: async (ctx: Ctx) => {
    const [first] = await ctx.db.system.query("_scheduled_functions").collect();
    if (first === undefined) throw new Error("Nothing has been scheduled.");
    await ctx.db.system.get("_scheduled_functions", first._id);
  },
  schedule: (ctx: Ctx) =>
    ctx.scheduler.runAfter(0, makeFunctionReference<"mutation">("app:later"), LATER_ARGS),
};

const app = {
  add: mutation({ args: { text: v.string() }, handler: (ctx, { text }) => ctx.db.insert("notes", { text }) }),
  later: mutation({ args: { text: v.string() }, handler: () => null }),
  spend: mutation({
    args: { operation: v.string(), id: v.any() },
    handler: async (ctx, { operation, id }) => {
      await operations[operation as keyof typeof operations](ctx, id as NoteId);
      const metrics = Object.entries(await ctx.meta.getTransactionMetrics());
      return Object.fromEntries(
        metrics.map(([name, { used }]) => [name, used]).filter(([, used]) => used !== 0),
      );
    },
  }),
};

let folder: ReturnType<typeof temporaryFolder>;
let host: TestEngine;
let id: string;

async function open(limits: Partial<TransactionLimits> = {}): Promise<void> {
  host = await openTestEngine(testApp({ "": { modules: { app }, schema } }), folder.path, { limits });
  id = String(await host.mutation("app:add", { text: "a" }));
  for (const text of ["b", "c"]) await host.mutation("app:add", { text });
}

const spend = (operation: keyof typeof operations) => host.mutation("app:spend", { operation, id });
/** The size of a note with a text; all ids and creation times have the same size. */
const sizeOfNote = (text: string): number => sizeOf({ _id: id, _creationTime: 1, text });

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  await host.close();
  folder.remove();
});

describe("the usage of a function counts", () => {
  it("each document read, with its size, and each lookup, even of a missing one", async () => {
    await open();
    const one = sizeOfNote("a");
    expect(await spend("get")).toEqual({ databaseQueries: 1, documentsRead: 1, bytesRead: one });
    const all = { databaseQueries: 1, documentsRead: 3, bytesRead: 3 * one };
    expect(await spend("collect")).toEqual(all);
    // Documents that a filter rejects count as well.
    expect(await spend("filter")).toEqual(all);
    expect(await spend("getGone")).toMatchObject({ databaseQueries: 1, documentsRead: 1, bytesRead: one });
  });

  it("each interval of an index that is read", async () => {
    await open();
    const intervals = async (operation: keyof typeof operations) =>
      ((await spend(operation)) as { databaseQueries?: number }).databaseQueries ?? 0;
    expect(await intervals("apart")).toBe(3);
    expect(await intervals("none")).toBe(0);
    // A search is not an interval; each match is read by its id.
    expect(await intervals("search")).toBe(2);
    expect(await intervals("getNew")).toBe(0);
    expect(await intervals("getTwice")).toBe(1);
  });

  it("each document written or deleted, with its size, and the reads that this requires", async () => {
    await open();
    const read = { databaseQueries: 1, documentsRead: 1, bytesRead: sizeOfNote("a") };
    const written = (text: string) => ({ documentsWritten: 1, bytesWritten: sizeOfNote(text) });
    expect(await spend("insert")).toEqual(written("new"));
    expect(await spend("patch")).toEqual({ ...read, ...written("patched") });
    // This patch changes nothing.
    expect(await spend("patch")).toEqual({ ...read, bytesRead: sizeOfNote("patched") });
    expect(await spend("replace")).toEqual({
      ...read,
      bytesRead: sizeOfNote("patched"),
      ...written("replaced"),
    });
    expect(await spend("delete")).toEqual({
      ...read,
      bytesRead: sizeOfNote("replaced"),
      ...written("replaced"),
    });
  });

  it("each scheduled function with its arguments, but not its document", async () => {
    await open();
    expect(await spend("schedule")).toEqual({
      functionsScheduled: 1,
      scheduledFunctionArgsBytes: sizeOf(LATER_ARGS),
    });
    expect(await spend("scheduled")).toEqual({ databaseQueries: 2 });
  });
});

describe("a mutation beyond a limit", () => {
  it.each([
    [{ documentsRead: 2 }, "collect", "Too many documents read"],
    [{ bytesRead: 100 }, "collect", "Too many bytes read"],
    [{ databaseQueries: 0 }, "get", "Too many reads"],
    [{ databaseQueries: 1 }, "apart", "Too many reads"],
    [{ functionsScheduled: 0 }, "schedule", "Too many functions scheduled"],
    [{ scheduledFunctionArgsBytes: 5 }, "schedule", "Too large total size of the arguments"],
  ] as const)("fails: %o, %s", async (limits, operation, message) => {
    await open(limits);
    await expect(spend(operation)).rejects.toThrow(message);
  });
});
