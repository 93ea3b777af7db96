/** Queries and mutations have a second of JavaScript; what they wait for does not count. */
import { makeFunctionReference, mutationGeneric as mutation, queryGeneric as query } from "convex/server";
import { v } from "convex/values";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { JsTime } from "./jsTime";
import { queryOnce } from "../../test/queryOnce";
import { openTestEngine, temporaryFolder, TEST_CALL, testApp, type TestEngine } from "../../test/testApp";

const LIMIT_MS = 400;
/** Other tests in this process use its time, too. */
const TOO_LONG_MS = 3 * LIMIT_MS;

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
  endLate: query({ args: {}, handler: () => compute(TOO_LONG_MS) }),
  catchAll: mutation({
    args: {},
    handler: async (ctx) => {
      await ctx.db.insert("rows", {});
      compute(TOO_LONG_MS);
      await ctx.db.insert("rows", {}).catch(() => undefined);
      return "caught";
    },
  }),
  nests: mutation({
    args: {},
    handler: async (ctx) => {
      const call = makeFunctionReference<"mutation">("app:compute");
      for (let at = 0; at < 5; at += 1) await ctx.runMutation(call, { ms: LIMIT_MS / 4 });
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
    await expect(host.mutation("app:compute", { ms: TOO_LONG_MS })).rejects.toThrow(TIMED_OUT);
    expect(await host.query("app:rows")).toBe(0);
  });

  it("fails when it ends, even if it caught the error or made no syscall", async () => {
    await expect(host.mutation("app:catchAll")).rejects.toThrow(TIMED_OUT);
    expect(await host.query("app:rows")).toBe(0);
    const outcome = await queryOnce(host.engine, { componentPath: "", name: "app:endLate" }, {}, TEST_CALL);
    expect(outcome).toMatchObject({ ok: false, dependsOnTime: true });
  });
});

it("a call does not count the calls that it makes", async () => {
  expect(await host.mutation("app:nests")).toBeNull();
  expect(await host.query("app:rows")).toBe(5);
});

describe("the time of a call", () => {
  // In milliseconds.
  let [wall, processor] = [0, 0];

  /** Replaces the clocks; `pass` lets both go on. */
  function clocks() {
    const { user, system } = process.cpuUsage();
    wall = performance.now() + 10;
    processor = (user + system) / 1_000;
    const spies = [
      vi.spyOn(performance, "now").mockImplementation(() => wall),
      vi.spyOn(process, "cpuUsage").mockImplementation((before) => ({
        user: processor * 1_000 - (before?.user ?? 0),
        system: 0,
      })),
    ];
    onTestFinished(() => {
      for (const spy of spies) spy.mockRestore();
    });
    const pass = (wallMs: number, processorMs: number): void => {
      wall += wallMs;
      processor += processorMs;
    };
    return { pass };
  }

  it("counts only while its JavaScript runs, and is warned of from half of the limit on", () => {
    const { pass } = clocks();
    const time = new JsTime(1_000);
    for (let syscall = 0; syscall < 2; syscall++) {
      time.resume();
      pass(300, 300);
      time.pause();
      pass(5_000, 5_000);
    }
    expect(time.isOver).toBe(false);
    expect(time.warning()).toContain("(maximum duration: 1s, actual duration: 600ms)");
    expect(new JsTime(1_000).warning()).toBeNull();
  });

  it("is at most the time that the processor was used", () => {
    const { pass } = clocks();
    const time = new JsTime(1_000);
    time.resume();
    pass(2_000, 100);
    time.pause();
    expect([time.isOver, time.warning()]).toEqual([false, null]);
  });

  it("is over after the limit", () => {
    const { pass } = clocks();
    const time = new JsTime(1_000);
    time.resume();
    pass(1_200, 1_200);
    time.pause();
    expect([time.isOver, time.warning()]).toEqual([true, null]);
  });

  it("is not affected by a clock that went back", () => {
    const { pass } = clocks();
    pass(1_000_000, 1_000_000);
    new JsTime(1_000);
    pass(-1_000_000, 0);
    const time = new JsTime(1_000);
    time.resume();
    pass(2_000, 100);
    time.pause();
    expect([time.isOver, time.warning()]).toEqual([false, null]);
  });
});
