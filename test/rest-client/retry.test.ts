/** The client retries after Retry-After if the service sends it, and never if a repetition could do harm. */
import { describe, expect, test } from "vitest";
import { pause, retryAfterMs, waitBeforeRetry, type Outcome, type RetryOptions } from "../../client/retry";

const NOW = Date.UTC(2026, 10, 21);
const refused = (status: number, retryAfter: string | null = null): Outcome => ({ status, retryAfter });
interface How extends RetryOptions {
  readonly tried?: number;
  readonly repeatable?: boolean;
  readonly chance?: number;
}
const wait = (outcome: Outcome, { tried = 1, repeatable = true, chance = 1, ...options }: How = {}) =>
  waitBeforeRetry(outcome, tried, repeatable, options, NOW, chance);

describe("the wait before a retry", () => {
  test.each([429, 503])("is Retry-After after %i", (status) => {
    expect(wait(refused(status, "7"), { repeatable: false })).toBe(7_000);
  });

  test("grows exponentially if the service names none", () => {
    const waits = [1, 2, 3, 9].map((tried) => wait(refused(503), { tried, retries: 9 }));
    expect(waits).toEqual([500, 1_000, 2_000, 8_000]);
    expect(wait(refused(503), { chance: 0 })).toBe(250);
  });

  test.each([400, 401, 404, 409, 413, 422, 500, 502])("is null after %i", (status) => {
    expect(wait(refused(status, "1"))).toBeNull();
  });

  test("is null after the last retry, and without retries", () => {
    expect([wait(refused(429, "1"), { tried: 3 }), wait(refused(429, "1"), { tried: 4 })]).toEqual([
      1_000,
      null,
    ]);
    expect(wait(refused(429, "1"), { retries: 0 })).toBeNull();
  });

  test("is null if it would exceed the limit", () => {
    const options = { maxWaitMs: 5_000 };
    expect([wait(refused(429, "5"), options), wait(refused(429, "6"), options)]).toEqual([5_000, null]);
  });

  test("follows a lost response only if the request is repeatable", () => {
    expect(wait("unanswered", { repeatable: true })).toBe(500);
    expect(wait("unanswered", { repeatable: false })).toBeNull();
  });
});

test.each([
  ["12", 12_000],
  [" 0 ", 0],
  ["Sat, 21 Nov 2026 00:00:05 GMT", 5_000],
  ["Fri, 20 Nov 2026 00:00:00 GMT", 0],
  ["soon", null],
  [null, null],
])("Retry-After %j means %j ms", (header, ms) => expect(retryAfterMs(header, NOW)).toBe(ms));

test("an aborted pause ends at once, even if aborted before it starts", async () => {
  const reason = new Error("enough");
  await expect(pause(60_000, AbortSignal.abort(reason))).rejects.toBe(reason);
  const controller = new AbortController();
  const paused = pause(60_000, controller.signal);
  controller.abort(reason);
  await expect(paused).rejects.toBe(reason);
});
