import { expect, it } from "vitest";
import { completion } from "../../test/completion";
import { Metrics, percentile } from "./metrics";

const MINUTE_MS = 60_000;
const START_MS = 1_700_000_040_000;

function metricsFrom(startMs: number): { metrics: Metrics; at: (ms: number) => void } {
  let nowMs = startMs;
  return { metrics: new Metrics(() => nowMs), at: (ms) => (nowMs = ms) };
}

it("keeps the figures of an hour", () => {
  const { metrics, at } = metricsFrom(START_MS);
  for (let minute = 0; minute < 180; minute += 1) {
    at(START_MS + minute * MINUTE_MS);
    metrics.addCall(completion);
  }
  const endMs = START_MS + 180 * MINUTE_MS;
  const found = metrics.in({ startMs: START_MS, endMs, buckets: 180 });
  expect(found.filter((minutes) => minutes !== null)).toHaveLength(61);
  expect(found.slice(-61).flatMap((minutes) => minutes ?? [])).toHaveLength(61);
});

it("knows that a quiet minute had no calls, and nothing of the time before its start and after now", () => {
  const { metrics, at } = metricsFrom(START_MS + 20_000);
  metrics.addCall(completion);
  at(START_MS + 2 * MINUTE_MS);
  const window = { startMs: START_MS - MINUTE_MS, endMs: START_MS + 4 * MINUTE_MS, buckets: 5 };
  expect(metrics.in(window).map((minutes) => minutes?.length ?? null)).toEqual([null, 1, 0, 0, null]);
  const coarse = { startMs: START_MS, endMs: START_MS + 4 * MINUTE_MS, buckets: 2 };
  expect(metrics.in(coarse).map((minutes) => minutes?.length)).toEqual([1, 0]);
});

it("gives percentiles within three percent", () => {
  const { metrics } = metricsFrom(START_MS);
  for (let durationMs = 1; durationMs <= 1_000; durationMs += 1)
    metrics.addCall({ ...completion, durationMs });
  const [minute] = metrics.in({ startMs: START_MS, endMs: START_MS + MINUTE_MS, buckets: 1 })[0] ?? [];
  const calls = [...(minute?.functions.values() ?? [])];
  for (const [percent, exact] of [
    [50, 500],
    [95, 950],
    [99, 990],
  ] as const) {
    expect(percentile(calls, percent)).toBeGreaterThan(0.97 * exact);
    expect(percentile(calls, percent)).toBeLessThan(1.03 * exact);
  }
  expect(percentile([], 50)).toBeNull();
});

it("keeps the longest delay of a minute", () => {
  const { metrics } = metricsFrom(START_MS);
  for (const lagMs of [5, 1_200, 40]) metrics.addLag(lagMs);
  const [minute] = metrics.in({ startMs: START_MS, endMs: START_MS + MINUTE_MS, buckets: 1 })[0] ?? [];
  expect(minute?.lagMs).toBe(1_200);
});

it("knows the most calls that ran at once, also of calls that began in an earlier minute", () => {
  const { metrics, at } = metricsFrom(START_MS);
  const action = { kind: "action", inNode: true } as const;
  for (let call = 0; call < 3; call += 1) metrics.beginCall(action);
  metrics.addCall({ ...completion, ...action });
  metrics.beginCall(action);
  at(START_MS + MINUTE_MS);
  metrics.addCall({ ...completion, ...action });
  const window = { startMs: START_MS, endMs: START_MS + 2 * MINUTE_MS, buckets: 2 };
  const most = metrics.in(window).map((minutes) => minutes?.[0]?.running.get("node:Action"));
  expect(most).toEqual([3, 3]);
});
