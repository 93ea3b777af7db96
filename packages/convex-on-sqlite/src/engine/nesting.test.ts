import {
  actionGeneric as action,
  componentsGeneric,
  createFunctionHandle,
  internalMutationGeneric as internalMutation,
  makeFunctionReference,
  mutationGeneric as mutation,
  queryGeneric as query,
  type FunctionHandle,
} from "convex/server";
import { ConvexError, jsonToConvex, v } from "convex/values";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { queryOnce } from "../../test/queryOnce";
import type { ConvexJson } from "../types";
import { hostGlobals } from "./guards";
import {
  openTestEngine,
  temporaryFolder,
  testApp,
  valueOf,
  TEST_CALL,
  TEST_META,
  type TestEngine,
} from "../../test/testApp";

const components = componentsGeneric();
const m = (name: string) => makeFunctionReference<"mutation">(name);
const q = (name: string) => makeFunctionReference<"query">(name);
const a = (name: string) => makeFunctionReference<"action">(name);
const child = components.child as unknown as {
  box: {
    put: ReturnType<typeof m>;
    putAndFail: ReturnType<typeof m>;
    texts: ReturnType<typeof q>;
    handle: ReturnType<typeof a>;
    hidden: ReturnType<typeof m>;
    handleOfHidden: ReturnType<typeof a>;
    missing: ReturnType<typeof m>;
  };
};

const box = {
  put: mutation({ args: { text: v.string() }, handler: (ctx, { text }) => ctx.db.insert("box", { text }) }),
  putAndFail: mutation({
    args: { text: v.string() },
    handler: async (ctx, { text }) => {
      await ctx.db.insert("box", { text });
      throw new ConvexError({ code: "FULL", text });
    },
  }),
  texts: query({
    args: {},
    handler: async (ctx) => (await ctx.db.query("box").collect()).map(({ text }) => text),
  }),
  handle: action({ args: {}, handler: () => createFunctionHandle(m("box:put")) }),
  hidden: internalMutation({ args: {}, handler: () => "hidden" }),
  handleOfHidden: action({ args: {}, handler: () => createFunctionHandle(m("box:hidden")) }),
};

/** The result of `app:stampsSeen`. */
interface Seen {
  readonly until: bigint;
  readonly stamps: readonly bigint[];
}

const seenOf = (answer: ConvexJson): Seen => jsonToConvex(answer) as unknown as Seen;

/** The clock as bundled functions see it. */
const { Date: FunctionDate } = hostGlobals;

