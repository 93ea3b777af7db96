import { describe, expect, test } from "vitest";
import { termsOf } from "../language/tokens";
import { HYPONYMS } from "./hyponyms";
import { MATTERS } from "./matters";
import { relatedTerms } from "./relatedTerms";

const related = relatedTerms;
const WORDS = `${HYPONYMS} ${MATTERS}`.match(/[a-z0-9]+/g) ?? [];
const term = (word: string) => termsOf(word)[0] ?? "";

describe("what may stand in place of a word", () => {
  test.each([
    ["pets", "cat"],
    ["children", "daughter"],
    ["film", "movies"],
    ["movie", "film"],
    ["doctors", "physician"],
    ["doctor", "dentist"],
    ["instrument", "viola"],
    ["buy", "purchased"],
    ["boss", "manager"],
    ["manager", "boss"],
    ["pregnant", "expecting"],
    ["deleted", "wiped"],
  ])("of %j may be %j", (word, other) => {
    expect(related(word)).toContain(term(other));
  });

  test.each([
    ["cat", "pets"],
    ["dentist", "doctor"],
    ["say", "tell"],
    ["harbour", "boat"],
    ["manager", "run"],
    ["manage", "boss"],
  ])("of %j is not %j: a thing stands for its kind, not the kind for a thing", (word, other) => {
    expect(related(word)).not.toContain(term(other));
  });

  test("is no word twice, and never the word itself", () => {
    for (const word of WORDS) {
      const others = related(word);
      expect(new Set(others).size, word).toBe(others.length);
      expect(others, word).not.toContain(term(word));
    }
  });

  test("is written as texts are searched: each a term of its own", () => {
    for (const word of WORDS) expect(termsOf(word), word).toHaveLength(1);
  });
});
