/** When crons are due: times in UTC, intervals, missed runs, and changes of the app. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normaliseSchedule, type CronSchedule } from "../code/crons";
import { firstRunMs, nextRunMs, reachableRunMs } from "./crons";

const at = (text: string): number => Date.parse(text);

describe("the next run", () => {
  it.each<[string, CronSchedule, string, string]>([
    ["hourly", { type: "hourly", minuteUTC: 30 }, "2026-03-01T10:30:00Z", "2026-03-01T11:30:00Z"],
    ["daily", { type: "daily", hourUTC: 4, minuteUTC: 5 }, "2026-02-28T04:05:00Z", "2026-03-01T04:05:00Z"],
    [
      "weekly",
      { type: "weekly", dayOfWeek: "sunday", hourUTC: 0 },
      "2026-03-02T00:00:00Z",
      "2026-03-08T00:00:00Z",
    ],
    ["monthly", { type: "monthly", day: 31, hourUTC: 12 }, "2026-01-31T12:00:00Z", "2026-03-31T12:00:00Z"],
    ["hourly", { type: "hourly", minuteUTC: 0 }, "2026-12-31T23:00:00Z", "2027-01-01T00:00:00Z"],
    ["daily", { type: "daily", hourUTC: 0, minuteUTC: 0 }, "2028-02-28T12:00:00Z", "2028-02-29T00:00:00Z"],
    [
      "weekly",
      { type: "weekly", dayOfWeek: "thursday", hourUTC: 23, minuteUTC: 59 },
      "2026-12-31T23:59:00Z",
      "2027-01-07T23:59:00Z",
    ],
    ["monthly", { type: "monthly", day: 30, hourUTC: 0 }, "2026-01-30T00:00:00Z", "2026-03-30T00:00:00Z"],
    ["monthly", { type: "monthly", day: 29, hourUTC: 0 }, "2028-01-29T00:00:00Z", "2028-02-29T00:00:00Z"],
    ["monthly", { type: "monthly", day: 31, hourUTC: 23 }, "2026-12-31T23:00:00Z", "2027-01-31T23:00:00Z"],
    ["cron", { type: "cron", cron: "0 0 29 2 *" }, "2026-01-01T00:00:00Z", "2028-02-29T00:00:00Z"],
    ["cron", { type: "cron", cron: "*/15 9-10 * * 1-5" }, "2026-03-06T10:45:00Z", "2026-03-09T09:00:00Z"],
  ])("of a schedule that is %s is in UTC", (_kind, schedule, now, next) => {
    const normal = normaliseSchedule(schedule);
    expect(firstRunMs(normal, at(now))).toBe(at(next));
    expect(nextRunMs(normal, at(now), at(now))).toBe(at(next));
  });

  it("of a new interval is now, and then one step later", () => {
    const schedule = normaliseSchedule({ type: "interval", minutes: 5 });
    expect(firstRunMs(schedule, 1000)).toBe(1000);
    expect(nextRunMs(schedule, 1000, 1000)).toBe(301_000);
    expect(nextRunMs(schedule, 1000, 300_999)).toBe(301_000);
  });

  it("skips missed runs and keeps the interval's phase", () => {
    const seconds = fc.integer({ min: 1, max: 86_400 });
    fc.assert(
      fc.property(seconds, fc.nat(1e12), fc.nat(1e9), (step, dueMs, lateMs) => {
        const nowMs = dueMs + lateMs;
        const next = nextRunMs({ type: "interval", seconds: step }, dueMs, nowMs);
        expect(next).toBeGreaterThan(nowMs);
        expect(next - nowMs).toBeLessThanOrEqual(step * 1000);
        expect((next - dueMs) % (step * 1000)).toBe(0);
      }),
    );
  });

  it("after a missed cron run is the next future time, never the same one again", () => {
    const daily = normaliseSchedule({ type: "daily", hourUTC: 4, minuteUTC: 5 });
    const due = at("2026-03-01T04:05:00Z");
    expect(nextRunMs(daily, due, at("2026-03-09T12:00:00Z"))).toBe(at("2026-03-10T04:05:00Z"));
    // Not even if the clock was set back since it was found due.
    expect(nextRunMs(daily, due, at("2026-03-01T03:00:00Z"))).toBe(at("2026-03-02T04:05:00Z"));
    expect(nextRunMs({ type: "interval", seconds: 60 }, due, due - 90_000)).toBe(due + 60_000);
  });

  it("does not move while the clock advances", () => {
    const schedules = fc.constantFrom<CronSchedule>(
      { type: "interval", minutes: 5 },
      { type: "daily", hourUTC: 4, minuteUTC: 5 },
      { type: "cron", cron: "*/15 9-10 * * 1-5" },
    );
    fc.assert(
      fc.property(schedules, fc.nat(4e12), fc.nat(1e9), (kind, dueMs, laterMs) => {
        const schedule = normaliseSchedule(kind);
        const next = nextRunMs(schedule, dueMs, dueMs);
        expect(reachableRunMs(schedule, next, Math.min(next, dueMs + laterMs))).toBe(next);
      }),
    );
  });

  it("comes within one interval if the clock was set back", () => {
    const schedule = normaliseSchedule({ type: "interval", minutes: 5 });
    const back = at("2026-03-01T09:00:00Z");
    expect(reachableRunMs(schedule, at("2026-03-01T10:05:00Z"), back)).toBe(at("2026-03-01T09:05:00Z"));
  });

  it("is not a time that already had its run, even if the clock was set back", () => {
    const daily = normaliseSchedule({ type: "daily", hourUTC: 0, minuteUTC: 0 });
    const next = at("2026-03-02T00:00:00Z");
    expect(reachableRunMs(daily, next, at("2026-02-28T23:30:00Z"))).toBe(next);
    // Even if set back by a year, it comes soon.
    expect(reachableRunMs(daily, next, at("2025-03-01T10:00:00Z"))).toBe(at("2025-03-03T00:00:00Z"));
  });

  it("of a date that never occurs is never", () => {
    expect(firstRunMs({ type: "cron", expression: "0 0 30 2 *" }, 0)).toBe(8.64e15);
  });
});
