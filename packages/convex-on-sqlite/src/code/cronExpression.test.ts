/** Which cron expressions are accepted, and when they run. */
import { afterEach, describe, expect, it } from "vitest";
import { checkExpression, nextRunAfter } from "./cronExpression";

/** The first runs of an expression in 2026, which starts on a Thursday, as `month-day hour:minute`. */
function runs(text: string, count: number): string[] {
  checkExpression(text);
  const found: string[] = [];
  for (let last = Date.parse("2025-12-31T23:59:00Z"); found.length < count;) {
    last = nextRunAfter(text, last) ?? Infinity;
    found.push(new Date(last).toISOString().slice(5, 16));
  }
  return found;
}

const MONTHS = "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split(" ");
const DAYS = "SUN MON TUE WED THU FRI SAT".split(" ");

const { TZ } = process.env;
afterEach(() => {
  process.env.TZ = TZ;
});

describe("a cron expression", () => {
  it.each([
    ["*/25 * * * *", ["01-01T00:00", "01-01T00:25", "01-01T00:50", "01-01T01:00"]],
    ["10-12,5 03 * * *", ["01-01T03:05", "01-01T03:10", "01-01T03:11", "01-01T03:12"]],
    ["0 0 * feb,MAR mon", ["02-02T00:00", "02-09T00:00"]],
    ["0 0 * * 0", ["01-04T00:00", "01-11T00:00"]],
    ["0 0 * * fri-SAT", ["01-02T00:00", "01-03T00:00", "01-09T00:00"]],
    ["0\t0  1 1,7 *", ["01-01T00:00", "07-01T00:00"]],
  ])("%j runs at %j", (text, expected) => {
    expect(runs(text, expected.length)).toEqual(expected);
  });

  it("with a day of the month and a weekday runs on both, even if one of them is every day", () => {
    expect(runs("0 0 3 * 1", 3)).toEqual(["01-03T00:00", "01-05T00:00", "01-12T00:00"]);
    expect(runs("0 0 */1 * 1", 3)).toEqual(["01-01T00:00", "01-02T00:00", "01-03T00:00"]);
    expect(runs("0 0 3 * 0-6", 3)).toEqual(["01-01T00:00", "01-02T00:00", "01-03T00:00"]);
  });

  it("runs in UTC, whatever the machine's time zone", () => {
    process.env.TZ = "Asia/Tokyo";
    expect(new Date(0).getHours()).toBe(9);
    expect(runs("0 5 * * *", 1)).toEqual(["01-01T05:00"]);
  });

  it("runs strictly after the given time", () => {
    const slot = Date.parse("2026-01-01T05:00:00Z");
    expect(nextRunAfter("0 5 * * *", slot - 1)).toBe(slot);
    expect(nextRunAfter("0 5 * * *", slot)).toBe(slot + 24 * 3_600_000);
  });

  it("accepts names of months and weekdays", () => {
    for (const [at, name] of MONTHS.entries())
      expect(runs(`0 0 1 ${name} *`, 2)).toEqual(runs(`0 0 1 ${at + 1} *`, 2));
    for (const [at, name] of DAYS.entries())
      expect(runs(`0 0 * * ${name}`, 2)).toEqual(runs(`0 0 * * ${at}`, 2));
  });

  it.each([
    ["minute", 0, 59, (text: string) => `${text} * * * *`],
    ["hour", 0, 23, (text: string) => `* ${text} * * *`],
    ["day of the month", 1, 31, (text: string) => `* * ${text} * *`],
    ["month", 1, 12, (text: string) => `* * * ${text} *`],
    ["day of the week", 0, 6, (text: string) => `* * * * ${text}`],
  ])(
    "accepts each %s from %d to %d and each step within that range, and nothing else",
    (_, min, max, expression) => {
      for (let n = 0; n <= max + 2; n++) {
        const taken = (text: string) => {
          try {
            checkExpression(expression(text));
            return true;
          } catch (error) {
            if (error instanceof SyntaxError) return false;
            throw error;
          }
        };
        expect([n, taken(`${n}`)]).toEqual([n, n >= min && n <= max]);
        expect([n, taken(`*/${n}`)]).toEqual([n, n >= 1 && n <= max - min]);
      }
    },
  );

  it.each(["@daily", "0 0 * *", "0 0 * * * *", " 0 0 * * *"])("%j is not a cron expression", (text) => {
    expect(() => checkExpression(text)).toThrow(/is not a cron expression: it has \d fields/);
  });

  it.each([
    "5/15",
    "10-30/10",
    "*/0",
    "*/60",
    "*,5",
    "0,*/30",
    "5,",
    "60",
    "-1",
    "5-",
    "0-",
    "22-2",
    "1-2-3",
    "?",
    "+1",
  ])("rejects the minute %j and explains the syntax", (minute) => {
    expect(() => checkExpression(`${minute} * * * *`)).toThrow(
      `can't have the minute "${minute}": write it as "*", "*/n" or a list of numbers from 0 to 59`,
    );
  });

  it.each(["0 24 * * *", "0 0 0 * *", "0 0 * 13 *", "0 0 * * 7", "0 0 L * *", "0 0 15W * *", "0 0 * * 5#2"])(
    "%j is rejected",
    (text) => {
      expect(() => checkExpression(text)).toThrow(/can't have the (?:hour|day of the|month)/);
    },
  );

  it.each(["0 0 30 2 *", "0 0 31 4,6,9,11 *"])("%j is rejected because it never occurs", (text) => {
    expect(() => checkExpression(text)).toThrow(`"${text}" will never match any time`);
  });
});
