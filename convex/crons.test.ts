import { expect, it } from "vitest";
import crons from "./crons";

const DAY_S = 24 * 60 * 60;

it("call an idle service at most 2,000 times a day", () => {
  const calls = Object.values(crons.crons).map(({ schedule }) => {
    if (schedule.type !== "interval") throw new Error("count its calls here, too");
    const each: { hours?: number; minutes?: number; seconds?: number } = schedule;
    const { hours = 0, minutes = 0, seconds = 0 } = each;
    return DAY_S / (3_600 * hours + 60 * minutes + seconds);
  });
  expect(calls.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(2_000);
});
