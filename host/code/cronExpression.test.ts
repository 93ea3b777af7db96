/** Cron expressions: which are taken, and when they run. */
import { Cron } from "croner";
import { describe, expect, it } from "vitest";
import { checkExpression } from "./cronExpression";

/** The first runs of an expression in 2026, which begins on a Thursday, as `month-day hour:minute`. */
function runs(text: string, count: number): string[] {
  checkExpression(text);
  const cron = new Cron(text, { paused: true, mode: "5-part", timezone: "UTC" });
  return cron.nextRuns(count, new Date("2025-12-31T23:59:00Z")).map((run) => run.toISOString().slice(5, 16));
}

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

  it("with a day of the month and one of the week runs on both, even where one of them is every day", () => {
    expect(runs("0 0 3 * 1", 3)).toEqual(["01-03T00:00", "01-05T00:00", "01-12T00:00"]);
    expect(runs("0 0 */1 * 1", 3)).toEqual(["01-01T00:00", "01-02T00:00", "01-03T00:00"]);
    expect(runs("0 0 3 * 0-6", 3)).toEqual(["01-01T00:00", "01-02T00:00", "01-03T00:00"]);
  });

  it.each(["@daily", "0 0 * *", "0 0 * * * *", " 0 0 * * *"])("%j is none", (text) => {
    expect(() => checkExpression(text)).toThrow(/is no cron expression: it has \d fields/);
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
    "22-2",
    "1-2-3",
    "?",
    "+1",
  ])("refuses the minute %j, and says how to write it", (minute) => {
    expect(() => checkExpression(`${minute} * * * *`)).toThrow(
      `can't have the minute "${minute}": write it as "*", "*/n" or a list of numbers from 0 to 59`,
    );
  });

  it.each(["0 24 * * *", "0 0 0 * *", "0 0 * 13 *", "0 0 * * 7", "0 0 L * *", "0 0 15W * *", "0 0 * * 5#2"])(
    "%j is refused",
    (text) => {
      expect(() => checkExpression(text)).toThrow(/can't have the (?:hour|day of the|month)/);
    },
  );

  it.each(["0 0 30 2 *", "0 0 31 4,6,9,11 *"])("%j never comes", (text) => {
    expect(() => checkExpression(text)).toThrow(`"${text}" will never match any time`);
  });
});