const app = {
  ...box,
  time: mutation({ args: {}, handler: async () => FunctionDate.now() }),
  timesAround: action({
    args: {},
    handler: async (ctx) => {
      const first: number = await ctx.runMutation(m("app:time"), {});
      while (Date.now() <= first) await new Promise((resolve) => setTimeout(resolve, 1));
      return [first, await ctx.runMutation(m("app:time"), {})];
    },
  }),
  catches: mutation({
    args: {},
    handler: async (ctx) => {
      await ctx.db.insert("box", { text: "parent" });
      try {
        await ctx.runMutation(m("app:putAndFail"), { text: "child" });
      } catch (error) {
        return {
          data: (error as ConvexError<{ code: string }>).data,
          isConvexError: error instanceof ConvexError,
        };
      }
      return null;
    },
  }),
  both: mutation({
    args: {},
    handler: async (ctx) => {
      const results = await Promise.allSettled([
        ctx.runMutation(m("app:putAndFail"), { text: "undone" }),
        ctx.db.insert("box", { text: "kept" }),
      ]);
      return results.map(({ status }) => status);
    },
  }),
  dangling: mutation({
    args: {},
    handler: async (ctx) => {
      await ctx.db.insert("box", { text: "awaited" });
      void ctx.runMutation(m("app:put"), { text: "not awaited" }).catch(() => undefined);
    },
  }),
  stale: mutation({
    args: {},
    handler: async (ctx) => {
      await ctx.db.insert("box", { text: "uncommitted" });
      const fresh: string[] = await ctx.runQuery(q("app:texts"), {});
      const stale: string[] = await ctx.runQuery(q("app:texts"), {}, { useStaleSnapshot: true });
      return { fresh: fresh.includes("uncommitted"), stale: stale.includes("uncommitted") };
    },
  }),
  stamp: mutation({
    args: {},
    handler: async (ctx) => {
      await ctx.db.insert("stamps", { ts: ctx.db.vars.commitTs });
    },
  }),
  stampsSeen: query({
    args: {},
    handler: async (ctx) => ({
      until: await ctx.meta.getSnapshotTs(),
      stamps: (await ctx.db.query("stamps").collect()).map(({ ts }) => ts as bigint),
    }),
  }),
  stampsSeenStale: mutation({
    args: {},
    handler: (ctx) => ctx.runQuery(q("app:stampsSeen"), {}, { useStaleSnapshot: true }),
  }),
  limited: mutation({
    args: {},
    handler: (ctx) => ctx.runMutation(m("app:putThree"), {}, { transactionLimits: { documentsWritten: 2 } }),
  }),
  putThree: mutation({
    args: {},
    handler: async (ctx) => {
      for (const text of ["1", "2", "3"]) await ctx.db.insert("box", { text });
    },
  }),
  metrics: mutation({
    args: {},
    handler: async (ctx) => {
      await ctx.db.insert("box", { text: "x" });
      return (await ctx.meta.getTransactionMetrics()).documentsWritten;
    },
  }),
  inChild: mutation({
    args: { text: v.string() },
    handler: (ctx, args) => ctx.runMutation(child.box.put, args),
  }),
  ofChild: query({ args: {}, handler: (ctx) => ctx.runQuery(child.box.texts, {}) }),
  hiddenOfChild: mutation({ args: {}, handler: (ctx) => ctx.runMutation(child.box.hidden, {}) }),
  hiddenOfChildByAction: action({ args: {}, handler: (ctx) => ctx.runMutation(child.box.hidden, {}) }),
  hiddenOfChildLater: mutation({
    args: {},
    handler: (ctx) => ctx.scheduler.runAfter(0, child.box.hidden, {}),
  }),
  missingOfChild: mutation({ args: {}, handler: (ctx) => ctx.runMutation(child.box.missing, {}) }),
  hiddenByHandle: action({
    args: {},
    handler: async (ctx) => {
      const handle: FunctionHandle<"mutation"> = await ctx.runAction(child.box.handleOfHidden, {});
      return ctx.runMutation(handle, {});
    },
  }),
  getOfChild: query({ args: { id: v.any() }, handler: (ctx, { id }) => ctx.db.get(id) }),
  byHandle: action({
    args: {},
    handler: async (ctx) => {
      const handle: FunctionHandle<"mutation"> = await ctx.runAction(child.box.handle, {});
      await ctx.runMutation(handle, { text: "by handle" });
      return handle;
    },
  }),
  failsInAction: action({
    args: {},
    handler: async (ctx) => ctx.runAction(a("app:failsInMutation"), {}),
  }),
  failsInMutation: action({
    args: {},
    handler: async (ctx) => ctx.runMutation(m("app:failsInNested"), {}),
  }),
  failsInNested: mutation({
    args: {},
    handler: async (ctx) => ctx.runMutation(m("app:putAndFail"), { text: "deep" }),
  }),
  plainError: mutation({
    args: {},
    handler: (ctx) => ctx.runMutation(m("app:throwsPlain"), {}),
  }),
  throwsPlain: mutation({
    args: {},
    handler: () => {
      throw new TypeError("boom");
    },
  }),
};

const folder = temporaryFolder();
let host: TestEngine;
beforeAll(async () => {
  const loaded = testApp({
    "": { modules: { app }, tables: ["box", "stamps"], children: { child: "child" } },
    child: { modules: { box }, tables: ["box"] },
  });
  host = await openTestEngine(loaded, folder.path);
});
afterAll(async () => {
  await host.close();
  folder.remove();
});
const texts = () => host.query("app:texts") as Promise<string[]>;
const outcomeOfAction = (name: string) => host.engine.action({ componentPath: "", name }, {}, TEST_CALL);

