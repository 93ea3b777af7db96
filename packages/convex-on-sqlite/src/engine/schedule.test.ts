import {
  actionGeneric as action,
  makeFunctionReference,
  mutationGeneric as mutation,
  queryGeneric as query,
} from "convex/server";
import { v } from "convex/values";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { dueJobs } from "../store/jobQueue";
import type { ConvexObject } from "../types";
import { encodeId, tableNumberOf } from "../values/ids";
import {
  openTestEngine,
  temporaryFolder,
  TEST_META,
  testApp,
  valueOf,
  type TestEngine,
} from "../../test/testApp";

const later = makeFunctionReference<"mutation">("work:run");
const anything = makeFunctionReference<"mutation">("work:anything");
const work = {
  run: mutation({ args: { text: v.string() }, handler: (ctx, args) => ctx.db.insert("done", args) }),
  plan: mutation({
    args: { args: v.any() },
    handler: (ctx, { args }) => ctx.scheduler.runAfter(1000, later, args),
  }),
  planAndFail: mutation({
    args: {},
    handler: async (ctx) => {
      await ctx.scheduler.runAfter(0, later, { text: "never" });
      throw new Error("no");
    },
  }),
  planInAction: action({ args: {}, handler: (ctx) => ctx.scheduler.runAfter(0, later, { text: "action" }) }),
  planQuery: mutation({
    args: {},
    handler: (ctx) => ctx.scheduler.runAfter(0, makeFunctionReference<"mutation">("work:state"), {}),
  }),
  planNamed: mutation({
    args: { name: v.string(), inMs: v.number() },
    handler: (ctx, { name, inMs }) =>
      ctx.scheduler.runAfter(inMs, makeFunctionReference<"mutation">(name), {}),
  }),
  anything: mutation({ args: { value: v.any() }, handler: () => null }),
  planAnything: mutation({
    args: { args: v.any() },
    handler: (ctx, { args }) => ctx.scheduler.runAfter(0, anything, args),
  }),
  planPlaceholder: mutation({
    args: {},
    handler: (ctx) => ctx.scheduler.runAfter(0, anything, { value: [ctx.db.vars.commitTs] }),
  }),
  cancelAny: mutation({ args: { id: v.any() }, handler: (ctx, { id }) => ctx.scheduler.cancel(id) }),
  cancel: mutation({
    args: { id: v.id("_scheduled_functions") },
    handler: (ctx, { id }) => ctx.scheduler.cancel(id),
  }),
  /** Cancels its own job, and then schedules another. */
  giveUp: mutation({
    args: { id: v.id("_scheduled_functions") },
    handler: async (ctx, { id }) => {
      const seen = await ctx.db.system.get("_scheduled_functions", id);
      await ctx.scheduler.cancel(id);
      await ctx.db.insert("done", { text: "given up" });
      return { seen: seen?.state.kind, next: await ctx.scheduler.runAfter(0, later, { text: "after" }) };
    },
  }),
  state: query({
    args: { id: v.id("_scheduled_functions") },
    handler: (ctx, { id }) => ctx.db.system.get("_scheduled_functions", id),
  }),
  done: query({ args: {}, handler: async (ctx) => (await ctx.db.query("done").collect()).length }),
};

let folder: ReturnType<typeof temporaryFolder>;
let host: TestEngine;
let changes = 0;
beforeEach(async () => {
  folder = temporaryFolder();
  host = await openTestEngine(testApp({ "": { modules: { work }, tables: ["done"] } }), folder.path);
  changes = 0;
  host.engine.onJobsChanged(() => (changes += 1));
});
afterEach(async () => {
  await host.close();
  folder.remove();
});
const queued = () => host.engine.read((db) => dueJobs(db, "pending", Number.MAX_SAFE_INTEGER, 100));
const plan = async () => String(await host.mutation("work:plan", { args: { text: "later" } }));

