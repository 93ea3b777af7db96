import { describe, expect, test } from "vitest";
import { parsedText } from "../text/parsedText";
import { comparisonWith, isStatement, wordScore, wordsOf } from "./comparison";
import { idfOf, UNCOUNTED } from "./idf";

const idf = idfOf(1000, () => 3);

function score(query: string, text: string): number {
  const comparison = comparisonWith(parsedText(query), idf);
  return wordScore(comparison, wordsOf(comparison, parsedText(text).terms));
}

test.each([
  ["The ferry leaves at ten.", true],
  ["A man is playing the guitar", true],
  ["When does the ferry leave?", false],
  ["when does the ferry leave", false],
  ["ferry timetable harbour", false],
])("%j is a statement: %j", (query, statement) => {
  expect(isStatement(parsedText(query))).toBe(statement);
});

describe("a statement", () => {
  test("is less like a text that says much more, a question is answered as well by it", () => {
    const [short, long] = ["Gannets dive.", "Gannets dive while the harbour pilot repairs engines."];
    const ratio = (query: string) => score(query, long) / score(query, short);
    expect(ratio("The gannets dive in.")).toBeLessThan(0.8 * ratio("Do the gannets dive in?"));
  });

  test("has a score of 0 to 1, and 0 without a common word", () => {
    expect(score("The gannets dive.", "The gannets dive.")).toBeGreaterThan(0.8);
    expect(score("The gannets dive.", "The gannets dive.")).toBeLessThanOrEqual(1);
    expect(score("The gannets dive.", "The pilot sleeps.")).toBe(0);
  });
});

test("another spelling counts less than the word itself", () => {
  const told = parsedText("The rollback went well");
  const comparison = (query: string) => {
    const parsed = parsedText(query);
    return comparisonWith(parsed, UNCOUNTED, new Map([["rollback", { term: "roll", likeness: 0.75 }]]));
  };
  const [other, none] = [
    comparison("What about roll damage?"),
    comparisonWith(parsedText("roll damage?"), UNCOUNTED),
  ];
  const of = (one: typeof other) => wordScore(one, wordsOf(one, told.terms));
  expect(of(other)).toBeGreaterThan(0);
  expect(of(none)).toBe(0);
  const same = comparisonWith(parsedText("What about rollback damage?"), UNCOUNTED);
  expect(of(other)).toBeLessThan(of(same));
});
