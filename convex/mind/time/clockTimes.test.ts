import { describe, expect, test } from "vitest";
import { numberMentions } from "../numbers/numberMentions";
import { clockTimes } from "./clockTimes";

const spoken = (text: string) => clockTimes(text).flatMap(({ values }) => values);
const written = (text: string) => numberMentions(text).flatMap(({ values }) => values);

describe("a time of day as it is spoken", () => {
  test.each([
    ["Ada swims at six.", "6:00 a.m."],
    ["Ada swims at six.", "18:00"],
    ["The kiln is lit at half past six.", "6:30 pm"],
    ["The kiln is lit at a quarter to seven.", "6:45 pm"],
    ["It was ten to one.", "12:50 pm"],
    ["Doors open at 8 in the evening.", "20:00"],
    ["Every morning at six she swims.", "6 a.m."],
    ["It is five o'clock.", "17:00"],
    ["They meet tomorrow, nine sharp.", "9 am"],
    ["Open from nine to five.", "5 p.m."],
    ["Come by at 7.15, please.", "19:15"],
    ["Lunch at noon.", "12:00 pm"],
    ["The bell rings at midnight.", "12:00 am"],
  ])("%s may be %s", (text, figure) => {
    expect(spoken(text)).toEqual(expect.arrayContaining(written(figure)));
  });

  test.each([
    ["Doors open at 8 in the evening.", "8 a.m."],
    ["Every morning at six she swims.", "18:00"],
    ["Ada swims at six.", "7 a.m."],
  ])("%s is not %s", (text, figure) => {
    for (const value of written(figure)) expect(spoken(text)).not.toContain(value);
  });

  test.each(["At two schools the heating failed.", "She is about five feet tall.", "Of six boats one sank."])(
    "is no count: %s",
    (text) => {
      expect(spoken(text)).toEqual([]);
    },
  );
});
