import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expectProportional } from "../../test.growth";
import { areReadings, courseTold, seriesAmong } from "./readings";

const told = (...contents: string[]) => contents.map((content, receivedAt) => ({ content, receivedAt }));

describe("readings of one thing", () => {
  test.each([
    ["Cellar: humidity 81 percent.", "Cellar: humidity 84 percent."],
    ["Pump 2 runs at 5kW: 3 bar", "Pump 2 runs at 5kW: 4 bar"],
    ["Outside it is -3 degrees", "Outside it is 1.5 degrees"],
    ["Cellar:  humidity 81 percent.", "cellar: humidity 84 percent. "],
  ])("say the same but for a figure: %j, %j", (one, other) => {
    expect(areReadings(one, other)).toBe(true);
    expect(areReadings(other, one)).toBe(true);
    expect(areReadings(one, one)).toBe(false);
  });

  test.each([
    ["Pump 2: 3 bar", "Pump 4: 5 bar"],
    ["Cellar: humidity 81 percent.", "Attic: humidity 84 percent."],
    ["Fed the parrot at 8.", "Fed the parrot at 19."],
    ["The fair is on 2026-05-01", "The fair is on 2026-05-02"],
    ["Gate B2 is open", "Gate B3 is open"],
    ["Open until 8", "Open until 9"],
    ["Dials 1, 2, 3, 4, 5", "Dials 1, 2, 3, 4, 6"],
    [`${"Pump by pump ".repeat(30)}runs: 81`, `${"Pump by pump ".repeat(30)}runs: 84`],
    ["81", "84"],
    ["", ""],
  ])("are not %j, %j", (one, other) => {
    expect(areReadings(one, other)).toBe(false);
  });
});

describe("a series", () => {
  test.each([
    [
      ["Cellar: humidity 81 percent.", "Cellar: humidity 84 percent.", "Cellar: humidity 88 percent."],
      "rises",
      "from 81 up to 88",
    ],
    [["Tank at 9,500 l", "Tank at 9,000 l", "Tank at 9,000 l"], null, ""],
    [["Tank: 9,500 l", "Tank: 9,000 l", "Tank: 8,200.5 l"], "falls", "from 9,500 down to 8,200.5"],
    [["Hall 17 °C", "Hall 21 °C", "Hall 19 °C"], "varies", "between 17 and 21, lately 19"],
    [["Hall 9 °C", "Hall 21 °C", "Hall 10 °C"], "varies", "between 9 and 21, lately 10"],
    [["Hall 17 °C", "Hall 17 °C", "Hall 19,5 °C"], "rises", "from 17 up to 19,5"],
    [["Hall 1 °C", "Hall 1 °C", "Hall −3 °C"], "falls", "from 1 down to −3"],
  ])("of %j %s", (contents, course, said) => {
    const [series] = seriesAmong(told(...contents, "The bell rang."), 3);
    expect(series?.course ?? null).toBe(course);
    expect(series === undefined ? "" : courseTold(series)).toBe(said);
  });

  test("is told in the order in which it came, under its words", () => {
    const texts = told(
      "Cellar: humidity 81 percent.",
      "Cellar: humidity 84 percent.",
      "Cellar: humidity 88 percent.",
    );
    const [series] = seriesAmong(texts.toReversed(), 3);
    expect(series).toMatchObject({
      title: "Cellar: humidity … percent",
      figures: ["81", "84", "88"],
      readings: texts,
    });
  });

  test("comes before shorter ones, and its title leaves out the figure that changes", () => {
    const pump = [3, 4, 5].map((bar) => `Pump 2: ${bar} bar`);
    const hall = [17, 18, 19, 21].map((degrees) => `Hall ${degrees} °C`);
    expect(seriesAmong(told(...pump, ...hall), 3).map(({ title }) => title)).toEqual([
      "Hall … °C",
      "Pump 2: … bar",
    ]);
  });

  test("has as many readings as are asked for, and one figure that changes", () => {
    expect(seriesAmong(told("Hall 17 °C", "Hall 21 °C"), 3)).toEqual([]);
    expect(seriesAmong(told("Hall 17 °C, 40 %", "Hall 21 °C, 45 %", "Hall 22 °C, 50 %"), 3)).toEqual([]);
    expect(seriesAmong(told("Hall 17 °C", "Hall 17 °C", "Hall 17 °C"), 3)).toEqual([]);
  });

  test("goes by its figures, whatever they are", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: -999, max: 999 }), { minLength: 3, maxLength: 12 }),
        (values) => {
          const [series] = seriesAmong(told(...values.map((value) => `Hall: ${value} °C`)), 3);
          expect(series?.figures.map(Number)).toEqual(values);
          const rising = values.every((value, i) => i === 0 || value > (values[i - 1] ?? 0));
          expect(series?.course === "rises").toBe(rising);
        },
      ),
    );
  });

  test.each(["1 ", "a1", "-", "1,1."])("costs in proportion to length: %j", (part) => {
    const text = part.repeat(70);
    expectProportional((length) => areReadings(text.slice(0, length), text.slice(0, length)), text.length);
  });
});
