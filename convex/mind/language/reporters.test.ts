import { expect, test } from "vitest";
import { withoutReporter } from "./reporters";

test.each([
  ["Tom says the pump ran.", "the pump ran."],
  ["Mia told us that the ferry sailed on time.", "the ferry sailed on time."],
  ["The pump did not run, says Ana.", "The pump did not run."],
  ["The ferry didn't sail at all, according to Jon.", "The ferry didn't sail at all."],
  ["The owl never eats mice, her keeper told the school.", "The owl never eats mice."],
  ["According to the caretaker the lift is stuck.", "the lift is stuck."],
  ["Otto's doctor says that in his case tea does not help.", "in his case tea does not help."],
])("%s", (said, rest) => {
  expect(withoutReporter(said)).toBe(rest);
});

test.each([
  "Nobody says the pump ran.",
  "The firm reports losses again.",
  "The pump ran.",
  "Ada expects that the pump runs.",
  "What the note says is unclear.",
])("%s tells of nobody who says it", (sentence) => {
  expect(withoutReporter(sentence)).toBeNull();
});
