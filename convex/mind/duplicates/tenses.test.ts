import { describe, expect, test } from "vitest";
import { tokensOf } from "../language/tokens";
import { tensesDiffer } from "./tenses";

const differ = (a: string, b: string) => tensesDiffer(tokensOf(a), tokensOf(b));

describe("tenses", () => {
  test.each([
    ["The lift is late.", "The lift was late."],
    ["The report is late.", "The report was late."],
    ["My note for the plumber is on the door.", "My note for the plumber was on the door."],
    ["The state of the roof is poor.", "The state of the roof was poor."],
    ["Comments are closed.", "Comments were closed."],
    ["Anna writes for the paper in Molde.", "Anna wrote for the paper in Molde."],
    ["She explains the rules to the children.", "She explained the rules to the children."],
  ])("differ: %s %s", (a, b) => {
    expect(differ(a, b)).toBe(true);
    expect(differ(b, a)).toBe(true);
  });

  test.each([
    ["Ruth says that the lift is late.", "Ruth said that the lift was late."],
    ["Ruth told Ola the lift is late.", "Ruth told Ola the lift was late."],
    ["Officials report the lift is late.", "Officials reported the lift was late."],
    ["The lift is late, said Ruth.", "The lift was late, said Ruth."],
    ["According to Ruth the lift is late.", "According to Ruth the lift was late."],
    [
      "He made a point of saying on Monday that the lift was late.",
      "He made a point of saying that the lift is late.",
    ],
    ["We had no tea.", "We did not have tea."],
  ])("of what is reported may differ: %s %s", (a, b) => {
    expect(differ(a, b)).toBe(false);
    expect(differ(b, a)).toBe(false);
  });
});
