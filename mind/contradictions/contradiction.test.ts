import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parsedText } from "../text/parsedText";
import { areAntonyms } from "./areAntonyms";
import { contradictionBetween } from "./contradiction";

const between = (a: string, b: string) => contradictionBetween(parsedText(a), parsedText(b))?.kind ?? null;

describe("two statements", () => {
  test.each([
    ["number", "The rent is 900 euros", "The rent is 950 euros."],
    ["number", "The boat has two engines", "The boat has 3 engines"],
    ["number", "The limit on 3 March was 20 requests", "The limit on 3 March was 30 requests"],
    ["negation", "I like tea", "I do not like tea"],
    ["negation", "Anna moved to Berlin", "Anna didn't move to Berlin"],
    ["negation", "The house has a garage", "The house has no garage"],
    ["negation", "She can swim", "She cannot swim"],
    ["antonym", "The shop is open", "The shop is closed"],
    ["antonym", "Oil prices rise", "Oil prices fall"],
  ])("contradict each other by a %s: %j, %j", (kind, a, b) => {
    expect(between(a, b)).toBe(kind);
    expect(between(b, a)).toBe(kind);
  });

  test.each([
    ["the same", "The rent is 900 euros", "the rent is 900 euros!"],
    ["other days", "On 3 March the server failed", "On 5 March the server failed"],
    ["other hours", "The tide turns at 9", "The tide turns at 10"],
    ["other hours", "The tide turns at 9:30", "The tide turns at 10:30"],
    ["other years", "The mill burnt down in 1987", "The mill burnt down in 1988"],
    ["other weekdays", "The shop is closed on Monday", "The shop is closed on Tuesday"],
    ["other things", "The old server failed", "The new server failed"],
    ["other names", "Server 3 is down", "Server 4 is down"],
    ["another subject", "Anna likes tea", "Ben does not like tea"],
    ["questions", "Is the shop open?", "Is the shop closed?"],
    ["requests", "Please open the window", "Please close the window"],
    ["two changes", "The rent was 900 euros", "The rent is 950 euros"],
    ["both at once", "The shop is not open", "The shop is closed"],
  ])("do not contradict each other: %s (%j, %j)", (_, a, b) => {
    expect(between(a, b)).toBeNull();
    expect(between(b, a)).toBeNull();
  });

  test("contradict each other in both orders or in neither", () => {
    const text = fc
      .array(fc.constantFrom("the", "shop", "is", "not", "open", "closed", "7", "8", "March", "no", "do"), {
        maxLength: 7,
      })
      .map((words) => words.join(" "));
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(between(a, b)).toBe(between(b, a));
        expect(between(a, a)).toBeNull();
      }),
    );
  });
});

test("antonyms are symmetric, and no word is its own antonym", () => {
  expect(areAntonyms("rise", "fall")).toBe(true);
  expect(areAntonyms("fall", "rise")).toBe(true);
  expect(areAntonyms("rise", "rise")).toBe(false);
  expect(areAntonyms("rise", "ferri")).toBe(false);
});
