/** Functions that never end, recurse, or make invalid requests: each fails alone, with its own error. */
import {
  actionGeneric as action,
  componentsGeneric,
  httpActionGeneric,
  makeFunctionReference,
  mutationGeneric as mutation,
  queryGeneric as query,
} from "convex/server";
import { v } from "convex/values";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HostError } from "./errors";
import { queryOnce } from "../../test/queryOnce";
import {
  openTestEngine,
  TEST_CALL,
  TEST_META,
  temporaryFolder,
  testApp,
  type TestEngine,
} from "../../test/testApp";

const m = (name: string) => makeFunctionReference<"mutation">(name);
const q = (name: string) => makeFunctionReference<"query">(name);
const a = (name: string) => makeFunctionReference<"action">(name);
const child = componentsGeneric().child as unknown as { pages: { page: ReturnType<typeof q> } };

/** The properties that the library adds to an HTTP action, which only the host reads. */
interface Invocable {
  invokeHttpAction(request: Request): Promise<Response>;
}

/** Far longer than any other test here takes on a busy machine. */
const TIMEOUT_MS = 400;
/** The effects of a hanging action after its release. */
const late: { release(): void; work: Promise<unknown> } = {
  release: () => undefined,
  work: Promise.resolve(),
};

const page = query({
  args: {},
  handler: async (ctx) => (await ctx.db.query("rows").paginate({ cursor: null, numItems: 1 })).page.length,
});

const app = {
  one: query({ args: {}, handler: async () => 1 }),
  nest: mutation({
    args: { levels: v.number() },
    handler: async (ctx, { levels }): Promise<number> =>
      levels === 0 ? 0 : 1 + (await ctx.runMutation(m("app:nest"), { levels: levels - 1 })),
  }),
  forever: query({
    args: {},
    handler: async (ctx): Promise<number> => ctx.runQuery(q("app:forever"), {}),
  }),
  spin: mutation({
    args: {},
    handler: async (ctx) => {
      await ctx.db.insert("rows", {});
      for (;;) await ctx.runQuery(q("app:one"), {});
    },
  }),
  stall: query({ args: {}, handler: () => new Promise<never>(() => undefined) }),
  ask: query({
    args: {},
    handler: async (ctx) => {
      for (;;) await ctx.runQuery(q("app:one"), {});
    },
  }),
  rows: query({ args: {}, handler: async (ctx) => (await ctx.db.query("rows").collect()).length }),
  hang: action({
    args: {},
    handler: async (ctx) => {
      late.work = new Promise<void>((resolve) => (late.release = resolve)).then(() =>
        ctx.runMutation(m("app:nest"), { levels: 0 }),
      );
      await late.work;
    },
  }),
  runHang: action({ args: {}, handler: async (ctx): Promise<unknown> => ctx.runAction(a("app:hang"), {}) }),
  pageOfChild: query({
    args: {},
    handler: async (ctx): Promise<number> => ctx.runQuery(child.pages.page, {}),
  }),
  page,
  list: query({ args: { length: v.number() }, handler: async (_, { length }) => new Array(length).fill(0) }),
  lengthOf: query({ args: { list: v.array(v.number()) }, handler: async (_, { list }) => list.length }),
  large: query({ args: {}, handler: async () => new Array(17).fill("x".repeat(1 << 20)) }),
  at: mutation({
    args: { when: v.string() },
    handler: async (ctx, { when }) => {
      const moments: Record<string, number | Date> = {
        "no number": NaN,
        "no end": Infinity,
        "no date": new Date(NaN),
        "too far": Date.now() + 6 * 366 * 86_400_000,
        soon: Date.now() + 60_000,
      };
      return await ctx.scheduler.runAt(moments[when] ?? 0, m("app:nest"), { levels: 0 });
    },
  }),
};

let folder: ReturnType<typeof temporaryFolder>;
let host: TestEngine;

beforeAll(async () => {
  folder = temporaryFolder();
  const loaded = testApp({
    "": { modules: { app }, tables: ["rows"], children: { child: "child" } },
    child: { modules: { pages: { page } }, tables: ["rows"] },
  });
  host = await openTestEngine(loaded, folder.path, {
    transactionTimeoutMs: TIMEOUT_MS,
    actionTimeoutMs: TIMEOUT_MS,
  });
});

