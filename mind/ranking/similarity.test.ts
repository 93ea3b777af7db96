import fc from "fast-check";
import { expect, test } from "vitest";
import { calibrated, fused } from "./similarity";

const share = fc.double({ min: 0, max: 1, noNaN: true });

test("calibration is monotone and keeps 0 and 1", () => {
  expect(calibrated(0)).toBe(0);
  expect(calibrated(1)).toBe(1);
  fc.assert(
    fc.property(share, share, (a, b) => {
      const [less, more] = [calibrated(Math.min(a, b)), calibrated(Math.max(a, b))];
      expect(less).toBeGreaterThanOrEqual(0);
      expect(more).toBeLessThanOrEqual(1);
      expect(less).toBeLessThanOrEqual(more);
    }),
  );
});

test("words and meaning are combined, and words alone count without a vector", () => {
  fc.assert(
    fc.property(share, share, (words, meaning) => {
      expect(fused(words, null)).toBe(words);
      expect(fused(words, meaning)).toBeGreaterThanOrEqual(Math.min(words, meaning) - 1e-15);
      expect(fused(words, meaning)).toBeLessThanOrEqual(Math.max(words, meaning) + 1e-15);
    }),
  );
});
