import { describe, expect, test } from "vitest";
import { expectProportional } from "../../test.growth";
import { differencesOf } from "../duplicates/differences";
import { claimsOf } from "./claims";
import { inSameAsking } from "./questionWordings";

const differences = (a: string, b: string) => differencesOf(claimsOf(a), claimsOf(b));

describe("a question", () => {
  test.each([
    ["How do I descale a kettle?", "How can I descale a kettle?"],
    ["How to descale a kettle?", "How should I descale a kettle?"],
    ["How to descale a kettle", "how do i descale a kettle"],
    ["When should I plant garlic?", "What is the best time to plant garlic?"],
    ["When should I plant garlic?", "What's the best time of the year to plant garlic?"],
    ["Where can I buy reeds?", "What is the best place to buy reeds?"],
    ["Where can I buy reeds in Molde?", "Where in Molde should I buy reeds?"],
    ["How do I clean a flute?", "What is the right way to clean a flute?"],
    ["Why is the ferry late?", "What is the reason why the ferry is late?"],
    ["Which bakery is open on Sunday?", "What bakery is open on Sunday?"],
    ["How old is the lighthouse?", "What is the age of the lighthouse?"],
    ["How much does the ticket cost?", "What is the price of the ticket?"],
    ["My passport was stolen, what should I do?", "What should I do when my passport was stolen?"],
  ])("is one in the wordings %j and %j", (a, b) => {
    expect(differences(a, b)).toEqual([]);
    expect(differences(b, a)).toEqual([]);
  });

  test.each([
    ["How do I feel today?", "How should I feel today?"],
    ["Can I descale a kettle?", "How can I descale a kettle?"],
    ["How do I descale a kettle?", "Why do I descale a kettle?"],
    ["When can I take the exam?", "When do I take the exam?"],
    ["I know how to sail", "How do I sail?"],
  ])("is another in %j than in %j", (a, b) => {
    expect(differences(a, b)).not.toEqual([]);
    expect(differences(b, a)).not.toEqual([]);
  });

  test("stays as it is in the wording that all others are given", () => {
    for (const text of [
      "how do I sail?",
      "when do I sail?",
      "What bakery is open?",
      "It rained, what do I do?",
    ])
      expect(inSameAsking(text)).toBe(text);
  });

  test.each(["how much does ", "what do I do when ", "how to ", "what is the ", "where in "])(
    "costs in proportion to length, of a text of %j too",
    (piece) => {
      expectProportional((length) => inSameAsking(piece.repeat(length / piece.length)), 32_000);
    },
  );
});
