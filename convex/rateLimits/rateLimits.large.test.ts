/** Counts of any callers in any classes at any times. */
import * as fc from "fast-check";
import { beforeEach, expect, test, vi } from "vitest";
import { setup } from "../../test/functions/setup";
import { internal } from "../_generated/api";
import type { RateClass } from "../api/route";

const MINUTE = 60_000;
const HOUR_SHARP = Date.UTC(2026, 10, 21, 9);

beforeEach(() => {
  vi.useFakeTimers({ now: HOUR_SHARP, toFake: ["Date"] });
  return () => void vi.useRealTimers();
});

/** Times, in milliseconds from the hour, often at a window's edge or a millisecond beside it. */
const moments = fc
  .array(
    fc.oneof(
      fc.constantFrom("edge", "before the edge", "after the edge"),
      fc.integer({ min: 0, max: 90_000 }),
    ),
    { minLength: 1, maxLength: 25 },
  )
  .map((steps) => {
    let now = 0;
    return steps.map((step) => {
      const edge = (Math.floor(now / MINUTE) + 1) * MINUTE;
      now =
        typeof step === "number"
          ? now + step
          : edge + { edge: 0, "before the edge": -1, "after the edge": 1 }[step];
      return now;
    });
  });

const request = fc.record({
  rateClass: fc.constantFrom<RateClass>("read", "write", "tick"),
  caller: fc.constantFrom("address:192.0.2.1", "address:192.0.2.2", "token:00"),
});

test("each caller gets exactly its limit in each class and minute", async () => {
  const app = setup();
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      moments,
      fc.array(request, { minLength: 25, maxLength: 25 }),
      fc.integer({ min: 1, max: 3 }),
      async (times, requests, limit) => {
        run += 1;
        const used = new Map<string, number>();
        for (const [at, sinceTheHour] of times.entries()) {
          const now = HOUR_SHARP + sinceTheHour;
          const { rateClass = "read", caller: name = "" } = requests[at] ?? {};
          // Each run has its own callers, because the counts of earlier runs remain.
          const caller = `${name} of run ${run}`;
          vi.setSystemTime(now);
          const verdict = await app.mutation(internal.rateLimits.rateLimits.take, {
            class: rateClass,
            caller,
            limit,
          });
          const window = Math.floor(now / MINUTE);
          const slot = `${window} ${rateClass} ${caller}`;
          const before = used.get(slot) ?? 0;
          const ok = before < limit;
          if (ok) used.set(slot, before + 1);
          const remaining = ok ? limit - before - 1 : 0;
          expect(verdict).toEqual({ ok, remaining, resetMs: (window + 1) * MINUTE - now });
        }
      },
    ),
    { numRuns: 20 },
  );
});
