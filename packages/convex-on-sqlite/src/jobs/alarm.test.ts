/** The alarm rings once, at the time set last, however far away. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Alarm } from "./alarm";

const DAY_MS = 86_400_000;
let rings = 0;
let alarm: Alarm;

beforeEach(() => {
  vi.useFakeTimers();
  rings = 0;
  alarm = new Alarm(() => rings++);
});

afterEach(() => {
  vi.useRealTimers();
});

it("rings once at its time", () => {
  alarm.set(Date.now() + 1000);
  vi.advanceTimersByTime(999);
  expect(rings).toBe(0);
  vi.advanceTimersByTime(1);
  expect(rings).toBe(1);
  vi.advanceTimersByTime(DAY_MS);
  expect(rings).toBe(1);
});

it("rings at once for a time in the past", () => {
  alarm.set(Date.now() - DAY_MS);
  vi.advanceTimersByTime(0);
  expect(rings).toBe(1);
});

it("ignores the time set before", () => {
  alarm.set(Date.now() + 1000);
  alarm.set(Date.now() + 2000);
  vi.advanceTimersByTime(1500);
  expect(rings).toBe(0);
  alarm.set(null);
  vi.advanceTimersByTime(DAY_MS);
  expect(rings).toBe(0);
});

it("rings soon for a time that passed while the machine slept", () => {
  let now = Date.now();
  const slept = new Alarm(
    () => rings++,
    () => now,
  );
  slept.set(now + DAY_MS);
  now += 2 * DAY_MS;
  vi.advanceTimersByTime(60_000);
  expect(rings).toBe(1);
});

it("rings soon after the clock was set back", () => {
  let now = Date.now();
  const reset = new Alarm(
    () => rings++,
    () => now,
  );
  reset.set(now + 60_000);
  now -= 3_600_000;
  vi.advanceTimersByTime(30_000);
  expect(rings).toBe(1);
  vi.advanceTimersByTime(DAY_MS);
  expect(rings).toBe(1);
});

it("does not ring early for a time beyond the range of a timer", () => {
  alarm.set(Date.now() + 60 * DAY_MS);
  vi.advanceTimersByTime(59 * DAY_MS);
  expect(rings).toBe(0);
  vi.advanceTimersByTime(DAY_MS);
  expect(rings).toBe(1);
});
