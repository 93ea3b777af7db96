import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expectProportional } from "../../test.growth";
import { calibrated } from "../../../mind/ranking/lexical";
import { beyondUsual, usualMeaning } from "../../../mind/ranking/meaning";
import { idfOf } from "../../../mind/ranking/idf";
import {
  asksAndStates,
  furtherTerms,
  matchesOf,
  questionProfile,
  searchText,
  tellingTerms,
  termsAsked,
  type Candidate,
} from "./searchRanking";

const idf = idfOf(0, () => 0);

/** Memories told one after another. */
function telling(texts: readonly string[]): Candidate<number>[] {
  return texts.map((text, i) => ({
    key: i,
    text: searchText(text),
    meaning: null,
    before: [i - 1, i - 2].filter((key) => key >= 0),
    after: i + 1 < texts.length ? i + 1 : null,
  }));
}

function order(query: string, candidates: readonly Candidate<number>[]): number[] {
  return [...matchesOf(query, candidates, idf)]
    .sort(([, a], [, b]) => b.similarity + b.context - (a.similarity + a.context))
    .map(([key]) => key);
}

describe("a question's words in other words", () => {
  const similarityOf = (query: string, text: string, among = idf) =>
    matchesOf(query, telling([text]), among).get(0)?.similarity ?? 0;

  test("count in part, and less than the words themselves", () => {
    const said = similarityOf("Which film did Ada see?", "Ada saw a film.");
    const inOther = similarityOf("Which film did Ada see?", "Ada saw a movie.");
    const another = similarityOf("Which film did Ada see?", "Ada saw a heron.");
    expect(inOther).toBeGreaterThan(another);
    expect(inOther).toBeLessThan(said);
  });

  test("find a thing by its kind at the default threshold where nobody uses the word", () => {
    expect(
      similarityOf("Do they have pets?", "They adopted a grey cat from the shelter."),
    ).toBeGreaterThanOrEqual(0.6);
    expect(similarityOf("Do they have pets?", "They painted the shelter.")).toBe(0);
  });

  test("count less of a word that others use", () => {
    const used = idfOf(20, (term) => (term === "pet" ? 3 : 0));
    const text = "They adopted a grey cat from the shelter.";
    const ofUsed = similarityOf("Do they have pets?", text, used);
    expect(ofUsed).toBeGreaterThan(0);
    expect(ofUsed).toBeLessThan(similarityOf("Do they have pets?", text) - 0.1);
  });

  test("find the part of a long text that has them", () => {
    const long = `${"The harbour was quiet all morning and the gulls were asleep. ".repeat(12)} They adopted a cat.`;
    expect(similarityOf("pets", long)).toBeGreaterThan(0.3);
  });

  test("are looked up of each word in turn, and asked for where somebody uses them", () => {
    const asked = questionProfile("Which pets and instruments do the neighbours have?");
    const terms = termsAsked(asked);
    expect(terms).toEqual(expect.arrayContaining(["pet", "instrument", "dog", "piano", "cat", "guitar"]));
    expect(terms.length).toBeLessThanOrEqual(asked.counts.size + 24);
    const heard = idfOf(1000, (term) => ({ cat: 4, dog: 9, piano: 1, instrument: 400 })[term] ?? 0);
    expect(furtherTerms(asked, heard, 6)).toEqual(["cat", "dog"]);
    expect(furtherTerms(asked, heard, 1)).toEqual(["cat"]);
    expect(furtherTerms(questionProfile("a dog and pets"), heard, 6)).toEqual(["cat"]);
  });

  test("are bounded, where every pair of characters is a term", () => {
    const long = Array.from({ length: 1_024 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join("");
    expect(termsAsked(questionProfile(long)).length).toBeLessThanOrEqual(300);
  });
});

describe("asksAndStates", () => {
  test.each(["When does she return?", "متى تعود؟", "彼女はいつ戻りますか？"])(
    "hears %j ask, and state nothing",
    (text) => {
      expect(asksAndStates(text)).toEqual({ asks: true, states: false });
    },
  );

  test.each([
    "She left. When does she return?",
    "رحلت. متى تعود؟",
    "彼女は去った。いつ戻りますか？",
    "वह गई। कब आएगी?",
  ])("hears %j do both", (text) => {
    expect(asksAndStates(text)).toEqual({ asks: true, states: true });
  });
});

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

  test("finds the answer where the question asks back in few words of its own", () => {
    const candidates = telling([
      "The garden needs water.",
      "My knee operation has a date at last.",
      "Oh dear, when?",
      "The second of October.",
      "We had soup.",
      "The garden looks dry.",
    ]);
    expect(order("When is the knee operation?", candidates).slice(0, 2)).toEqual([1, 3]);
  });

  test("finds what one sentence of a long memory says, however much stands around it", () => {
    const rooms = ["kitchen", "cellar", "attic", "hall", "porch"];
    const jobs = ["swept", "painted", "measured", "emptied", "photographed", "repaired", "locked"];
    const around = (sentences: number) =>
      Array.from(
        { length: sentences },
        (_, i) => `On day ${i} we ${jobs[i % 7] ?? ""} the ${rooms[i % 5] ?? ""} with some care.`,
      ).join(" ");
    for (const sentences of [0, 8, 20, 200]) {
      const long = `${around(sentences)} Then Octavia the tortoise escaped from the garden. ${around(sentences)}`;
      const candidates = telling([long, "The tortoise likes lettuce.", "Who escaped? Nobody knows."]).map(
        (candidate) => ({ ...candidate, before: [], after: null }),
      );
      for (const query of ["Octavia", "Octavia the tortoise", "Did Octavia escape from the garden?"]) {
        expect(order(query, candidates)[0]).toBe(0);
        expect(matchesOf(query, candidates, idf).get(0)?.similarity).toBeGreaterThan(0.6);
      }
    }
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
  test.each(["1 ", "word ", "?"])("costs in proportion to length, of a text of %j too", (piece) => {
    expectProportional((length) => searchText(piece.repeat(length / piece.length)), 16_000);
  });
});

describe("tellingTerms", () => {
  test("puts rare terms first and keeps to the limit", () => {
    const counted = idfOf(100, (term) => (term === "river" ? 50 : 1));
    expect(tellingTerms(["river", "heron"], counted, 16)).toEqual(["heron", "river"]);
    expect(tellingTerms(["river", "heron"], counted, 1)).toEqual(["heron"]);
    expect(tellingTerms([], counted, 16)).toEqual([]);
  });
});

describe("the similarity of a memory with a vector", () => {
  const of = (text: string, meaning: number | null) =>
    matchesOf(
      "cello lessons",
      [{ key: 0, text: searchText(text), meaning, before: [], after: null }],
      idf,
    ).get(0)?.similarity ?? -1;

  test("is that of its words where there is no vector", () => {
    expect(of("cello lessons", null)).toBe(1);
    expect(of("bread and butter", null)).toBe(0);
  });

  test("grows with how alike they are in meaning", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (a, b) => {
          const [less, more] = [Math.min(a, b), Math.max(a, b)];
          expect(of("cello on Tuesday", less)).toBeLessThanOrEqual(of("cello on Tuesday", more));
        },
      ),
    );
  });

  test("reaches the default threshold by meaning alone, and by words with some of it", () => {
    expect(of("bread and butter", 0.9)).toBeGreaterThan(0.6);
    expect(of("bread and butter", 0.3)).toBeLessThan(0.6);
    expect(of("cello lessons", 0.1)).toBeGreaterThan(0.6);
    expect(of("cello lessons", 1)).toBe(1);
  });

  test("is the greater of meaning's and both arms' together, and the standing is of both", () => {
    const only = { key: 0, text: searchText("bread and butter"), meaning: 0.4, before: [], after: null };
    const match = matchesOf("cello lessons", [only], idf).get(0);
    expect(match?.similarity).toBeCloseTo(0.6);
    // Of one alone nearly all its meaning is beyond what is usual.
    expect(match?.standing).toBeCloseTo(calibrated(beyondUsual(0.4, usualMeaning([0.4])) / 2));
    expect(match?.standing).toBeCloseTo(calibrated(0.2), 1);
    expect(match?.context).toBe(0);
  });

  test("lifts none above what has the words by a meaning that all have", () => {
    const all = Array.from({ length: 200 }, (_, key) => ({
      key,
      text: searchText(key === 0 ? "cello on Tuesday" : "bread and butter"),
      meaning: key === 0 ? 0.35 : key === 1 ? 0.9 : 0.4,
      before: [key - 1].filter((before) => before >= 0),
      after: null,
    }));
    const matches = matchesOf("cello lessons", all, idf);
    const place = (key: number) => (matches.get(key)?.standing ?? 0) + (matches.get(key)?.context ?? 0);
    for (let key = 3; key < 200; key++) expect(place(key)).toBeLessThan(0.15);
    expect(place(0)).toBeGreaterThan(0.4);
    expect(place(1)).toBeGreaterThan(0.4);
    // What finds it is its meaning as it is.
    expect(matches.get(9)?.similarity).toBeCloseTo(0.6);
  });

  test("is 1 for the query itself, even where it has no word", () => {
    const only = { key: 0, text: searchText("🎉"), meaning: null, same: true, before: [], after: null };
    expect(matchesOf("🎉", [only], idf).get(0)?.similarity).toBe(1);
  });
});
