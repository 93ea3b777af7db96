import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { meantDays, weekdayName } from "./meantDays";

/** Wednesday, 14 October 2026, 23:30 in Lisbon, where it is an hour earlier than on the clock of Berlin. */
const SAID = Date.UTC(2026, 9, 14, 22, 30);
const daysIn = (text: string, timeZone = "Europe/Lisbon") =>
  meantDays(text, SAID, timeZone).map(({ year, month, day }) => [year, month, day]);

describe("the days that a text means", () => {
  test.each([
    ["The plumber comes tomorrow.", [2026, 10, 15]],
    ["We leave the day after tomorrow.", [2026, 10, 16]],
    ["Yesterday it snowed.", [2026, 10, 13]],
    ["The oven broke last night.", [2026, 10, 13]],
    ["It was the day before yesterday.", [2026, 10, 12]],
    ["See you on Monday!", [2026, 10, 19]],
    ["On Monday they met.", [2026, 10, 12]],
    ["Rehearsal next Friday.", [2026, 10, 23]],
    ["Rehearsal next Fri.", [2026, 10, 16]],
    ["Last Wednesday it rained.", [2026, 10, 7]],
    ["Are you home at the weekend?", [2026, 10, 18]],
    ["The kiln is fired in three days.", [2026, 10, 17]],
    ["Two weeks ago the roof leaked.", [2026, 9, 30]],
    ["A week from now we sail.", [2026, 10, 21]],
    ["The lease ends in a couple of months.", [2026, 12, null]],
    ["The fair is next month.", [2026, 11, null]],
    ["They wed last year.", [2025, null, null]],
    ["The vet comes on the 24th.", [2026, 10, 24]],
    ["The fair opens on 12 March.", [2027, 3, 12]],
    ["The mill burned on 12 March.", [2026, 3, 12]],
    ["Nothing happens.", [2026, 10, 14]],
  ])("%s", (text, day) => {
    expect(daysIn(text)).toContainEqual(day);
  });

  test("are counted from the day on which it was said where the agent lives", () => {
    expect(daysIn("Tomorrow!")).toEqual([
      [2026, 10, 14],
      [2026, 10, 15],
    ]);
    expect(daysIn("Tomorrow!", "Europe/Berlin")).toEqual([
      [2026, 10, 15],
      [2026, 10, 16],
    ]);
  });

  test.each([
    ["Rehearsal next Wednesday.", [[2026, 10, 21]]],
    [
      "The vet comes on the 31st.",
      [
        [2026, 8, 31],
        [2026, 10, 31],
      ],
    ],
    ["The walls dry in October.", [[2026, 10, null]]],
  ])("are never more than the last and the next: %s", (text, days) => {
    const [, ...meant] = daysIn(text);
    expect([...new Set(meant.map((day) => day.join("-")))]).toEqual(days.map((day) => day.join("-")));
  });

  test("one that not every year has is that of the last or the next that has it", () => {
    const meant = (saidAt: number) =>
      meantDays("The club was founded on 29 February.", saidAt, "UTC").slice(1);
    expect(meant(Date.UTC(2026, 2, 31))).toEqual([
      { year: 2024, month: 2, day: 29 },
      { year: 2028, month: 2, day: 29 },
    ]);
    expect(meant(Date.UTC(1899, 5, 1)).map(({ year }) => year)).toEqual([1896, 1904]);
    expect(meantDays("It is due on 30 February.", Date.UTC(2026, 2, 31), "UTC")).toHaveLength(1);
  });

  test("no other day is meant by a word of another sense", () => {
    expect(daysIn("She sat in the sun, wed in the 4th of five halls, in three acts.")).toEqual([
      [2026, 10, 14],
    ]);
  });

  test("have the names of their weekdays", () => {
    expect(weekdayName({ year: 2026, month: 10, day: 14 })).toBe("wednesday");
    expect(weekdayName({ year: 2026, month: 10, day: null })).toBeNull();
  });

  test("any text means real days, among them that on which it was said", () => {
    const words = fc.constantFrom(
      ..."in on next last the 31st 30 February two weeks ago Friday tomorrow".split(" "),
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 12 }), (said) => {
        const days = meantDays(said.join(" "), SAID, "UTC");
        expect(days[0]).toEqual({ year: 2026, month: 10, day: 14 });
        for (const { year, month, day } of days) {
          if (year === null || month === null || day === null) continue;
          expect(new Date(Date.UTC(year, month - 1, day)).getUTCDate()).toBe(day);
        }
      }),
    );
  });
});
