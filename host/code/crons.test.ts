/** Schedules as seconds or expressions. */
import { Cron } from "croner";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normaliseSchedule } from "./crons";

const hour = fc.integer({ min: 0, max: 23 });
const minute = fc.integer({ min: 0, max: 59 });

function nextRun(schedule: Parameters<typeof normaliseSchedule>[0]): Date {
  const normal = normaliseSchedule(schedule);
  if (normal.type !== "cron") throw new Error("is an interval");
  const next = new Cron(normal.expression, { timezone: "UTC", paused: true }).nextRun(
    new Date("2026-01-01T00:00:00Z"),
  );
  if (next === null) throw new Error("never runs");
  return next;
}

describe("intervals", () => {
  it("are in seconds", () => {
    expect(normaliseSchedule({ type: "interval", seconds: 7 })).toEqual({ type: "interval", seconds: 7 });
    expect(normaliseSchedule({ type: "interval", minutes: 5 })).toEqual({ type: "interval", seconds: 300 });
    expect(normaliseSchedule({ type: "interval", hours: 2 })).toEqual({ type: "interval", seconds: 7200 });
  });
});

describe("calendar schedules", () => {
  it("run at their hour and minute, UTC", () => {
    fc.assert(
      fc.property(hour, minute, (hourUTC, minuteUTC) => {
        const next = nextRun({ type: "daily", hourUTC, minuteUTC });
        expect([next.getUTCHours(), next.getUTCMinutes()]).toEqual([hourUTC, minuteUTC]);
      }),
    );
  });

  it("run on their weekday", () => {
    const days = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const;
    for (const [index, dayOfWeek] of days.entries()) {
      expect(nextRun({ type: "weekly", dayOfWeek, hourUTC: 4 }).getUTCDay()).toBe(index);
    }
  });

  it("run on their day of the month", () => {
    expect(nextRun({ type: "monthly", day: 17, hourUTC: 4, minuteUTC: 9 }).toISOString()).toBe(
      "2026-01-17T04:09:00.000Z",
    );
  });

  it("run on the full hour where no minute is given", () => {
    expect(nextRun({ type: "hourly" }).toISOString()).toBe("2026-01-01T01:00:00.000Z");
  });
});

describe("expressions", () => {
  it("run as they are written", () => {
    expect(normaliseSchedule({ type: "cron", cron: "*/10 * * * 1-5" })).toEqual({
      type: "cron",
      expression: "*/10 * * * 1-5",
    });
  });

  it.each(["nonsense", "61 * * * *", "* * * *", "0 * * * * *"])("refuse %j", (cron) => {
    expect(() => normaliseSchedule({ type: "cron", cron })).toThrow();
  });
});
