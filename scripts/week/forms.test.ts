import { describe, expect, test } from "vitest";
import { commonestForm, sentenceForms } from "./forms";

const forms = (text: string) => sentenceForms(text, ["Ada", "Ben Okoro"]);

describe("the form of a sentence", () => {
  test.each([
    ["Ada asks: “When does it sail?” Not answered.", "Ben Okoro asks: “Warum?” Not answered."],
    ["Quiet since 03:54, after a note.", "Quiet since Tuesday, 17:05, after a note."],
    ["Found in a memory of 3 March 2026: “It rains.”", "Found in a memory of 12 April 2027: “No.”"],
    [
      "Down to health 92 (−8); mood still curious, valence −0.31.",
      "Down to health 71 (−3); mood still neutral, valence +0.02.",
    ],
    ["After nine hours of quiet, a note: “Hi.”", "After an hour of quiet, a note: “Oh?”"],
    ["The third note with the same words: “Hi.”", "The 12th note with the same words: “Ho.”"],
  ])("leaves out what differs by content alone: %s", (a, b) => expect(forms(a)).toEqual(forms(b)));

  test.each([
    ["A news item: “It rains.”", "A market report: “It rains.”"],
    ["Quiet since 03:54.", "Quiet since 03:54, after a note."],
    ["Ada asks: “Why?”", "Ada writes again: “Why.”"],
  ])("keeps what makes sentences differ: %s", (a, b) => expect(forms(a)).not.toEqual(forms(b)));

  test("is one for each sentence", () => {
    expect(forms("A news item: “It rains. It pours.” Down to health 92 (−8).")).toHaveLength(2);
  });
});

test("the commonest form is that of most texts, each counted once", () => {
  const texts = ["Ada asks: “A?” Ada asks: “B?”", "Ben Okoro asks: “C?”", "It rains.", "It pours."];
  expect(commonestForm(texts, ["Ada", "Ben Okoro"])).toEqual({ form: "n asks: q", share: 0.5 });
  expect(commonestForm([], []).share).toBe(0);
});
