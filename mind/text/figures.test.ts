import { expect, test } from "vitest";
import { figuresIn } from "./figures";
import { parsedText } from "./parsedText";

const figures = (text: string) => [...figuresIn(parsedText(text))].sort();

test("numbers in words and in digits are equal figures", () => {
  expect(figures("two dogs, 1,000 cats")).toEqual(figures("2 dogs, 1000 cats"));
  expect(figures("five million")).toEqual(["5", "million"]);
});

test("a minus and a currency sign count, a hyphen does not", () => {
  expect(figures("−5 euros")).toEqual(["-", "5"]);
  expect(figures("€5")).toEqual(["5", "€"]);
  expect(figures("nl-prod-3")).toEqual(["3"]);
});
