import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { termsOf } from "../text/tokens";
import { hitsIn, lexicalScore, queryOf } from "./bm25";
import { UNCOUNTED } from "./idf";

const word = fc.constantFrom("tea", "river", "gannet", "pier", "bell", "boat", "rain", "loaf");
const words = (maxLength: number) => fc.array(word, { maxLength });
const score = (
  asked: readonly string[],
  told: readonly string[],
  before: readonly string[][] = [],
  after: readonly string[][] = [],
) => {
  const query = queryOf(asked, UNCOUNTED);
  const hits = (texts: readonly string[][]) => texts.map((terms) => hitsIn(query, terms));
  return lexicalScore(query, hitsIn(query, told), { before: hits(before), after: hits(after) });
};
const textScore = (asked: string, told: string) => score(termsOf(asked), termsOf(told));

describe("the lexical score", () => {
  test("is 0 to 1, and 0 exactly if no term is shared", () => {
    fc.assert(
      fc.property(words(8), words(200), (asked, told) => {
        const of = score(asked, told);
        expect(of).toBeGreaterThanOrEqual(0);
        expect(of).toBeLessThanOrEqual(1);
        expect(of > 0).toBe(asked.some((term) => told.includes(term)));
      }),
    );
  });

  test("never falls when a text of the same length contains another query term", () => {
    fc.assert(
      fc.property(words(6), words(20), word, (asked, told, more) => {
        expect(score([...asked, more], [...told, more])).toBeGreaterThanOrEqual(
          score([...asked, more], [...told, "else"]),
        );
      }),
    );
  });

  test("is higher for a rare term than for a common one, and for a short text than for a long one", () => {
    expect(textScore("the gannets at sea", "gannets there")).toBeGreaterThan(
      textScore("the gannets at sea", "sea there"),
    );
    const filler = Array.from({ length: 40 }, (_, i) => `word${i}`).join(" ");
    expect(textScore("gannets", "gannets")).toBeGreaterThan(textScore("gannets", `gannets ${filler}`));
  });

  test("is higher if the query's words are close together", () => {
    expect(textScore("green tea", "green tea, shelf, window, garden, river, bridge")).toBeGreaterThan(
      textScore("green tea", "green shelf, window, garden, river, bridge, tea"),
    );
  });

  test("scores a sentence in a long text about as high as the sentence alone", () => {
    const filler = Array.from({ length: 600 }, (_, i) => `tale${i}`).join(" ");
    const [question, sentence] = [
      "When does the gannet ferry leave the pier?",
      "The gannet ferry leaves the pier at nine.",
    ];
    expect(textScore(question, `${filler} ${sentence} ${filler}`)).toBeGreaterThan(
      0.6 * textScore(question, sentence),
    );
  });
});

describe("adjacent texts", () => {
  test("never lower the score, and add nothing that the text has itself", () => {
    fc.assert(
      fc.property(words(6), words(20), fc.array(words(20), { maxLength: 4 }), (asked, told, around) => {
        const [alone, among] = [score(asked, told), score(asked, told, around.slice(0, 2), around.slice(2))];
        expect(among).toBeGreaterThanOrEqual(alone);
        expect(among).toBeLessThanOrEqual(1);
        if (asked.every((term) => told.includes(term))) expect(among).toBe(alone);
      }),
    );
  });

  test("add less than the word in the text itself", () => {
    expect(score(["gannet"], ["pier"], [["gannet"], ["gannet"]])).toBeGreaterThan(0);
    expect(score(["gannet"], ["pier"], [["gannet"], ["gannet"]])).toBeLessThan(score(["gannet"], ["gannet"]));
  });

  test("add more to the text after them than to the one before", () => {
    expect(score(["gannet"], ["pier"], [["gannet"]])).toBeGreaterThan(
      score(["gannet"], ["pier"], [], [["gannet"]]),
    );
  });
});
