/** Everything that the rollback of a failed nested call undoes: announcements, counts, timestamps. */
import { defineSchema, defineTable, makeFunctionReference, mutationGeneric as mutation } from "convex/server";
import { v } from "convex/values";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Commit } from "../types";
import { openTestEngine, temporaryFolder, testApp, type TestEngine } from "../../test/testApp";

const m = (name: string) => makeFunctionReference<"mutation">(name);

const schema = defineSchema(
  {
    searched: defineTable(v.any()).searchIndex("by_text", { searchField: "text" }),
    plain: defineTable(v.any()),
    stamps: defineTable(v.any()),
  },
  { schemaValidation: false },
);

const app = {
  put: mutation({
    args: { table: v.string() },
    handler: (ctx, { table }) => ctx.db.insert(table, { text: "kept" }),
  }),
  putAndFail: mutation({
    args: { table: v.string() },
    handler: async (ctx, { table }) => {
      await ctx.db.insert(table, { text: "undone" });
      throw new Error("no");
    },
  }),
  /** Calls a failing function, and continues. */
  survive: mutation({
    args: { table: v.string(), then: v.union(v.string(), v.null()) },
    handler: async (ctx, { table, then }) => {
      await ctx.runMutation(m("app:putAndFail"), { table }).catch(() => undefined);
      if (then !== null) await ctx.db.insert(then, { text: "kept" });
      return (await ctx.meta.getTransactionMetrics()).documentsWritten.used;
    },
  }),
  stampAndFail: mutation({
    args: { ids: v.array(v.id("stamps")) },
    handler: async (ctx, { ids }) => {
      for (const id of ids) await ctx.db.replace("stamps", id, { text: "undone", at: ctx.db.vars.commitTs });
      throw new Error("no");
    },
  }),
  /** The stamps that a mutation sees, its own and another, after a nested call that wrote both has failed. */
  stampsAfter: mutation({
    args: { isStamped: v.boolean() },
    handler: async (ctx, { isStamped }) => {
      const plain = await ctx.db.insert("stamps", { text: "plain" });
      const ids = [plain];
      if (isStamped) ids.push(await ctx.db.insert("stamps", { text: "own", at: ctx.db.vars.commitTs }));
      await ctx.runMutation(m("app:stampAndFail"), { ids }).catch(() => undefined);
      const texts = [];
      for (const id of ids) texts.push((await ctx.db.get("stamps", id))?.["text"] as string);
      return texts;
    },
  }),
};

let folder: ReturnType<typeof temporaryFolder>;
let host: TestEngine;

async function open(): Promise<void> {
  host = await openTestEngine(testApp({ "": { modules: { app }, schema } }), folder.path);
}

beforeEach(async () => {
  folder = temporaryFolder();
  await open();
});
afterEach(async () => {
  await host.close();
  folder.remove();
});

describe("a nested call that is rolled back", () => {
  it("is not announced", async () => {
    const commits: Commit[] = [];
    host.engine.onCommit((commit) => commits.push(commit));
    await host.mutation("app:survive", { table: "plain", then: null });
    expect(commits).toEqual([]);
    await host.mutation("app:put", { table: "plain" });
    await host.mutation("app:survive", { table: "plain", then: "plain" });
    expect(commits).toHaveLength(2);
    // One document: its entries by id and by creation time.
    expect(commits[1]?.writes.ids.size).toBe(1);
    expect(commits[1]?.writes.keys).toHaveLength(2);
  });

  it("does not affect searches, while a successful one does", async () => {
    const searches: number[] = [];
    host.engine.onCommit(({ writes }) => searches.push(writes.searchIndexes.size));
    await host.mutation("app:put", { table: "searched" });
    await host.mutation("app:survive", { table: "searched", then: "plain" });
    expect(searches).toEqual([1, 0]);
  });

  it("leaves no commit timestamp placeholder visible to its caller", async () => {
    expect(await host.mutation("app:stampsAfter", { isStamped: false })).toEqual(["plain"]);
    expect(await host.mutation("app:stampsAfter", { isStamped: true })).toEqual(["plain", "own"]);
  });

  it("does not count its writes towards its caller's limits", async () => {
    expect(await host.mutation("app:survive", { table: "plain", then: "plain" })).toBe(1);
  });
});
