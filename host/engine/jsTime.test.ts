/** Queries and mutations have a second of JavaScript; what they wait for does not count. */
import { makeFunctionReference, mutationGeneric as mutation, queryGeneric as query } from "convex/server";
import { v } from "convex/values";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { setTimeout as wait } from "node:timers/promises";
import { queryOnce } from "../../test/host/queryOnce";
import {
  openTestEngine,
  temporaryFolder,
  TEST_CALL,
  testApp,
  type TestEngine,
} from "../../test/host/testApp";

const LIMIT_MS = 400;

/** Computes for that long, in processor time. */
function compute(ms: number): void {
  const start = process.cpuUsage();
  const usedMs = (): number => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  };
  while (usedMs() < ms);
}

const app = {
  compute: mutation({
    args: { ms: v.number() },
    handler: async (ctx, { ms }) => {
      compute(ms);
      await ctx.db.insert("rows", {});
    },
  }),
  endLate: query({ args: {}, handler: () => compute(1.5 * LIMIT_MS) }),
  catchAll: mutation({
    args: {},
    handler: async (ctx) => {
      await ctx.db.insert("rows", {});
      compute(1.5 * LIMIT_MS);
      await ctx.db.insert("rows", {}).catch(() => undefined);
      return "caught";
    },
  }),
  waits: query({ args: {}, handler: () => wait(2 * LIMIT_MS, "waited") }),
  nests: mutation({
    args: {},
    handler: async (ctx) => {
      const call = makeFunctionReference<"mutation">("app:compute");
      for (let at = 0; at < 3; at += 1) await ctx.runMutation(call, { ms: LIMIT_MS * 0.4 });
    },
  }),
  rows: query({ args: {}, handler: async (ctx) => (await ctx.db.query("rows").collect()).length }),
};

const TIMED_OUT = "Function execution timed out (maximum duration: 0.4s)";

let folder: ReturnType<typeof temporaryFolder>;
let host: TestEngine;

beforeEach(async () => {
  folder = temporaryFolder();
  const loaded = testApp({ "": { modules: { app }, tables: ["rows"] } });
  host = await openTestEngine(loaded, folder.path, { jsLimitMs: LIMIT_MS });
});

afterEach(async () => {
  await host.close();
  folder.remove();
});

describe("a call that computes too long", () => {
  it("is rolled back at its next syscall", async () => {
    await expect(host.mutation("app:compute", { ms: 1.5 * LIMIT_MS })).rejects.toThrow(TIMED_OUT);
    expect(await host.query("app:rows")).toBe(0);
  });

  it("fails when it ends, even if it caught the error or made no syscall", async () => {
    await expect(host.mutation("app:catchAll")).rejects.toThrow(TIMED_OUT);
    expect(await host.query("app:rows")).toBe(0);
    const outcome = await queryOnce(host.engine, { componentPath: "", name: "app:endLate" }, {}, TEST_CALL);
    expect(outcome).toMatchObject({ ok: false, dependsOnTime: true });
  });
});

it("a call that ends close to the limit is warned of", async () => {
  const address = { componentPath: "", name: "app:compute" };
  const near = await host.engine.mutation(address, { ms: LIMIT_MS * 0.6 }, TEST_CALL);
  expect(near).toMatchObject({
    ok: true,
    logLines: [
      expect.stringMatching(
        /^\[WARN\] Function execution took a long time\. \(maximum duration: 0\.4s, actual duration: [23]\d\dms\)\.$/,
      ),
    ],
  });
  expect(await host.engine.mutation(address, { ms: 1 }, TEST_CALL)).toMatchObject({ ok: true, logLines: [] });
});

it("what a call waits for does not count, nor do the calls that it makes", async () => {
  expect(await host.query("app:waits")).toBe("waited");
  expect(await host.mutation("app:nests")).toBeNull();
  expect(await host.query("app:rows")).toBe(3);
});
