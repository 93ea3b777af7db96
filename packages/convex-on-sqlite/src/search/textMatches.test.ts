/** Matches of a text search and their order: each document once, in the order of the keys. */
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Sqlite } from "../store/sqlite";
import type { TextIndex } from "../store/tablets";
import { createTextIndex, filterToken, textRow, writeTextRow } from "./textIndex";
import { textMatches } from "./textMatches";
import { textQuery } from "./textQuery";

let index: TextIndex;
let db: Sqlite;
beforeEach(() => {
  index = { id: 1, name: "by_text", searchField: "text", filterFields: ["topic"] };
  db = Sqlite.open(":memory:");
  createTextIndex(db, index);
});
afterEach(() => db.close());

/** Texts by sequence number; newer documents have larger ones. */
function write(texts: readonly string[], topicOf: (seq: number) => string = () => "any"): void {
  db.transaction(() => {
    for (const [at, text] of texts.entries())
      writeTextRow(db, index, at + 1, null, textRow(index, { text, topic: topicOf(at + 1) }));
  });
}

function found(text: string, topic?: string): number[] {
  const filters = topic === undefined ? [] : [{ type: "Eq", fieldPath: "topic", value: topic } as const];
  const search = { type: "Search", fieldPath: "text", value: text } as const;
  const matches = [...textMatches(db, index, textQuery(index, "notes.by_text", [search, ...filters]))].flat();
  const falling = matches.slice(1).find(({ key }, at) => Buffer.compare(matches[at]?.key ?? key, key) >= 0);
  expect(falling).toBeUndefined();
  return matches.map(({ seq }) => seq);
}

describe("more matches than can be ranked", () => {
  const ROWS = 5_000;
  /** Nearly all contain one word, some a rarer one, with it or alone. */
  const texts = Array.from({ length: ROWS }, (_, at) =>
    at % 100 === 50 ? "lemon" : at % 10 === 0 ? "lemon tea" : "tea",
  );
  const newestOf = (text: string) =>
    texts.flatMap((other, at) => (other === text ? [at + 1] : [])).toReversed();

  it("start with those with all words, then the rarest words, then the newest, up to 1,024", () => {
    write(texts);
    const [both, lemon, tea] = [newestOf("lemon tea"), newestOf("lemon"), newestOf("tea")];
    expect([both.length, lemon.length]).toEqual([450, 50]);
    expect(found("tea lemon")).toEqual([...both, ...lemon, ...tea].slice(0, 1_024));
    expect(found("lemon")).toEqual([...lemon, ...both]);
    expect(found("tea absent")).toEqual(tea.slice(0, 1_024));
  });
});

describe("matches that can be ranked", () => {
  const word = fc.constantFrom("tea", "lemon", "green", "walk", "evening");
  const texts = fc.array(
    fc.array(word, { maxLength: 6 }).map((words) => words.join(" ")),
    { maxLength: 30 },
  );
  const queries = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(" "));

  it("include each document with any word, and a filter does not change their order", () => {
    fc.assert(
      fc.property(texts, queries, (all, query) => {
        db.exec("DELETE FROM text_index_1");
        const topicOf = (seq: number): string => (seq % 2 === 0 ? "even" : "odd");
        write(all, topicOf);
        const every = found(query);
        const words = query.split(" ");
        const having = all.flatMap((text, at) =>
          text.split(" ").some((word) => words.includes(word)) ? [at + 1] : [],
        );
        expect(every.toSorted((a, b) => a - b)).toEqual(having);
        expect(found(query, "even")).toEqual(every.filter((seq) => topicOf(seq) === "even"));
        expect(found(query, "none")).toEqual([]);
      }),
    );
  });

  it("start with higher frequencies and shorter texts, then the newest", () => {
    write(["tea tea", "tea and much else", "tea", "tea", "else"]);
    expect(found("tea")).toEqual([1, 4, 3, 2]);
  });

  it("match words in texts only, and filters in the filter column only", () => {
    write([filterToken(0, "secret"), "fine", "other"], () => "any");
    expect(found("f")).toEqual([2, 1]);
    expect(found(filterToken(0, "any"))).toEqual([]);
    expect(found("f", "secret")).toEqual([]);
  });

  it.each([
    ["Latin letters with marks, in any case", "Crème BRÛLÉE", "BRÛLÉE crème brulee"],
    ["letters with two marks", "Việt Nam", "viet VIỆT"],
    ["a capital without a small letter of its own", "İstanbul STRAẞE", "İstanbul straße"],
    ["Greek, with its last sigma", "ΔΡΟΜΟΣ", "ΔΡΟΜΟΣ δρομος"],
    ["Cherokee", "ᎠᏂᏴᏫᏯ", "ᎠᏂᏴᏫᏯ ꭰꮒᏼꮻꮿ"],
    ["Georgian capitals", "ᲗᲑᲘᲚᲘᲡᲘ", "ᲗᲑᲘᲚᲘᲡᲘ თბილისი"],
    ["vowel signs", "हिन्दी", "हिन्दी"],
    ["syllables, in parts or whole", "\ud55c\uae00", "\u1112\u1161\u11ab\u1100\u1173\u11af"],
    ["numerals of all kinds", "2026 Ⅳ ½", "2026 Ⅳ ½"],
    ["private-use characters", "\ue000\ue001", "\ue000\ue001"],
  ])("every word matches its text: %s", (_, text, words) => {
    write([text, "other"]);
    // Followed by another word, so that none is searched as a prefix.
    for (const word of words.split(" ")) expect([word, found(`${word} absent`)]).toEqual([word, [1]]);
  });

  it("words with different vowel signs are different", () => {
    write(["\u0915\u093e", "\u0915\u0940"]);
    expect(found("\u0915\u093e absent")).toEqual([1]);
  });
});
