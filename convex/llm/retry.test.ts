import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { backoffMs, pause, retryAfterMs } from "./retry";

const NOW = Date.UTC(2026, 0, 1, 12, 0, 0);

describe("Retry-After", () => {
  test.each([
    [{ "retry-after": "3" }, 3_000],
    [{ "retry-after": "0" }, 0],
    [{ "retry-after": "0.25" }, 250],
    [{ "retry-after": "Thu, 01 Jan 2026 12:00:07 GMT" }, 7_000],
    [{ "retry-after": "Thu, 01 Jan 2026 11:00:00 GMT" }, 0],
    [{ "retry-after": "3", "retry-after-ms": "40" }, 40],
    [{ "retry-after": "soon" }, null],
    [{ "retry-after": "-1x" }, null],
    [{}, null],
  ])("%j is %s ms", (headers, ms) => {
    expect(retryAfterMs(new Headers(headers as Record<string, string>), NOW)).toBe(ms);
  });
});

describe("backoff", () => {
  test("never exceeds its step, and steps double up to a limit", () => {
    fc.assert(
      fc.property(
        fc.nat(40),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (attempt, at) => {
          const ms = backoffMs(attempt, () => at);
          expect(ms).toBeGreaterThanOrEqual(0);
          expect(ms).toBeLessThanOrEqual(Math.min(8_000, 500 * 2 ** attempt));
        },
      ),
    );
  });
});

describe("a pause", () => {
  test("ends at once for an aborted signal", async () => {
    await expect(pause(3_600_000, AbortSignal.abort())).resolves.toBeUndefined();
  });

  test("ends when its signal aborts", async () => {
    const controller = new AbortController();
    const paused = pause(3_600_000, controller.signal);
    controller.abort();
    await expect(paused).resolves.toBeUndefined();
  });
});
