/** Schedules as seconds or expressions. */
import { Cron } from "croner";
import { cronJobs, makeFunctionReference } from "convex/server";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FunctionKind, LoadedFunction } from "../types";
import { normaliseSchedule, readCrons } from "./crons";
import { LoadError } from "./loadError";

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

  it("run on the full hour if no minute is given", () => {
    expect(nextRun({ type: "hourly" }).toISOString()).toBe("2026-01-01T01:00:00.000Z");
  });
});

describe("expressions", () => {
  it("run as written", () => {
    expect(normaliseSchedule({ type: "cron", cron: "*/10 * * * 1-5" })).toEqual({
      type: "cron",
      expression: "*/10 * * * 1-5",
    });
  });

  it.each(["nonsense", "61 * * * *", "* * * *", "0 * * * * *"])("%j is rejected", (cron) => {
    expect(() => normaliseSchedule({ type: "cron", cron })).toThrow();
  });
});

describe("the crons of a component", () => {
  const functionOf = (name: string, kind: FunctionKind): [string, LoadedFunction] => [
    name,
    {
      address: { componentPath: "part", name },
      kind,
      visibility: "internal",
      args: { type: "any" },
      returns: null,
      inNode: false,
      invoke: () => Promise.resolve("null"),
    },
  ];
  const functions = new Map([
    functionOf("work:write", "mutation"),
    functionOf("work:call", "action"),
    functionOf("work:read", "query"),
  ]);
  /** A declared cron that runs the given function. */
  const hourly = (name: string) => {
    const crons = cronJobs();
    crons.hourly("tidy up", { minuteUTC: 7 }, makeFunctionReference<"mutation">(name), { deep: true });
    return crons;
  };

  it("run mutations and actions", () => {
    for (const functionName of ["work:write", "work:call"])
      expect(readCrons(hourly(functionName), "part", functions)).toEqual([
        {
          componentPath: "part",
          identifier: "tidy up",
          functionName,
          args: [{ deep: true }],
          schedule: { type: "cron", expression: "7 * * * *" },
        },
      ]);
  });

  it("reject other functions with an explanation", () => {
    const refused = (exported: unknown, message: string): void => {
      expect(() => readCrons(exported, "part", functions)).toThrow(new LoadError(message));
    };
    refused(hourly("work:read"), 'Cron "tidy up" refers to work:read, which is not a mutation or an action.');
    refused(hourly("work:gone"), 'Cron "tidy up" refers to work:gone, which does not exist.');
    const wrong = cronJobs();
    wrong.cron("often", "* * * *", makeFunctionReference<"mutation">("work:write"));
    refused(wrong, 'Cron "often": "* * * *" is not a cron expression: it has 4 fields instead of 5.');
    for (const none of [undefined, null, 1, {}, { crons: {} }, { isCrons: true }])
      refused(none, "The crons module must export cronJobs() as its default.");
  });
});
