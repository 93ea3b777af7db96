import fc from "fast-check";
import { expect, it } from "vitest";
import { CallRateLimiter } from "./callRateLimiter";

it("admits a minute's calls at once, and then at the configured rate", () => {
  let now = 0;
  const limiter = new CallRateLimiter(60, () => now);
  for (let call = 0; call < 60; call += 1) expect(limiter.take("a", 1)).toBe(0);
  expect(limiter.take("a", 1)).toBe(1_000);
  expect(limiter.take("b", 60)).toBe(0);
  now = 999;
  expect(limiter.take("a", 1)).toBe(1);
  now = 1_000;
  expect(limiter.take("a", 1)).toBe(0);
  expect(limiter.take("a", 3)).toBe(3_000);
});

it("admits a larger request if the bucket is full, and makes the address wait afterwards", () => {
  let now = 0;
  const limiter = new CallRateLimiter(10, () => now);
  expect(limiter.take("a", 30)).toBe(0);
  expect(limiter.take("a", 1)).toBe(126_000);
  now = 126_000;
  expect(limiter.take("a", 1)).toBe(0);
  expect(limiter.take("a", 30)).toBe(60_000);
});

it("never admits more than the burst and the rate allow, except for the last request", () => {
  const request = fc.record({ waitMs: fc.nat(30_000), calls: fc.integer({ min: 1, max: 25 }) });
  fc.assert(
    fc.property(fc.array(request), (requests) => {
      let now = 0;
      let before = 0;
      const limiter = new CallRateLimiter(10, () => now);
      for (const { waitMs, calls } of requests) {
        now += waitMs;
        if (limiter.take("a", calls) > 0) continue;
        expect(before).toBeLessThanOrEqual(10 + now / 6_000);
        before += calls;
      }
    }),
  );
});

it("drops addresses without calls for a minute, and tracks nothing without a limit", () => {
  let now = 0;
  const limiter = new CallRateLimiter(10, () => now);
  for (let at = 0; at < 100; at += 1) limiter.take(`address ${at}`, 1);
  expect(limiter.size).toBe(100);
  now = 60_000;
  limiter.take("a", 1);
  expect(limiter.size).toBe(1);
  const unlimited = new CallRateLimiter(0);
  expect(unlimited.take("a", 1e9)).toBe(0);
  expect(unlimited.size).toBe(0);
});
