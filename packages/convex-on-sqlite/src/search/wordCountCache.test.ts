/** Counts of frequent words are cached for a while, but new words are never missed. */
import type { TextIndex } from "../store/tablets";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Sqlite, type SqlValue } from "../store/sqlite";
import { MIN_FREQUENT_ROWS } from "./wordCountCache";
import { writesRolledBack } from "./rolledBack";
import { createTextIndex, writeTextRow } from "./textIndex";
import { termsByRarity } from "./textTerms";

const ROWS = 5_000;

let index: TextIndex;
let rows = 0;
const db = Sqlite.open(":memory:");
afterAll(() => db.close());
beforeAll(() => {
  index = { id: 1, name: "by_text", searchField: "text", filterFields: ["space"] };
  createTextIndex(db, index);
  db.transaction(() => {
    for (let n = 0; n < ROWS; n += 1) add(n % 4 === 0 ? "usual often" : "usual");
  });
});

function add(body: string): void {
  rows += 1;
  writeTextRow(db, index, rows, null, { body, filters: "space" });
}

/** The database queries needed to count these words. */
function termsOf(words: readonly string[], filterTokens: readonly string[] = []) {
  const queries: string[] = [];
  const noting = {
    row: (sql: string, parameters: SqlValue[]) => {
      queries.push(String(parameters[0]));
      return db.row(sql, parameters);
    },
  } as Sqlite;
  const terms = words.map((word) => `"${word}"`);
  return { terms: termsByRarity(noting, index, { terms, filterTokens }), queries };
}

it("counts a frequent word once for many searches, with and without a filter", () => {
  const words = ["usual", "often"];
  const first = termsOf(words, ["space"]);
  expect(first.queries).toHaveLength(4);
  expect(first.terms).toEqual({ all: ['"often"', '"usual"'], rare: ['"often"'], isRankable: false });
  expect(termsOf(words, ["space"])).toEqual({ terms: first.terms, queries: [] });
  expect(termsOf(words).queries).toEqual([]);
});

it("finds the first row of a word at once", () => {
  expect(termsOf(["usual", "sudden"]).terms.all).toEqual(['"usual"']);
  add("sudden");
  expect(termsOf(["usual", "sudden"])).toMatchObject({
    terms: { all: ['"sudden"', '"usual"'] },
    queries: ['body : ("sudden")'],
  });
});

it("counts another word once until a row changes or writes are undone", () => {
  add("seldom");
  expect(termsOf(["seldom"]).queries).toHaveLength(1);
  expect(termsOf(["seldom"]).queries).toEqual([]);
  add("else");
  expect(termsOf(["seldom"]).queries).toHaveLength(1);
  expect(() =>
    db.transaction(() => {
      writeTextRow(db, index, rows - 1, { body: "seldom", filters: "space" }, null);
      expect(termsOf(["seldom"]).terms.all).toEqual([]);
      throw new Error("undone");
    }),
  ).toThrow("undone");
  writesRolledBack();
  expect(termsOf(["seldom"]).terms.all).toEqual(['"seldom"']);
});

it("counts again after many changes", () => {
  for (let n = 0; n < MIN_FREQUENT_ROWS / 4; n += 1) add("rare");
  expect(termsOf(["usual"]).queries).toHaveLength(1);
  expect(termsOf(["usual"]).queries).toEqual([]);
});

it("counts again after deletions, before a removed word could count as frequent", () => {
  expect(termsOf(["often"]).terms.rare).toEqual(['"often"']);
  db.transaction(() => {
    for (let n = 0; n < ROWS; n += 4)
      writeTextRow(db, index, n + 1, { body: "usual often", filters: "space" }, null);
  });
  expect(termsOf(["often"]).terms).toEqual({ all: [], rare: [], isRankable: false });
});
