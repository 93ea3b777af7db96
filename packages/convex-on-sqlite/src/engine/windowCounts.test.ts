/** Counts in windows: exact up to the limit, fresh in the next window, bounded in memory. */
import { expect, test } from "vitest";
import { WindowCounts } from "./windowCounts";

const MINUTE = 60_000;
/** Twenty seconds into a minute. */
const START = 1_000 * MINUTE + 20_000;

function counting(maxKeys?: number) {
  const time = { nowMs: START, now: () => time.nowMs, fault: null, leapMs: 0 };
  return { time, counts: new WindowCounts(time, maxKeys) };
}

test("counts down to the limit, then refuses until the window ends", () => {
  const { time, counts } = counting();
  expect(counts.take("a", 2, MINUTE)).toEqual({ ok: true, remaining: 1, resetMs: 40_000 });
  time.nowMs += 1_000;
  expect(counts.take("a", 2, MINUTE)).toEqual({ ok: true, remaining: 0, resetMs: 39_000 });
  expect(counts.take("a", 2, MINUTE)).toEqual({ ok: false, remaining: 0, resetMs: 39_000 });
  time.nowMs += 39_000;
  expect(counts.take("a", 2, MINUTE)).toEqual({ ok: true, remaining: 1, resetMs: MINUTE });
});

test("keeps keys apart", () => {
  const { counts } = counting();
  counts.take("a", 1, MINUTE);
  expect(counts.take("b", 1, MINUTE)).toMatchObject({ ok: true });
  expect(counts.take("a", 1, MINUTE)).toMatchObject({ ok: false });
});

test("with too many keys it counts those it knows, and leaves new ones to others", () => {
  const { time, counts } = counting(2);
  for (const key of ["a", "b"]) counts.take(key, 5, MINUTE);
  expect(counts.take("c", 5, MINUTE)).toBeNull();
  expect(counts.take("a", 5, MINUTE)).toMatchObject({ ok: true, remaining: 3 });
  time.nowMs += MINUTE;
  expect(counts.take("c", 5, MINUTE)).toMatchObject({ ok: true, remaining: 4 });
});
