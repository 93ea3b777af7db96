/** Idempotency keys over the real functions: repeated requests, released keys and clean-up. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { internal } from "../_generated/api";
import { KEY_KEPT_MS as KEPT_MS } from "./rows";
import { eventCount, expectFailure, post, type App } from "../../test/functions/requests";
import { large, setup, TICK_TOKEN } from "../../test/functions/setup";

const NOW = Date.UTC(2026, 10, 21, 9, 30, 20);
const EVENT = { type: "news", content: "The harvest was good." };

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  return () => void vi.useRealTimers();
});

function feed(app: App, key: string, body: unknown = EVENT, headers: Record<string, string> = {}) {
  return post(app, "/feed", body, { "Idempotency-Key": key, ...headers });
}

describe("the same key with the same body", () => {
  test("does the work once and gets the same answer", async () => {
    const app = setup();
    const first = await (await feed(app, "a")).text();
    const state = await (await app.fetch("/state")).text();
    vi.setSystemTime(NOW + KEPT_MS - 1);
    const again = await feed(app, "a");
    expect([again.status, await again.text()]).toEqual([200, first]);
    expect(await eventCount(app)).toBe(1);
    expect(await (await app.fetch("/state")).text()).toBe(state);
  });

  test("does the work once for simultaneous requests", async () => {
    const app = setup();
    const responses = await Promise.all(Array.from({ length: 8 }, () => feed(app, "a")));
    const bodies = await Promise.all(responses.map((response) => response.text()));
    expect(new Set(bodies).size).toBe(1);
    expect(await eventCount(app)).toBe(1);
  });

  test("does the work again after 24 hours", async () => {
    const app = setup();
    await feed(app, "a");
    vi.setSystemTime(NOW + KEPT_MS);
    await feed(app, "a");
    await feed(app, "a");
    expect(await eventCount(app)).toBe(2);
  });

  test("starts the tick of POST /wake once", async () => {
    const app = setup();
    await app.mutation(internal.tick.functions.begin, { trigger: "manual" });
    const wake = () =>
      post(app, "/wake", { note: "x", triggerTick: true }, { "Idempotency-Key": "w" }).then((response) =>
        response.json(),
      );
    expect(await wake()).toEqual(await wake());
    expect(await eventCount(app)).toBe(1);
  });
});

describe("an idempotency key", () => {
  test("with another body is 422 and changes nothing, even if the body differs by a space", async () => {
    const app = setup();
    await feed(app, "a");
    const error = await expectFailure(
      await feed(app, "a", `${JSON.stringify(EVENT)} `),
      422,
      "VALIDATION_ERROR",
    );
    expect(error).not.toContain("harvest");
    expect(await eventCount(app)).toBe(1);
  });

  test("is free on another path", async () => {
    const app = setup();
    await feed(app, "a");
    const response = await post(app, "/wake", { note: "x" }, { "Idempotency-Key": "a" });
    expect(response.status).toBe(200);
  });

  test("is free for another token", async () => {
    const app = setup();
    await feed(app, "a");
    vi.stubEnv("WRITE_TOKEN", undefined);
    const response = await feed(
      app,
      "a",
      { ...EVENT, content: "y" },
      { Authorization: `Bearer ${TICK_TOKEN}` },
    );
    expect(response.status).toBe(200);
  });

  test("does not affect another key", async () => {
    const app = setup();
    await feed(app, "a");
    await feed(app, "A");
    expect(await eventCount(app)).toBe(2);
  });
});

test("a refused request does not use up its key", async () => {
  const app = setup();
  await expectFailure(await feed(app, "a", { type: "news" }), 400, "VALIDATION_ERROR");
  await expectFailure(await feed(app, "a", EVENT, { Authorization: "Bearer no" }), 401, "UNAUTHORIZED");
  expect((await feed(app, "a")).status).toBe(200);
});

test("work that throws does not use up its key", async () => {
  const app = setup();
  // A second row where only one is allowed makes the event's mutation throw.
  const claim = { slot: "s", bodyHash: "h", response: "{}", createdAt: NOW };
  const twins = await app.run(async (ctx) => [
    await ctx.db.insert("idempotency", claim),
    await ctx.db.insert("idempotency", claim),
  ]);
  const args = {
    type: "news" as const,
    content: "x",
    impact: "low" as const,
    claim: { kind: "feed", token: "write" as const, key: { slot: "s", bodyHash: "h" } },
  };
  await expect(app.mutation(internal.agent.functions.feed, args)).rejects.toThrow();
  await app.run(async (ctx) => {
    for (const id of twins) await ctx.db.delete("idempotency", id);
  });
  expect(await app.mutation(internal.agent.functions.feed, args)).toMatchObject({ kind: "done" });
  expect(await eventCount(app)).toBe(1);
});

test.each(["", "x".repeat(256), "é", "a\tb"])("the key %j is 400 and never quoted", async (key) => {
  const app = setup();
  const error = await expectFailure(await feed(app, key), 400, "VALIDATION_ERROR");
  expect(error).toBe("Idempotency-Key: must be 1 to 255 printable ASCII characters");
  expect(await eventCount(app)).toBe(0);
});

test("accepts a key of 255 characters", async () => {
  expect((await feed(setup(), "x".repeat(255))).status).toBe(200);
});

test("neither the key nor the body is stored", async () => {
  const app = setup();
  await feed(app, "key-of-the-caller");
  const rows = JSON.stringify(await app.run((ctx) => ctx.db.query("idempotency").collect()));
  expect(rows).not.toContain("key-of-the-caller");
  expect(rows).not.toContain("harvest");
});

large("the clean-up deletes exactly the keys older than 24 hours, in batches", async () => {
  vi.useFakeTimers({ now: NOW });
  const app = setup();
  const insert = (createdAt: number, n: number) =>
    app.run(async (ctx) => {
      for (let i = 0; i < n; i++) {
        await ctx.db.insert("idempotency", {
          slot: `${createdAt}-${i}`,
          bodyHash: "",
          response: "{}",
          createdAt,
        });
      }
    });
  await insert(NOW - KEPT_MS, 1100);
  await insert(NOW - KEPT_MS + 1, 3);
  await app.mutation(internal.registry.sweeper.sweep, {});
  await app.finishAllScheduledFunctions(() => vi.runAllTimers());
  const left = await app.run((ctx) => ctx.db.query("idempotency").collect());
  expect(left.map((row) => row.createdAt)).toEqual(Array(3).fill(NOW - KEPT_MS + 1));
});

/** Answers of 900 KB, together more than a transaction may hold. */
const MANY = 20;
const keepLong = async (app: App, row: { createdAt: number; underWayUntil?: number }) => {
  for (let i = 0; i < MANY; i += 1)
    await app.run((ctx) =>
      ctx.db.insert("idempotency", { slot: `${i}`, bodyHash: "", response: "x".repeat(900_000), ...row }),
    );
};
const keptLong = async (app: App) => {
  const slots = Array.from({ length: MANY }, (_, i) => `${i}`);
  return (
    await Promise.all(
      slots.map((slot) =>
        app.run((ctx) =>
          ctx.db
            .query("idempotency")
            .withIndex("by_slot", (q) => q.eq("slot", slot))
            .unique(),
        ),
      ),
    )
  ).filter((row) => row !== null);
};

large("the clean-up also deletes answers that are too long for one transaction", async () => {
  vi.useFakeTimers({ now: NOW });
  const app = setup();
  await keepLong(app, { createdAt: NOW - KEPT_MS });
  await app.mutation(internal.registry.sweeper.sweep, {});
  await app.finishAllScheduledFunctions(() => vi.runAllTimers());
  expect(await keptLong(app)).toEqual([]);
});

large("a start ends the claims on keys with long answers, but not on keys taken after it", async () => {
  vi.useFakeTimers({ now: NOW });
  const app = setup({ AUTONOMY: "off" });
  await keepLong(app, { createdAt: NOW - 1, underWayUntil: NOW - 1 + 600_000 });
  await app.mutation(internal.service.functions.started, {});
  const key = { slot: "new", bodyHash: "" };
  vi.setSystemTime(NOW + 1);
  await app.mutation(internal.idempotency.functions.reserve, { key });
  await app.finishAllScheduledFunctions(() => vi.runAllTimers());
  expect(new Set((await keptLong(app)).map(({ underWayUntil }) => underWayUntil))).toEqual(new Set([0]));
  expect(await app.mutation(internal.idempotency.functions.reserve, { key })).toEqual({
    kind: "running",
  });
});