describe("scheduling", () => {
  it("creates the document and the queued job in one commit, then notifies the job loop", async () => {
    const id = await plan();
    const shown = (await host.query("work:state", { id })) as ConvexObject;
    expect(shown).toMatchObject({ name: "work:run", args: [{ text: "later" }], state: { kind: "pending" } });
    expect(await queued()).toMatchObject([
      { id, ownerPath: "", address: { componentPath: "", name: "work:run" }, dueMs: shown.scheduledTime },
    ]);
    expect(changes).toBe(1);
  });

  it("accepts arguments nested deeper than documents may be", async () => {
    let value: ConvexObject = {};
    for (let level = 0; level < 20; level++) value = { value };
    expect(await host.mutation("work:planAnything", { args: { value } })).toEqual(expect.any(String));
  });

  it("is rolled back with its mutation", async () => {
    await expect(host.mutation("work:planAndFail")).rejects.toThrow("no");
    expect(await queued()).toEqual([]);
    expect(changes).toBe(0);
  });

  it("from an action is a separate commit", async () => {
    await host.action("work:planInAction");
    expect(await queued()).toMatchObject([{ args: { text: "action" } }]);
  });

  it("rejects functions that no module exports, and times years away", async () => {
    const planNamed = (name: string, inMs = 0) => host.mutation("work:planNamed", { name, inMs });
    await expect(planNamed("missing:run")).rejects.toThrow(
      "Attempted to schedule function at nonexistent path: missing.js",
    );
    await expect(planNamed("work:missing")).rejects.toThrow(
      "Attempted to schedule function, but no exported function missing found in the file: work.js. Did you forget to export it?",
    );
    const sixYears = 6 * 366 * 24 * 3_600_000;
    await expect(planNamed("work:run", sixYears)).rejects.toThrow("is more than 5 years in the future");
    expect(await queued()).toEqual([]);
  });

  it("accepts wrong arguments and kinds of functions, which fail the job when it runs", async () => {
    await host.mutation("work:plan", { args: { text: 1 } });
    await host.mutation("work:planQuery");
    expect(await queued()).toMatchObject([{ address: { name: "work:state" } }, { args: { text: 1 } }]);
  });

  it("rejects an unresolved commit timestamp", async () => {
    await expect(host.mutation("work:planPlaceholder")).rejects.toThrow("unresolved placeholder");
    expect(await queued()).toEqual([]);
  });

  it("rejects cancelling an id that is not a scheduled function's", async () => {
    const document = await host.mutation("work:run", { text: "no job" });
    for (const id of [document, "no id"])
      await expect(host.mutation("work:cancelAny", { id })).rejects.toThrow(
        "Invalid scheduled function ID. The ID must be an ID on the '_scheduled_functions' table.",
      );
  });

  it("ignores cancelling a function whose document was deleted", async () => {
    const gone = encodeId(tableNumberOf(await plan()) ?? 0, new Uint8Array(16));
    expect(await host.mutation("work:cancelAny", { id: gone })).toBeNull();
    expect(await queued()).toHaveLength(1);
  });

  it("can be cancelled permanently", async () => {
    const id = await plan();
    await host.mutation("work:cancel", { id });
    await host.mutation("work:cancel", { id });
    expect(await host.query("work:state", { id })).toMatchObject({ state: { kind: "canceled" } });
    expect(await queued()).toEqual([]);
  });
});

describe("the mutation of a job", () => {
  const run = (id: string, text: string | number) =>
    host.engine.mutation(
      { componentPath: "", name: "work:run" },
      { text },
      { visibility: "any", meta: { ...TEST_META, scheduledFunctionId: id }, job: { id } },
    );

  it("commits the job's success with its effects, once", async () => {
    const id = await plan();
    expect(await run(id, "first")).toMatchObject({ ok: true });
    expect(await run(id, "second")).toMatchObject({ ok: true, value: "null" });
    expect(await host.query("work:done")).toBe(1);
    expect(await host.query("work:state", { id })).toMatchObject({
      state: { kind: "success" },
      completedTime: expect.any(Number) as number,
    });
  });

  it("sees its own job in progress; after cancelling it, its writes are kept and functions it schedules are cancelled", async () => {
    const id = await plan();
    const end = await host.engine.mutation(
      { componentPath: "", name: "work:giveUp" },
      { id },
      { visibility: "any", meta: { ...TEST_META, scheduledFunctionId: id }, job: { id } },
    );
    const { seen, next } = valueOf(end) as ConvexObject;
    expect(seen).toBe("inProgress");
    expect(await host.query("work:done")).toBe(1);
    for (const job of [id, next ?? null])
      expect(await host.query("work:state", { id: job })).toMatchObject({ state: { kind: "canceled" } });
    expect(await queued()).toEqual([]);
  });

  it("has no effects if the job was cancelled before", async () => {
    const id = await plan();
    await host.mutation("work:cancel", { id });
    expect(await run(id, "cancelled")).toMatchObject({ ok: true, value: "null" });
    expect(await host.query("work:done")).toBe(0);
  });
});
