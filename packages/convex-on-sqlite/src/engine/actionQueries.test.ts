/** The queries of actions: those asked for again and again run once, until a commit touches what they read. */
import {
  actionGeneric as action,
  makeFunctionReference,
  mutationGeneric as mutation,
  queryGeneric as query,
} from "convex/server";
import { v } from "convex/values";
import { afterEach, beforeEach, expect, it } from "vitest";
import { hostGlobals } from "./guards";
import { openTestEngine, temporaryFolder, testApp, type TestEngine } from "../../test/testApp";

let runs = 0;

const notes = {
  add: mutation({
    args: { text: v.string() },
    handler: async (ctx, { text }) => {
      await ctx.db.insert("notes", { text });
    },
  }),
  list: query({
    args: {},
    handler: async (ctx) => {
      runs += 1;
      return (await ctx.db.query("notes").collect()).map(({ text }) => text as string);
    },
  }),
  loud: query({
    args: {},
    handler: () => {
      runs += 1;
      hostGlobals.console.log("here");
      return null;
    },
  }),
  ask: action({
    args: { name: v.string(), times: v.number() },
    handler: async (ctx, { name, times }): Promise<unknown> => {
      let answer: unknown = null;
      for (let time = 0; time < times; time += 1)
        answer = await ctx.runQuery(makeFunctionReference<"query">(`notes:${name}`), {});
      return answer;
    },
  }),
  addAndList: action({
    args: { text: v.string() },
    handler: async (ctx, { text }): Promise<unknown> => {
      await ctx.runMutation(makeFunctionReference<"mutation">("notes:add"), { text });
      return await ctx.runQuery(makeFunctionReference<"query">("notes:list"), {});
    },
  }),
};

let directory: ReturnType<typeof temporaryFolder>;
let engine: TestEngine;

beforeEach(async () => {
  runs = 0;
  directory = temporaryFolder();
  engine = await openTestEngine(testApp({ "": { modules: { notes }, tables: ["notes"] } }), directory.path);
});

afterEach(async () => {
  await engine.close();
  directory.remove();
});

function ask(name: string, times: number): Promise<unknown> {
  return engine.action("notes:ask", { name, times });
}

it("runs a query that is asked for again and again twice", async () => {
  expect(await ask("list", 10)).toEqual([]);
  expect(runs).toBe(2);
  expect(await ask("list", 3)).toEqual([]);
  expect(runs).toBe(2);
});

it("sees every commit, the action's own included", async () => {
  await ask("list", 3);
  for (const count of [1, 2, 3]) {
    const seen = await engine.action("notes:addAndList", { text: `n${count}` });
    expect(seen).toHaveLength(count);
    expect(await ask("list", 2)).toHaveLength(count);
  }
});

it("runs a query that writes to the log each time", async () => {
  await ask("loud", 4);
  expect(runs).toBe(4);
});
