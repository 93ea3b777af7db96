import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { localTime } from "./calendarDay";
import { routineAt } from "./routine";

const at = (iso: string) => Date.parse(iso);

describe("routineAt", () => {
  test.each([
    ["04:59", "overnight"],
    ["05:00", "morning"],
    ["11:59", "morning"],
    ["12:00", "day"],
    ["17:59", "day"],
    ["18:00", "evening"],
    ["22:59", "evening"],
    ["23:00", "overnight"],
    ["00:00", "overnight"],
  ])("%s is %s", (clock, routine) => {
    expect(routineAt(at(`2026-06-01T${clock}:00Z`), "UTC")).toBe(routine);
  });

  test("uses the local time of the zone", () => {
    expect(routineAt(at("2026-06-01T12:00:00Z"), "America/Los_Angeles")).toBe("morning");
    expect(routineAt(at("2026-06-01T12:00:00Z"), "Asia/Tokyo")).toBe("evening");
    // A quarter to five in the morning in London is half past ten in Kathmandu.
    expect(routineAt(at("2026-01-01T04:45:00Z"), "Asia/Kathmandu")).toBe("morning");
  });

  test("follows daylight saving", () => {
    // Berlin springs forward at 01:00 UTC on 29 March 2026: 03:30 UTC is 05:30 that day and 04:30 the day before.
    expect(routineAt(at("2026-03-28T03:30:00Z"), "Europe/Berlin")).toBe("overnight");
    expect(routineAt(at("2026-03-29T03:30:00Z"), "Europe/Berlin")).toBe("morning");
  });

  test("is the same in UTC and in an equivalent zone", () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), (date) => {
        expect(routineAt(date.getTime(), "UTC")).toBe(routineAt(date.getTime(), "Etc/GMT"));
      }),
    );
  });

  test("throws for an unknown zone", () => {
    expect(() => routineAt(0, "Mars/Olympus")).toThrow(RangeError);
  });

  test.each(["UTC", "Europe/Berlin"])("throws for a time outside the range of Date, in %s", (zone) => {
    expect(() => routineAt(8.64e15 + 1, zone)).toThrow(RangeError);
  });
});

test("localTime shows weekday and clock, midnight as 00", () => {
  expect(localTime(at("2026-11-21T23:05:00Z"), "Europe/Berlin")).toEqual({
    weekday: "Sunday",
    clock: "00:05",
  });
});
