/** Local times and the moments that they name. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { localDate, localMoment } from "./calendarDay";

const ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe"];

describe("the moment of a local time", () => {
  it.each([
    ["2026-01-15T14:30", "Europe/Berlin", "2026-01-15T13:30:00Z"],
    ["2026-07-15 14:30", "Europe/Berlin", "2026-07-15T12:30:00Z"],
    ["2026-07-15T14:30:59.5", "Asia/Kolkata", "2026-07-15T09:00:00Z"],
    // Clocks go from 02:00 to 03:00: the time counts from before the change.
    ["2026-03-29T02:30", "Europe/Berlin", "2026-03-29T01:30:00Z"],
    // Clocks go from 03:00 back to 02:00: the first of both.
    ["2026-10-25T02:30", "Europe/Berlin", "2026-10-25T00:30:00Z"],
    ["2026-11-01T01:30", "America/New_York", "2026-11-01T05:30:00Z"],
  ])("of %s in %s is %s", (text, zone, moment) => {
    expect(localMoment(text, zone)).toBe(Date.parse(moment));
  });

  it.each([
    "",
    "tomorrow",
    "2026-02-31T10:00",
    "2026-13-01T10:00",
    "2026-01-01T24:00",
    "2026-01-01",
    "2026-01-01T10:00Z",
  ])("does not exist for %j", (text) => {
    expect(localMoment(text, "UTC")).toBeNull();
  });

  it("shows as that time again, in every zone and season, unless clocks skip it", () => {
    const moment = fc.date({ min: new Date("2000-01-01"), max: new Date("2100-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(moment, fc.constantFrom(...ZONES), (date, zone) => {
        const { year, month, day, hour, minute } = localDate(date.getTime(), zone);
        const ofMonth = new Date(day * 86_400_000).getUTCDate();
        const two = (part: number) => String(part).padStart(2, "0");
        const text = `${year}-${two(month)}-${two(ofMonth)}T${two(hour)}:${two(minute)}`;
        expect(localDate(localMoment(text, zone) ?? NaN, zone)).toEqual({ year, month, day, hour, minute });
      }),
    );
  });
});
