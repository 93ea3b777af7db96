import * as fc from "fast-check";
import { expect, test } from "vitest";
import { wholeSeconds } from "./errors";

test("Retry-After is in whole seconds, rounded up, and at least 1", () => {
  fc.assert(
    fc.property(fc.nat({ max: 100_000 }), (ms) => {
      const seconds = wholeSeconds(ms);
      expect(Number.isInteger(seconds)).toBe(true);
      expect(seconds).toBeGreaterThanOrEqual(1);
      expect(seconds * 1000).toBeGreaterThanOrEqual(ms);
      expect(seconds * 1000).toBeLessThan(Math.max(ms, 1) + 1000);
    }),
  );
});
