/** Rate limits over the real component: callers, classes, windows and clean-up. */
import type { GenericDataModel, GenericMutationCtx } from "convex/server";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { internal } from "../_generated/api";
import { eventCount, expectFailure, post, type App } from "../../test/functions/requests";
import { large, setup, TICK_TOKEN, WRITE_TOKEN } from "../../test/functions/setup";

const MINUTE = 60_000;
const HALF_PAST = Date.UTC(2026, 10, 21, 9, 30);

beforeEach(() => {
  vi.useFakeTimers({ now: HALF_PAST + 20_500, toFake: ["Date"] });
  return () => void vi.useRealTimers();
});

function figures({ headers }: Response) {
  const figure = (name: string) => Number(headers.get(`RateLimit-${name}`) ?? Number.NaN);
  return { limit: figure("Limit"), remaining: figure("Remaining"), reset: figure("Reset") };
}

function from(app: App, ip: string) {
  return { ...app, ...app.withRequestMetadata({ ip }) };
}

describe("a window", () => {
  test("counts down to 429, with the seconds until it ends", async () => {
    const app = setup({ RATE_LIMIT_READ: "2" });
    expect(figures(await app.fetch("/state"))).toEqual({ limit: 2, remaining: 1, reset: 40 });
    expect(figures(await app.fetch("/health"))).toEqual({ limit: 2, remaining: 0, reset: 40 });
    const refused = await app.fetch("/state");
    await expectFailure(refused, 429, "RATE_LIMITED");
    expect(refused.headers.get("Retry-After")).toBe("40");
    expect(figures(refused)).toEqual({ limit: 2, remaining: 0, reset: 40 });
  });

  test("starts on the clock's minute", async () => {
    const app = setup({ RATE_LIMIT_READ: "1" });
    await app.fetch("/state");
    vi.setSystemTime(HALF_PAST + MINUTE - 1);
    const last = await app.fetch("/state");
    expect([last.status, last.headers.get("Retry-After")]).toEqual([429, "1"]);
    vi.setSystemTime(HALF_PAST + MINUTE);
    expect((await app.fetch("/state")).status).toBe(200);
  });

  test("carries nothing over to later ones", async () => {
    const app = setup({ RATE_LIMIT_READ: "2" });
    await app.fetch("/state");
    vi.setSystemTime(HALF_PAST + 10 * MINUTE);
    expect(figures(await app.fetch("/state")).remaining).toBe(1);
  });
});

describe("the default limits", () => {
  test("are 100 reads, 20 writes and 12 ticks a minute, counted separately", async () => {
    const app = setup({
      RATE_LIMIT_READ: undefined,
      RATE_LIMIT_WRITE: undefined,
      RATE_LIMIT_TICK: undefined,
    });
    const tick = await post(app, "/tick", {}, { Authorization: `Bearer ${TICK_TOKEN}` });
    expect(figures(tick)).toMatchObject({ limit: 12, remaining: 11 });
    expect(figures(await post(app, "/wake", { note: "x" }))).toMatchObject({ limit: 20, remaining: 19 });
    const feed = await post(app, "/feed", { type: "news", content: "x" });
    expect(figures(feed)).toMatchObject({ limit: 20, remaining: 18 });
    expect(figures(await app.fetch("/logs"))).toMatchObject({ limit: 100, remaining: 99 });
  });

  test("0 turns off the limit of a class and its headers", async () => {
    const app = setup({ RATE_LIMIT_READ: "0" });
    const { headers } = await app.fetch("/state");
    expect([...headers.keys()].filter((name) => name.startsWith("ratelimit"))).toEqual([]);
  });
});

