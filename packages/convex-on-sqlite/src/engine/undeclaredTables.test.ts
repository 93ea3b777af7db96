/** Tables that no schema declares, as Convex has them: they begin with their first document. */
import { defineSchema, defineTable, mutationGeneric as mutation, queryGeneric as query } from "convex/server";
import { v } from "convex/values";
import { afterEach, beforeEach, expect, it } from "vitest";
import { QueryRegistry } from "../live/registry";
import { openTestEngine, temporaryFolder, testApp, type TestEngine } from "../../test/testApp";
import type { LoadedApp } from "../types";

const table = v.string();
const rows = {
  add: mutation({
    args: { table, value: v.any() },
    handler: (ctx, args) => ctx.db.insert(args.table, args.value as Record<string, never>),
  }),
  addAndFail: mutation({
    args: { table },
    handler: async (ctx, args) => {
      await ctx.db.insert(args.table, {});
      throw new Error("rolled back");
    },
  }),
  all: query({ args: { table }, handler: (ctx, args) => ctx.db.query(args.table).collect() }),
  byIndex: query({
    args: { table },
    handler: (ctx, args) => ctx.db.query(args.table).withIndex("by_name").collect(),
  }),
  isId: query({
    args: { table, id: v.string() },
    handler: (ctx, args) => ctx.db.normalizeId(args.table, args.id) !== null,
  }),
};
const declared = defineSchema({ notes: defineTable({ text: v.string() }) });

let folder: ReturnType<typeof temporaryFolder>;
let host: TestEngine;
const open = async (schema?: typeof declared): Promise<void> => {
  const app = testApp({ "": { modules: { rows }, schema: schema ?? defineSchema({}) } });
  host = await openTestEngine(schema === undefined ? withoutSchema(app) : app, folder.path);
};

/** The app as the loader hands it over when there is no schema file. */
function withoutSchema(app: LoadedApp): LoadedApp {
  const components = [...app.components].map(
    ([path, component]) => [path, { ...component, schema: null }] as const,
  );
  return { ...app, components: new Map(components) };
}

beforeEach(async () => {
  folder = temporaryFolder();
  await open();
});
afterEach(async () => {
  await host.close();
  folder.remove();
});

it("a table without a schema keeps documents of any shape, also over a restart", async () => {
  expect(await host.query("rows:all", { table: "things" })).toEqual([]);
  const id = await host.mutation("rows:add", { table: "things", value: { name: "first" } });
  await host.mutation("rows:add", { table: "things", value: { count: [1, null] } });
  await host.mutation("rows:add", { table: "others", value: {} });
  await host.close();
  await open();
  expect(await host.query("rows:all", { table: "things" })).toMatchObject([
    { _id: id, name: "first" },
    { count: [1, null] },
  ]);
  expect(await host.query("rows:isId", { table: "things", id })).toBe(true);
  expect(await host.query("rows:isId", { table: "others", id })).toBe(false);
});

it("a schema, added or removed, changes nothing for other tables, and checks its own", async () => {
  await host.mutation("rows:add", { table: "things", value: { name: "first" } });
  await host.close();
  await open(declared);
  await host.mutation("rows:add", { table: "things", value: { name: "second" } });
  await host.mutation("rows:add", { table: "fresh", value: {} });
  expect(await host.query("rows:all", { table: "things" })).toHaveLength(2);
  await expect(host.mutation("rows:add", { table: "notes", value: {} })).rejects.toThrow("`text`");
});

it("a table whose first document is rolled back begins with the next one", async () => {
  await expect(host.mutation("rows:addAndFail", { table: "things" })).rejects.toThrow("rolled back");
  const id = await host.mutation("rows:add", { table: "things", value: {} });
  await host.close();
  await open();
  expect(await host.query("rows:all", { table: "things" })).toMatchObject([{ _id: id }]);
});

it("a live query that found no table is sent again when it has a document", async () => {
  const registry = new QueryRegistry(host.engine, () => 0);
  const stop = host.engine.onCommit(({ writes }) => registry.invalidate(writes));
  const found = async (): Promise<number> => {
    const { outcome } = await registry.read("rows:all", { table: "things" });
    return (JSON.parse(outcome.ok ? outcome.value : "[]") as unknown[]).length;
  };
  expect(await found()).toBe(0);
  await host.mutation("rows:add", { table: "things", value: {} });
  expect(await found()).toBe(1);
  stop();
});

it("has no indexes, and a name by Convex's rules", async () => {
  await host.mutation("rows:add", { table: "things", value: { name: "first" } });
  await expect(host.query("rows:byIndex", { table: "things" })).rejects.toThrow(
    "Index things.by_name not found.",
  );
  for (const name of ["", "1st", "a-b", "a".repeat(65)])
    await expect(host.query("rows:all", { table: name })).rejects.toThrow("Invalid table name");
  await expect(host.query("rows:all", { table: "_things" })).rejects.toThrow("db.system");
});
