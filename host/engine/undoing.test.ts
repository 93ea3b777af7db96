/** What is taken back with a call that fails: the tables that it made, what it would have announced, what it counted. */
import { makeFunctionReference, mutationGeneric as mutation, queryGeneric as query } from "convex/server";
import { v } from "convex/values";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Commit } from "../types";
import { openTestEngine, temporaryFolder, testApp, type TestEngine } from "./testApp";

const m = (name: string) => makeFunctionReference<"mutation">(name);

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
  /** Calls what fails, and goes on. */
  survive: mutation({
    args: { table: v.string(), then: v.union(v.string(), v.null()) },
    handler: async (ctx, { table, then }) => {
      await ctx.runMutation(m("app:putAndFail"), { table }).catch(() => undefined);
      if (then !== null) await ctx.db.insert(then, { text: "kept" });
      return (await ctx.meta.getTransactionMetrics()).documentsWritten.used;
    },
  }),
  texts: query({
    args: { table: v.string() },
    handler: async (ctx, { table }) =>
      (await ctx.db.query(table).collect()).map(({ text }) => text as string),
  }),
};

let folder: ReturnType<typeof temporaryFolder>;
let host: TestEngine;

async function open(): Promise<void> {
  host = await openTestEngine(testApp({ "": { modules: { app } } }), folder.path);
}

beforeEach(async () => {
  folder = temporaryFolder();
  await open();
});
afterEach(async () => {
  await host.close();
  folder.remove();
});

/** What a table has, now and after a restart. */
async function textsOf(table: string): Promise<unknown[]> {
  const before = await host.query("app:texts", { table });
  await host.close();
  await open();
  expect(await host.query("app:texts", { table })).toEqual(before);
  return before as string[];
}

describe("a table", () => {
  it("that came into being in a mutation that failed comes into being again, for good", async () => {
    await expect(host.mutation("app:putAndFail", { table: "fresh" })).rejects.toThrow("no");
    await host.mutation("app:put", { table: "fresh" });
    expect(await textsOf("fresh")).toEqual(["kept"]);
  });

  it("does so where the mutations share a commit", async () => {
    const calls = ["put", "putAndFail", "put"].map((name) =>
      host.mutation(`app:${name}`, { table: name === "put" ? "others" : "fresh" }),
    );
    calls.push(host.mutation("app:put", { table: "fresh" }));
    await Promise.allSettled(calls);
    expect(await textsOf("fresh")).toEqual(["kept"]);
  });

  it("does so where a nested call had made it, and only that is undone", async () => {
    await host.mutation("app:survive", { table: "fresh", then: "fresh" });
    expect(await textsOf("fresh")).toEqual(["kept"]);
    await host.mutation("app:survive", { table: "other", then: null });
    await host.mutation("app:put", { table: "other" });
    expect(await textsOf("other")).toEqual(["kept"]);
  });
});

describe("a nested call that is undone", () => {
  it("is not announced", async () => {
    const commits: Commit[] = [];
    host.engine.onCommit((commit) => commits.push(commit));
    await host.mutation("app:survive", { table: "fresh", then: null });
    expect(commits).toEqual([]);
    await host.mutation("app:put", { table: "known" });
    await host.mutation("app:survive", { table: "fresh", then: "known" });
    expect(commits).toHaveLength(2);
    // One document, by its id and its creation time.
    expect(commits[1]?.writes.ids.size).toBe(1);
    expect(commits[1]?.writes.keys).toHaveLength(2);
  });

  it("has written nothing on its caller's account", async () => {
    expect(await host.mutation("app:survive", { table: "fresh", then: "known" })).toBe(1);
  });
});
