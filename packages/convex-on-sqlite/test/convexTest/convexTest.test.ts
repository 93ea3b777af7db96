/** Tests written for convex-test run unchanged on the host. */
import { readdirSync } from "node:fs";
import {
  actionGeneric,
  componentsGeneric,
  defineSchema,
  defineTable,
  httpActionGeneric,
  httpRouter,
  internalMutationGeneric,
  makeFunctionReference,
  mutationGeneric,
  queryGeneric,
  type GenericDataModel,
  type GenericMutationCtx,
} from "convex/server";
import { ConvexError, v } from "convex/values";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { DATA_DIR_PREFIX, SCRATCH_DIR } from "./backend";
import { convexTest } from "./convexTest";

const schema = defineSchema({ notes: defineTable({ text: v.string() }).index("by_text", ["text"]) });

const later = makeFunctionReference<"mutation">("notes:countdown");
const http = httpRouter();
http.route({
  path: "/echo",
  method: "POST",
  handler: httpActionGeneric(async (_ctx, request) => new Response(await request.text(), { status: 201 })),
});

const notes = {
  add: mutationGeneric({
    args: { text: v.string() },
    handler: async (ctx, { text }) => await ctx.db.insert("notes", { text }),
  }),
  texts: queryGeneric({
    args: {},
    handler: async (ctx) => (await ctx.db.query("notes").collect()).map((note) => String(note["text"])),
  }),
  refuse: mutationGeneric({
    args: { count: v.int64() },
    handler: async (ctx, { count }) => {
      await ctx.db.insert("notes", { text: "of a refused call" });
      throw new ConvexError({ count });
    },
  }),
  countdown: internalMutationGeneric({
    args: { from: v.number(), delayMs: v.number() },
    handler: async (ctx, { from, delayMs }) => {
      await ctx.db.insert("notes", { text: `${from} at ${Date.now()}` });
      if (from > 0) await ctx.scheduler.runAfter(delayMs, later, { from: from - 1, delayMs });
    },
  }),
  begin: mutationGeneric({
    args: { from: v.number(), delayMs: v.number() },
    handler: async (ctx, args) => void (await ctx.scheduler.runAfter(args.delayMs, later, args)),
  }),
  caller: actionGeneric({
    args: {},
    handler: async (ctx) => {
      const { ip, userAgent } = await ctx.meta.getRequestMetadata();
      return { ip, userAgent };
    },
  }),
  inComponent: mutationGeneric({
    args: { text: v.string() },
    handler: async (ctx, args) => {
      await ctx.runMutation(componentsGeneric()["shelf"]?.["notes"]?.["add"] as typeof later, args);
    },
  }),
};

/** A test file that registers a function; importing it would run its tests. */
const spec = vi.fn(async () => ({
  here: queryGeneric({ args: {}, handler: () => "from the test's own file" }),
}));

const modules = {
  "./_generated/api.js": async () => ({}),
  "./notes.ts": async () => notes,
  "./http.ts": async () => ({ default: http }),
  "./notes.test.ts": spec,
};

const setup = () => convexTest({ schema, modules });
const fn = {
  add: makeFunctionReference<"mutation">("notes:add"),
  texts: makeFunctionReference<"query", Record<string, never>, string[]>("notes:texts"),
  refuse: makeFunctionReference<"mutation">("notes:refuse"),
  begin: makeFunctionReference<"mutation">("notes:begin"),
  caller: makeFunctionReference<"action">("notes:caller"),
  inComponent: makeFunctionReference<"mutation">("notes:inComponent"),
  spec: makeFunctionReference<"query">("notes.test:here"),
};

/** Calls `runInComponent`, which is missing in the types of convex-test. */
async function runInComponent(
  t: ReturnType<typeof setup>,
  path: string,
  body: (ctx: GenericMutationCtx<GenericDataModel>) => Promise<unknown>,
): Promise<unknown> {
  const method: unknown = Reflect.get(t, "runInComponent");
  if (typeof method !== "function") throw new Error("There is no runInComponent.");
  return (await method(path, body)) as unknown;
}

const folders = () => readdirSync(SCRATCH_DIR).filter((name) => name.startsWith(DATA_DIR_PREFIX));

afterEach(() => vi.useRealTimers());

