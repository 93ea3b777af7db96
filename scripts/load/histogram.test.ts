import * as fc from "fast-check";
import { expect, test } from "vitest";
import { Histogram } from "./histogram";

test("a quantile is at most two per cent above the true one", () => {
  const durations = fc.array(fc.double({ min: 0.01, max: 60_000, noNaN: true }), {
    minLength: 1,
    maxLength: 200,
  });
  fc.assert(
    fc.property(durations, fc.double({ min: 0.01, max: 1, noNaN: true }), (list, share) => {
      const histogram = new Histogram();
      for (const ms of list) histogram.add(ms);
      const sorted = list.toSorted((a, b) => a - b);
      const exact = sorted[Math.ceil(share * list.length) - 1] ?? 0;
      expect(histogram.count).toBe(list.length);
      expect(histogram.quantile(share)).toBeGreaterThanOrEqual(exact * 0.999_999);
      expect(histogram.quantile(share)).toBeLessThanOrEqual(exact * 1.021);
    }),
  );
});

test("every quantile of an empty histogram is 0", () => expect(new Histogram().quantile(0.5)).toBe(0));
