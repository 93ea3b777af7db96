import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { idfOf } from "./rarity";
import { fusedSimilarity, matchesOf, searchText, tellingTerms, type Candidate } from "./searchRanking";

const idf = idfOf(0, () => 0);

/** Memories told one after another. */
function telling(texts: readonly string[]): Candidate<number>[] {
  return texts.map((text, i) => ({
    key: i,
    text: searchText(text),
    cosine: null,
    before: [i - 1, i - 2].filter((key) => key >= 0),
    after: i + 1 < texts.length ? i + 1 : null,
  }));
}

function order(query: string, candidates: readonly Candidate<number>[]): number[] {
  return [...matchesOf(query, candidates, idf)]
    .sort(([, a], [, b]) => b.similarity + b.context - (a.similarity + a.context))
    .map(([key]) => key);
}

describe("matchesOf", () => {
  test("finds the answer that follows a matching question", () => {
    const candidates = telling([
      "The garden needs water.",
      "What instrument does your daughter play?",
      "She took up the cello last year.",
      "The garden looks dry.",
      "We had soup.",
    ]);
    expect(order("Which instrument does the daughter play?", candidates).slice(0, 2)).toEqual([1, 2]);
  });

  test("adds more after a question than after a statement", () => {
    const context = (first: string) =>
      matchesOf("cello lessons", telling([first, "Every Tuesday."]), idf).get(1)?.context ?? 0;
    expect(context("Cello lessons?")).toBeGreaterThan(context("Cello lessons."));
    expect(context("Cello lessons.")).toBeGreaterThan(0);
    expect(context("Bread and butter?")).toBe(0);
  });

  test("takes no question for an answer: a list of questions is no telling", () => {
    const context = (second: string) =>
      matchesOf("cello lessons", telling(["Cello lessons?", second]), idf).get(1)?.context ?? 0;
    expect(context("Piano on Fridays?")).toBeLessThan(context("Piano on Fridays."));
    expect(context("Ben: Piano? Or drums?")).toBeLessThan(context("Ben: Piano. Or drums?"));
  });

  test("leaves a memory's own similarity to itself", () => {
    const alone = matchesOf("cello lessons", telling(["Cello on Tuesday"]), idf).get(0);
    const told = matchesOf("cello lessons", telling(["Cello on Tuesday", "Cello lessons?"]), idf).get(0);
    expect(told?.similarity).toBe(alone?.similarity);
    expect(alone?.context).toBe(0);
  });

  test("keeps similarity and context together within 1, for any telling", () => {
    const word = fc.constantFrom("tea", "river", "who?", "Anna", "walks", "the");
    fc.assert(
      fc.property(
        fc.array(
          fc.array(word, { maxLength: 6 }).map((words) => words.join(" ")),
          { maxLength: 6 },
        ),
        fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(" ")),
        (texts, query) => {
          for (const { similarity, context } of matchesOf(query, telling(texts), idf).values()) {
            expect(similarity).toBeGreaterThanOrEqual(0);
            expect(context).toBeGreaterThanOrEqual(0);
            expect(similarity + context).toBeLessThanOrEqual(1 + 1e-9);
          }
        },
      ),
    );
  });
});

describe("searchText", () => {
  test("costs in proportion to length, without a letter or a stop too", () => {
    const start = performance.now();
    for (const text of ["1 ".repeat(8000), "word ".repeat(3000), "?".repeat(16_000)]) searchText(text);
    expect(performance.now() - start).toBeLessThan(1000);
  });
});

describe("tellingTerms", () => {
  test("puts rare terms first and keeps to the limit", () => {
    const counted = idfOf(100, (term) => (term === "river" ? 50 : 1));
    expect(tellingTerms("The river, the RIVER and a heron", counted, 16)).toEqual(["heron", "river"]);
    expect(tellingTerms("The river and a heron", counted, 1)).toEqual(["heron"]);
    expect(tellingTerms("", counted, 16)).toEqual([]);
  });
});

describe("fusedSimilarity", () => {
  test("is the lexical one without a vector, else the mean of both, a negative cosine counting as 0", () => {
    expect(fusedSimilarity(0.4, null)).toBe(0.4);
    expect(fusedSimilarity(0.4, 0.8)).toBeCloseTo(0.6);
    expect(fusedSimilarity(0.4, -0.8)).toBeCloseTo(0.2);
  });
});