describe("a count belongs to", () => {
  test("the address for a GET that needs no token, unless a right one comes with it", async () => {
    const app = setup({ RATE_LIMIT_READ: "1" });
    const status = async (address: string, token?: string) => {
      const headers: HeadersInit = token === undefined ? {} : { Authorization: `Bearer ${token}` };
      return (await from(app, address).fetch("/state", { headers })).status;
    };
    expect(await status("192.0.2.1")).toBe(200);
    expect(await status("192.0.2.1", "wrong-wrong-wrong-wrong")).toBe(429);
    expect([await status("192.0.2.1", WRITE_TOKEN), await status("192.0.2.2", WRITE_TOKEN)]).toEqual([
      200, 429,
    ]);
    expect(await status("192.0.2.2")).toBe(200);
  });

  test("the right token, from any address", async () => {
    const app = setup({ RATE_LIMIT_WRITE: "1" });
    expect((await post(from(app, "192.0.2.1"), "/wake", { note: "x" })).status).toBe(200);
    expect((await post(from(app, "192.0.2.2"), "/wake", { note: "x" })).status).toBe(429);
  });

  test("the address for a wrong token, so that guessing is slow and the owner is not locked out", async () => {
    const app = setup({ RATE_LIMIT_WRITE: "2" });
    const guess = (n: number) =>
      post(app, "/wake", { note: "x" }, { Authorization: `Bearer guess-number-${n}-of-many` });
    expect((await guess(1)).status).toBe(401);
    expect((await guess(2)).status).toBe(401);
    expect((await guess(3)).status).toBe(429);
    expect((await post(app, "/wake", { note: "x" })).status).toBe(200);
  });

  test("nobody for OPTIONS, 404 and 405", async () => {
    const app = setup({ RATE_LIMIT_READ: "1", RATE_LIMIT_WRITE: "1" });
    const uncounted = [
      await app.fetch("/state", { method: "OPTIONS" }),
      await app.fetch("/nope"),
      await app.fetch("/state", { method: "PUT" }),
    ];
    expect(uncounted.map(({ headers }) => headers.get("RateLimit-Limit"))).toEqual([null, null, null]);
    expect(figures(await app.fetch("/state", { method: "HEAD" })).remaining).toBe(0);
  });

  test("the last forwarded address behind a trusted proxy, and only there", async () => {
    const forwarded = (ip: string) => ({ headers: { "X-Forwarded-For": `203.0.113.9, ${ip}` } });
    const trusting = setup({ RATE_LIMIT_READ: "1", TRUST_PROXY: "true" });
    expect((await trusting.fetch("/state", forwarded("192.0.2.1"))).status).toBe(200);
    expect((await trusting.fetch("/state", forwarded("192.0.2.2"))).status).toBe(200);
    expect((await trusting.fetch("/state", forwarded("192.0.2.2"))).status).toBe(429);
    const wary = setup({ RATE_LIMIT_READ: "1" });
    expect((await wary.fetch("/state", forwarded("192.0.2.1"))).status).toBe(200);
    expect((await wary.fetch("/state", forwarded("192.0.2.2"))).status).toBe(429);
  });
});

test("a request over the limit is refused before its token and body are read, and writes nothing", async () => {
  const app = setup({ RATE_LIMIT_WRITE: "1" });
  await post(app, "/wake", "{");
  await expectFailure(await post(app, "/wake", { note: "x" }), 429, "RATE_LIMITED");
  expect(await eventCount(app)).toBe(0);
});

test("a request that is refused for its body counts", async () => {
  const app = setup({ RATE_LIMIT_WRITE: "5" });
  expect(figures(await post(app, "/wake", "{")).remaining).toBe(4);
  expect(figures(await post(app, "/wake", { note: "x" })).remaining).toBe(3);
});

test("simultaneous requests count one by one", async () => {
  const app = setup({ RATE_LIMIT_READ: "5" });
  const responses = await Promise.all(Array.from({ length: 9 }, () => app.fetch("/state")));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(5);
});

test("no part of a token is stored", async () => {
  const app = setup({ RATE_LIMIT_WRITE: "5" });
  await post(app, "/wake", { note: "x" });
  const rows = await rowsOf(app);
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(WRITE_TOKEN);
});

describe("the clean-up", () => {
  large("removes the counts of past windows, in as many batches as it takes", async () => {
    vi.useFakeTimers({ now: HALF_PAST });
    const app = setup();
    for (const from of [0, 125])
      await app.run(async (ctx) => {
        for (let n = from; n < from + 125; n++)
          await ctx.runMutation(internal.rateLimits.rateLimits.take, {
            class: "read",
            caller: `address:${n}`,
            limit: 5,
          });
      });
    vi.setSystemTime(HALF_PAST + 3 * MINUTE);
    await app.mutation(internal.registry.sweeper.sweep, {});
    await app.finishAllScheduledFunctions(() => vi.runAllTimers());
    expect(await rowsOf(app)).toEqual([]);
  });

  test("never resets a count of the current window", async () => {
    const app = setup({ RATE_LIMIT_READ: "1" });
    await app.fetch("/state");
    vi.setSystemTime(HALF_PAST + 5 * MINUTE);
    await app.fetch("/state");
    await app.mutation(internal.registry.sweeper.sweep, {});
    expect((await app.fetch("/state")).status).toBe(429);
    expect(await rowsOf(app)).toHaveLength(1);
  });
});

async function rowsOf(app: App): Promise<unknown[]> {
  // The mock has it, although its types lack it.
  const runInComponent: unknown = Reflect.get(app, "runInComponent");
  if (typeof runInComponent !== "function") throw new Error("The mock cannot read inside components.");
  return await runInComponent("rateLimiter", (ctx: GenericMutationCtx<GenericDataModel>) =>
    ctx.db.query("rateLimits").collect(),
  );
}
