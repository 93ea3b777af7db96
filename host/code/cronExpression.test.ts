/** Cron expressions: which Convex takes, and when they run. */
import { Cron } from "croner";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runnableExpression } from "./cronExpression";

/** The first runs of an expression in 2026, which begins on a Thursday, as `month-day hour:minute`. */
function runs(text: string, count: number): string[] {
  const cron = new Cron(runnableExpression(text), { paused: true, mode: "5-part", timezone: "UTC" });
  return cron.nextRuns(count, new Date("2025-12-31T23:59:00Z")).map((run) => run.toISOString().slice(5, 16));
}

describe("a cron expression", () => {
  it.each([
    ["5/15 * * * *", ["01-01T00:05", "01-01T00:20", "01-01T00:35", "01-01T00:50", "01-01T01:05"]],
    ["10-30/10,5 3 * * *", ["01-01T03:05", "01-01T03:10", "01-01T03:20", "01-01T03:30"]],
    ["0 0 * feb,MAR/9 mon", ["02-02T00:00", "02-09T00:00"]],
    ["0 0 * * 0", ["01-04T00:00", "01-11T00:00"]],
    ["0 0 * * 5/1", ["01-02T00:00", "01-03T00:00", "01-09T00:00"]],
    ["0 12 L * *", ["01-31T12:00", "02-28T12:00"]],
    ["0 12 LW * *", ["01-30T12:00", "02-27T12:00"]],
    ["0 12 15W 2 *", ["02-16T12:00"]],
    ["0 12 * * L", ["01-03T12:00", "01-10T12:00"]],
    ["0 12 * * FRIL", ["01-30T12:00", "02-27T12:00"]],
    ["0 12 * * 5#2", ["01-09T12:00", "02-13T12:00"]],
    ["0\t0  1 1,7 *", ["01-01T00:00", "07-01T00:00"]],
    ["0,*/30 0 1 1 *", ["01-01T00:00", "01-01T00:30"]],
  ])("%j runs at %j", (text, expected) => {
    expect(runs(text, expected.length)).toEqual(expected);
  });

  it("with a day of the month and one of the week runs on both, even where one of them is every day", () => {
    expect(runs("0 0 3 * 1", 3)).toEqual(["01-03T00:00", "01-05T00:00", "01-12T00:00"]);
    expect(runs("0 0 */1 * 1", 3)).toEqual(["01-01T00:00", "01-02T00:00", "01-03T00:00"]);
    expect(runs("0 0 3 * 0-6", 3)).toEqual(["01-01T00:00", "01-02T00:00", "01-03T00:00"]);
  });

  it.each([
    "@daily",
    "0 0 ? * 1",
    "0 0 1 * +1",
    "0 0 * * 7",
    "60 * * * *",
    "0 24 * * *",
    "0 0 0 * *",
    "0 0 * 13 *",
    "*/0 * * * *",
    "*/60 * * * *",
    "*,5 * * * *",
    "5, * * * *",
    " 0 0 * * *",
    "0 0 * * 5#6",
    "0 0 l * *",
    "-1 * * * *",
  ])("%j is none", (text) => {
    expect(() => runnableExpression(text)).toThrow(SyntaxError);
  });

  it.each(["0 0 30 2 *", "0 0 31 4,6,9,11 *"])("%j never comes", (text) => {
    expect(() => runnableExpression(text)).toThrow(`"${text}" will never match any time`);
  });

  it.each(["0 22-2 * * *", "0 0 L-3 * *"])("%j has no equal here, and is refused by name", (text) => {
    expect(() => runnableExpression(text)).toThrow(/can't have the (?:hour "22-2"|day of the month "L-3")/);
  });

  it("runs at every minute that its fields hold, and at no other", () => {
    const minutes = fc.record({
      from: fc.integer({ min: 0, max: 59 }),
      by: fc.integer({ min: 1, max: 59 }),
    });
    fc.assert(
      fc.property(minutes, ({ from, by }) => {
        const expected = Array.from({ length: 60 }, (_, n) => n).filter(
          (n) => n >= from && (n - from) % by === 0,
        );
        const [field] = runnableExpression(`${from}/${by} * * * *`).split(" ");
        expect(field).toBe(expected.join(","));
      }),
    );
  });
});
