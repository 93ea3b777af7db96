import { describe, expect, test } from "vitest";
import { saidIn, takeBack } from "./amendments";

describe("what takes back what was said", () => {
  test.each([
    ["Liv is allergic to peanuts.", "Liv is not allergic to peanuts after all, the doctor said."],
    ["Karin is my supervisor on the ward.", "Karin is no longer my supervisor."],
    ["We do not deploy on Fridays.", "We deploy on Fridays now that the canary works."],
    ["I prefer tea to coffee.", "I prefer coffee to tea."],
    [
      "I prefer studying in the library to studying at home.",
      "I prefer studying at home to studying in the library.",
    ],
  ])("%s | %s", (older, newer) => {
    expect(takeBack(saidIn(older), saidIn(newer))).toBe(true);
    expect(takeBack(saidIn(newer), saidIn(older))).toBe(true);
  });

  test.each([
    ["I do not sing in the choir.", "Ben sings in the choir."],
    ["Ada is allergic to nuts.", "Liv is not allergic to nuts."],
    ["I drink coffee every morning.", "I never drink coffee after noon."],
    ["The pier is open.", "The pier was painted."],
    ["I like tea.", "I like tea."],
    ["Nobody came.", "Nothing happened at the pier."],
  ])("is not: %s | %s", (older, newer) => expect(takeBack(saidIn(older), saidIn(newer))).toBe(false));
});