describe("a backend for one test", () => {
  it("runs the app's functions on a database of its own", async () => {
    const [t, other] = [setup(), setup()];
    await t.mutation(fn.add, { text: "here" });
    expect(await t.query(fn.texts, {})).toEqual(["here"]);
    expect(await other.query(fn.texts, {})).toEqual([]);
  });

  it("deletes the database when the test has ended", async () => {
    const before = new Set(folders());
    // Registered first and so run last.
    onTestFinished(() => expect(folders().filter((name) => own.has(name))).toEqual([]));
    const t = setup();
    await t.query(fn.texts, {});
    const own = new Set(folders().filter((name) => !before.has(name)));
    expect(own.size).toBeGreaterThan(0);
  });

  it("imports a test file only to call its functions", async () => {
    const t = setup();
    await t.query(fn.texts, {});
    expect(spec).not.toHaveBeenCalled();
    expect(await t.query(fn.spec, {})).toBe("from the test's own file");
  });

  it("serves requests with the routes of http.ts", async () => {
    const t = setup();
    const answer = await t.fetch("/echo", { method: "POST", body: "hello" });
    expect([answer.status, await answer.text()]).toEqual([201, "hello"]);
    expect((await t.fetch("/nowhere")).status).toBe(404);
  });

  it("passes the test's request metadata to calls", async () => {
    const t = setup();
    expect(await t.action(fn.caller, {})).toEqual({ ip: null, userAgent: null });
    const known = t.withRequestMetadata({ ip: "192.0.2.1" });
    expect(await known.action(fn.caller, {})).toEqual({ ip: "192.0.2.1", userAgent: null });
  });

  it("rejects unsupported features", async () => {
    const t = setup();
    expect(() => t.withIdentity({ subject: "somebody" })).toThrow(/does not authenticate users/);
    await expect(t.run((ctx) => ctx.storage.store(new Blob(["text"])))).rejects.toThrow(/no file storage/);
  });

  it("applies the limits that the test sets", async () => {
    const t = convexTest({ schema, modules, transactionLimits: { documentsWritten: 1 } });
    const write = (count: number) =>
      t.run(async (ctx) => {
        for (let i = 0; i < count; i++) await ctx.db.insert("notes", { text: `${i}` });
      });
    await write(1);
    await expect(write(2)).rejects.toThrow("Too many writes in a single function execution (limit: 1)");
  });
});

describe("components", () => {
  const shelf = { "./_generated/api.js": async () => ({}), "./notes.ts": async () => notes };

  it("can be called by the app and inspected by the test", async () => {
    const t = setup();
    t.registerComponent("shelf", schema, shelf);
    await t.mutation(fn.inComponent, { text: "put away" });
    expect(await t.query(fn.texts, {})).toEqual([]);
    const inside = await runInComponent(t, "shelf", async (ctx) => await ctx.db.query("notes").collect());
    expect(inside).toMatchObject([{ text: "put away" }]);
  });

  it("must be registered before the first call", async () => {
    const t = setup();
    await t.query(fn.texts, {});
    expect(() => t.registerComponent("shelf", schema, shelf)).toThrow(/before the first call/);
  });
});

describe("a function written in the test", () => {
  it("runs in a transaction, which is rolled back when it fails", async () => {
    const t = setup();
    const written = t.run(async (ctx) => {
      await ctx.db.insert("notes", { text: "gone" });
      expect("gone").toBe("kept");
    });
    // The original error, so that the runner can show the difference.
    await expect(written).rejects.toMatchObject({ name: "AssertionError", expected: "kept" });
    expect(await t.query(fn.texts, {})).toEqual([]);
  });

  it("can also be a query or an action", async () => {
    const t = setup();
    await t.action(async (ctx) => void (await ctx.runMutation(fn.add, { text: "by an action" })));
    const first = await t.query(async (ctx) => await ctx.db.query("notes").first());
    expect(first?.text).toBe("by an action");
  });
});

describe("a call that fails", () => {
  it("rejects with the data of a ConvexError, and is rolled back", async () => {
    const t = setup();
    const refused = t.mutation(fn.refuse, { count: 3n });
    await expect(refused).rejects.toBeInstanceOf(ConvexError);
    await expect(refused).rejects.toMatchObject({ data: { count: 3n } });
    expect(await t.query(fn.texts, {})).toEqual([]);
  });

  it("rejects wrong arguments", async () => {
    await expect(setup().mutation(fn.add, { text: 1 })).rejects.toThrow("ArgumentValidationError");
  });
});

describe("scheduled functions under a faked clock", () => {
  const NOON = Date.UTC(2026, 5, 1, 12);

  it("start when timers fire, not earlier", async () => {
    vi.useFakeTimers({ now: NOON });
    const t = setup();
    await t.mutation(fn.begin, { from: 0, delayMs: 0 });
    await t.finishInProgressScheduledFunctions();
    expect(await t.query(fn.texts, {})).toEqual([]);
    vi.runAllTimers();
    await t.finishInProgressScheduledFunctions();
    expect(await t.query(fn.texts, {})).toEqual([`0 at ${NOON}`]);
  });

  it("run at their times, including nested ones, without advancing the clock further", async () => {
    vi.useFakeTimers({ now: NOON });
    const t = setup();
    await t.mutation(fn.begin, { from: 2, delayMs: 3_600_000 });
    await t.finishAllScheduledFunctions(vi.runAllTimers);
    const hours = [1, 2, 3].map((hour) => NOON + hour * 3_600_000);
    expect(await t.query(fn.texts, {})).toEqual([`2 at ${hours[0]}`, `1 at ${hours[1]}`, `0 at ${hours[2]}`]);
    expect(Date.now()).toBe(hours[2]);
  });

  it("stop the wait if they never end", async () => {
    vi.useFakeTimers({ now: NOON });
    const t = setup();
    await t.mutation(fn.begin, { from: 1_000, delayMs: 60_000 });
    await expect(t.finishAllScheduledFunctions(vi.runAllTimers, 5)).rejects.toThrow(/after 5 rounds/);
  });

  it("stay pending if the clock is not advanced far enough", async () => {
    vi.useFakeTimers({ now: NOON });
    const t = setup();
    await t.mutation(fn.begin, { from: 0, delayMs: 3_600_000 });
    await t.finishAllScheduledFunctions(() => vi.advanceTimersByTime(1));
    expect(await t.query(fn.texts, {})).toEqual([]);
  });
});