afterAll(async () => {
  await host.close();
  folder.remove();
});

describe("a nested call", () => {
  it("is limited to eight levels below the outermost", async () => {
    expect(await host.mutation("app:nest", { levels: 8 })).toBe(8);
    await expect(host.mutation("app:nest", { levels: 9 })).rejects.toThrow(
      "Cross component call depth limit exceeded. Do you have an infinite loop in your app?",
    );
    await expect(host.query("app:forever")).rejects.toThrow("Cross component call depth limit exceeded");
  });
});

describe("a function that takes too long", () => {
  it("fails at its next syscall even if no timer can run, and is rolled back", async () => {
    await expect(host.mutation("app:spin")).rejects.toThrow("Function execution timed out");
    expect(await host.query("app:rows")).toBe(0);
  });

  it.each(["app:stall", "app:ask"])("as a query has a result that depends on time: %s", async (name) => {
    const outcome = await queryOnce(host.engine, { componentPath: "", name }, {}, TEST_CALL);
    expect(outcome).toMatchObject({ ok: false, dependsOnTime: true });
  });

  it("times out as an action, and its later syscalls fail", async () => {
    await expect(host.action("app:hang")).rejects.toThrow(
      `Function execution timed out (maximum duration: ${TIMEOUT_MS / 1_000}s)`,
    );
    late.release();
    await expect(late.work).rejects.toThrow("came after the end of app:hang");
    await expect(host.action("app:runHang")).rejects.toThrow("Function execution timed out");
    late.release();
    await expect(late.work).rejects.toThrow("came after the end of app:hang");
  });
});

describe("an HTTP action", () => {
  const request = new Request("http://localhost/");

  it("that takes too long fails like an action", async () => {
    let release = (): void => undefined;
    const hang = (): Promise<Response> =>
      new Promise((resolve) => (release = () => resolve(new Response("late"))));
    await expect(
      host.engine.httpAction({ handle: hang, route: "GET /" }, request, TEST_META),
    ).rejects.toThrow(
      new HostError(`Function execution timed out (maximum duration: ${TIMEOUT_MS / 1_000}s)`),
    );
    expect(host.engine.isServing()).toBe(false);
    release();
  });

  it("may stream its response body from queries after it returned", async () => {
    const ask = httpActionGeneric((ctx) => {
      const body = new ReadableStream<string>({
        pull: async (controller) => {
          controller.enqueue(String(await ctx.runQuery(q("app:rows"), {})));
          controller.close();
        },
      });
      return Promise.resolve(new Response(body.pipeThrough(new TextEncoderStream())));
    });
    const { invokeHttpAction: invoke } = ask as unknown as Invocable;
    const response = await host.engine.httpAction({ handle: invoke, route: "GET /" }, request, TEST_META);
    expect(await response.text()).toBe("0");
  });
});

it("a function of a component reads pages", async () => {
  expect([await host.query("app:page"), await host.query("app:pageOfChild")]).toEqual([0, 0]);
});

describe("as on Convex, functions can't use", () => {
  it("arrays that are too long and results that are too large", async () => {
    expect(await host.query("app:list", { length: 8_192 })).toHaveLength(8_192);
    await expect(host.query("app:list", { length: 8_193 })).rejects.toThrow("Array length is too long");
    const list = new Array<number>(8_193).fill(0);
    await expect(host.query("app:lengthOf", { list })).rejects.toThrow("Array length is too long");
    await expect(host.query("app:large")).rejects.toThrow("Value is too large");
  });

  it.each([
    ["no number", "is scheduled must be"],
    ["no end", "is scheduled must be"],
    ["no date", "is scheduled must be"],
    ["too far", "is more than 5 years in the future"],
  ])("a scheduled time that is: %s", async (when, message) => {
    await expect(host.mutation("app:at", { when })).rejects.toThrow(message);
    expect(await host.mutation("app:at", { when: "soon" })).toEqual(expect.any(String));
  });
});
