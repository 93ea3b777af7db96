/** Queued work leaves the event loop its turns: timers, sockets and requests continue meanwhile. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { defineSchema, defineTable, mutationGeneric, queryGeneric } from "convex/server";
import { v } from "convex/values";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openTestEngine, temporaryFolder, testApp, type TestEngine } from "../../test/testApp";

const QUEUED = 1_000;

const modules = {
  app: {
    add: mutationGeneric({
      args: { n: v.number() },
      handler: async (ctx, { n }) => {
        await ctx.db.insert("rows", { n });
      },
    }),
    /** It waits for something outside the queue, for one turn of the event loop. */
    digest: mutationGeneric({
      args: {},
      handler: async () => {
        await crypto.subtle.digest("SHA-256", new Uint8Array(1));
      },
    }),
    newest: queryGeneric({
      args: {},
      handler: async (ctx) => (await ctx.db.query("rows").order("desc").first())?.["n"] as number | undefined,
    }),
  },
};
const schema = defineSchema({ rows: defineTable({ n: v.number() }) });

let folder: ReturnType<typeof temporaryFolder>;
let host: TestEngine;

beforeEach(async () => {
  folder = temporaryFolder();
  host = await openTestEngine(testApp({ "": { modules, schema } }), folder.path);
});

afterEach(async () => {
  await host.close();
  folder.remove();
});

/** Counts the turns of the event loop until `work` is done, and records the progress at each. */
async function turnsDuring(work: Promise<unknown>, progress: () => number): Promise<number[]> {
  const seen: number[] = [];
  let done = false;
  void work.finally(() => (done = true));
  while (!done) {
    await nextTurn();
    seen.push(progress());
  }
  return seen;
}

/** The maximum progress between two turns. */
function longestStretch(progress: readonly number[]): number {
  return Math.max(...progress.map((at, turn) => at - (progress[turn - 1] ?? 0)));
}

describe("a long queue", () => {
  it("of mutations is spread over turns of the event loop", async () => {
    let done = 0;
    const all = Array.from({ length: QUEUED }, (_, n) =>
      host.mutation("app:add", { n }).then(() => (done += 1)),
    );
    const progress = await turnsDuring(Promise.all(all), () => done);
    expect(done).toBe(QUEUED);
    expect(progress.filter((at) => at > 0 && at < done).length).toBeGreaterThan(10);
    expect(longestStretch(progress)).toBeLessThan(done / 4);
  });

  it("of queries is spread as well", async () => {
    await host.mutation("app:add", { n: 1 });
    let done = 0;
    const all = Array.from({ length: QUEUED }, () => host.query("app:newest").then(() => (done += 1)));
    const progress = await turnsDuring(Promise.all(all), () => done);
    expect(progress.filter((at) => at > 0 && at < done).length).toBeGreaterThan(10);
    expect(longestStretch(progress)).toBeLessThan(done / 4);
  });

  it.each([
    ["a read", () => host.engine.snapshot(() => nextTurn())],
    ["a mutation", () => host.mutation("app:digest")],
  ])("is spread as well if %s at its head has waited for the event loop", async (_, head) => {
    let done = 0;
    const all: Promise<unknown>[] = [head()];
    for (let n = 0; n < QUEUED; n += 1) {
      all.push(host.mutation("app:add", { n }).then(() => (done += 1)));
      all.push(host.query("app:newest").then(() => (done += 1)));
    }
    const progress = await turnsDuring(Promise.all(all), () => done);
    expect(longestStretch(progress)).toBeLessThan(done / 4);
  });

  it("of calls that each follow the previous answer leaves the event loop its turns", async () => {
    let done = 0;
    const chain = async (): Promise<void> => {
      for (let n = 0; n < QUEUED; n += 1) {
        await host.mutation("app:add", { n });
        done += 1;
      }
    };
    const progress = await turnsDuring(chain(), () => done);
    expect(progress.length).toBeGreaterThan(10);
    expect(longestStretch(progress)).toBeLessThan(done / 4);
  });

  it("of mutations does not block a query until its end", async () => {
    let done = 0;
    const all = Array.from({ length: QUEUED }, (_, n) =>
      host.mutation("app:add", { n }).then(() => (done += 1)),
    );
    await nextTurn();
    await host.query("app:newest");
    expect(done).toBeLessThan(QUEUED);
    await Promise.all(all);
    expect(await host.query("app:newest")).toBe(QUEUED - 1);
  });
});