describe("a nested mutation", () => {
  it("that fails is rolled back alone, and its caller may continue with the error's data", async () => {
    expect(await host.mutation("app:catches")).toEqual({
      data: { code: "FULL", text: "child" },
      isConvexError: true,
    });
    expect(await texts()).toContain("parent");
    expect(await texts()).not.toContain("child");
  });

  it("does not roll back its caller's concurrent writes", async () => {
    expect(await host.mutation("app:both")).toEqual(["rejected", "fulfilled"]);
    expect(await texts()).toContain("kept");
    expect(await texts()).not.toContain("undone");
  });

  it("that is not awaited is rolled back when its caller ends", async () => {
    await host.mutation("app:dangling");
    expect(await texts()).toContain("awaited");
    expect(await texts()).not.toContain("not awaited");
  });

  it("counts its writes towards its caller's limits and its own", async () => {
    await expect(host.mutation("app:limited")).rejects.toThrow(
      "Too many writes in a single function execution (limit: 2)",
    );
    expect(await host.mutation("app:metrics")).toEqual({ used: 1, remaining: 15_999 });
  });
});

describe("a mutation that an action calls", () => {
  it("sees the time of its own start, not the action's", async () => {
    const [first, second] = (await host.action("app:timesAround")) as [number, number];
    expect(second).toBeGreaterThan(first);
  });
});

describe("a stale snapshot", () => {
  it("does not show the writes of its own mutation", async () => {
    expect(await host.mutation("app:stale")).toEqual({ fresh: true, stale: false });
  });

  it("shows all commits up to its timestamp, including those of the same group", async () => {
    // Called together, so that they share a commit.
    const calls = [1, 2, 3].flatMap(() => [host.mutation("app:stamp"), host.mutation("app:stampsSeenStale")]);
    const answers = (await Promise.all(calls)).filter((answer) => answer !== null);
    const seen = answers.map(seenOf);
    const { stamps } = seenOf(await host.query("app:stampsSeen"));
    expect(seen).toHaveLength(3);
    for (const { until, stamps: shown } of seen) expect(shown).toEqual(stamps.filter((ts) => ts <= until));
  });
});

describe("a component", () => {
  it("has its own tables and ids", async () => {
    const id = await host.mutation("app:inChild", { text: "in the child" });
    expect(await host.query("app:ofChild")).toContain("in the child");
    expect(await texts()).not.toContain("in the child");
    expect(await host.query("app:getOfChild", { id })).toBeNull();
  });

  it("is reachable through handles, which stay valid", async () => {
    expect(await host.action("app:byHandle")).toBe("function://child;box:put");
    expect(await host.query("app:ofChild")).toContain("by handle");
  });

  it("hides its internal functions from its parent, unless it passes a handle", async () => {
    const refused = 'Child component "child" does not export "box:hidden".';
    await expect(host.mutation("app:hiddenOfChild")).rejects.toThrow(refused);
    await expect(host.action("app:hiddenOfChildByAction")).rejects.toThrow(refused);
    await expect(host.mutation("app:hiddenOfChildLater")).rejects.toThrow(refused);
    await expect(host.mutation("app:missingOfChild")).rejects.toThrow('does not export "box:missing"');
    expect(await host.action("app:hiddenByHandle")).toBe("hidden");
  });

  it("is not accessible to clients", async () => {
    const outcome = await queryOnce(
      host.engine,
      { componentPath: "child", name: "box:texts" },
      {},
      { visibility: "public", meta: TEST_META },
    );
    expect(() => valueOf(outcome)).toThrow("Could not find public function for 'box:texts'");
  });
});

describe("an error", () => {
  it("carries a ConvexError's data through mutation, action and action", async () => {
    const outcome = await outcomeOfAction("app:failsInAction");
    expect(outcome).toMatchObject({ ok: false, error: { data: { code: "FULL", text: "deep" } } });
  });

  it("names the request and each nested call", async () => {
    await expect(host.mutation("app:plainError")).rejects.toThrow(
      "[Request ID: 0123456789abcdef] Server Error\nUncaught Error: Uncaught TypeError: boom",
    );
  });
});
