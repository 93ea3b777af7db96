import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { claimsOf } from "../statements/claims";
import { contradictionBetween } from "../statements/contradictions";
import { statementsOf } from "../statements/statements";
import { coordinated } from "./coordination";

describe("a sentence of two statements", () => {
  test.each([
    [
      "The user lives in Hamburg and works for Siemens.",
      "The user lives in Hamburg",
      "The user works for Siemens.",
    ],
    ["I work at Google and live in Zurich.", "I work at Google", "I live in Zurich."],
    ["My name is Ada, and I live in Bern.", "My name is Ada", "I live in Bern."],
    ["The pump was repaired and is working.", "The pump was repaired", "The pump is working."],
    ["The mill was flooded and is closed.", "The mill was flooded", "The mill is closed."],
  ])("is told as both: %s", (sentence, first, second) => {
    expect(coordinated(sentence)).toEqual([first, second]);
  });

  test.each([
    "Max likes dogs and cats.",
    "Anna and Ben live in Rome.",
    "Profits and costs rose.",
    "The user lives in Hamburg and his sister lives in Vienna.",
    "Ida never smokes and drinks.",
    "If it rains we stay and play chess.",
    "Ben said he is ill and stays at home.",
    "She likes her work and loves.",
    "The user lives in Rome and works and sings.",
    "and",
    "",
  ])("is not %j", (sentence) => {
    expect(coordinated(sentence)).toEqual([sentence]);
  });

  test("keeps every word, and the subject of both", () => {
    const word = fc.constantFrom(
      "she",
      "lives",
      "and",
      "works",
      "in",
      "Rome,",
      "never",
      "is",
      "has",
      "I",
      "was",
      "",
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => {
        const sentence = words.join(" ");
        const parts = coordinated(sentence);
        // Of two that a comma joins each may be two.
        expect(parts.length).toBeLessThanOrEqual(4);
        const kept = parts.join(" ").replaceAll(",", "").split(" ");
        for (const each of sentence.replaceAll(",", "").split(" "))
          if (each !== "and") expect(kept).toContain(each);
      }),
      { examples: [["she lives in Rome, she works in Rome, and has never was".split(" ")]] },
    );
  });
});

test("each half of a sentence may be contradicted", () => {
  const statements = (text: string) => statementsOf(text, claimsOf(text).names);
  const both = statements("The user lives in Hamburg and works for Siemens.");
  expect(contradictionBetween(both, statements("The user lives in Vienna."))).toBe("name");
  expect(contradictionBetween(both, statements("The user works for Bosch."))).toBe("name");
  expect(contradictionBetween(both, statements("The user works in Vienna."))).toBeNull();
});
