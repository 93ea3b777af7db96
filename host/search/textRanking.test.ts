/** Ranking has several ways to the same rows, whichever is shorter: all of them must lead there. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { join } from "node:path";
import { seeded } from "../../test/support/random";
import { temporaryFolder } from "../testing/testApp";
import { Sqlite, type SqlValue } from "../store/sqlite";
import type { TextIndex } from "../store/tablets";
import { createTextIndex, textTable, writeTextRow } from "./textIndex";
import { MAX_RANKED, ranked, type Asked } from "./textRanking";
import { weighTerms } from "./textTerms";

const index: TextIndex = { id: 1, name: "by_text", searchField: "text", filterFields: ["space", "day"] };
const ROWS = 6_000;
/** Of all rows, in how many each word is. */
const WORDS = { all: 1, most: 0.8, many: 0.3, some: 0.05, few: 0.004, one: 1 / ROWS };
/** What a row's filter column says: nearly every row's space, a middling one, a small one; one of thirty days. */
const SPACES = [
  ["wide", 0.9],
  ["middling", 0.09],
  ["small", 0.01],
] as const;

let folder: ReturnType<typeof temporaryFolder>;
let db: Sqlite;

beforeAll(() => {
  folder = temporaryFolder();
  db = Sqlite.open(join(folder.path, "texts.sqlite3"));
  createTextIndex(db, index);
  const random = seeded(11);
  db.transaction(() => {
    for (let seq = 1; seq <= ROWS; seq += 1) {
      const words = Object.entries(WORDS).flatMap(([word, share]) =>
        random() < share ? Array.from({ length: 1 + Math.floor(random() * 3) }, () => word) : [],
      );
      const draw = random();
      const space = draw < 0.9 ? "wide" : draw < 0.99 ? "middling" : "small";
      const filters = `${space} day${Math.floor(random() * 30)}`;
      writeTextRow(db, index, seq, null, { body: words.join(" "), filters });
    }
  });
});
afterAll(() => {
  db.close();
  folder.remove();
});

/** What BM25 says of the newest matches when it is asked for everything at once. */
function reference({ body, filterTokens }: Asked, most: number): { seq: number; score: number }[] {
  const table = textTable(index);
  const expression = [`body : (${body})`, ...filterTokens.map((token) => `filters : "${token}"`)].join(
    " AND ",
  );
  const rows = db.rows(
    `SELECT rowid, bm25(${table}, 1.0, 0.0) FROM ${table} WHERE ${table} MATCH ? ORDER BY rowid DESC LIMIT ?`,
    [expression, MAX_RANKED],
  );
  return rows
    .map(([seq, score]) => ({ seq: Number(seq), score: Number(score) }))
    .sort((a, b) => a.score - b.score || b.seq - a.seq)
    .slice(0, most);
}

const FILTERS: readonly (readonly string[])[] = [
  [],
  ...SPACES.flatMap(([space]) => [[space], [space, "day7"]]),
  ["day7"],
  ["nobody"],
];
const BODIES = [
  '"few"',
  '"some" OR "few" OR "one"',
  '"many" AND "most"',
  '"all"',
  '"all" AND "few"',
  '"absent"',
];

describe("ranking the matches of a text search", () => {
  it.each(FILTERS)(
    "gives the rows and scores that BM25 gives with the filter in it (%s %s)",
    (...filterTokens) => {
      for (const body of BODIES) {
        for (const most of [10, 1_024]) {
          const asked = { body, filterTokens: filterTokens.filter((token) => token !== undefined) };
          expect(ranked(db, index, asked, most), body).toEqual(reference(asked, most));
        }
      }
    },
  );
});

describe("what ranking asks SQLite", () => {
  it.each(FILTERS)(
    "never looks matches up one by one, each anew from all of them (%s %s)",
    (...filterTokens) => {
      const asked: [string, SqlValue[]][] = [];
      const noting = {
        row: (...query: [string, SqlValue[]]) => (asked.push(query), db.row(...query)),
        rows: (...query: [string, SqlValue[]]) => (asked.push(query), db.rows(...query)),
      } as Sqlite;
      const tokens = filterTokens.filter((token) => token !== undefined);
      for (const body of BODIES) ranked(noting, index, { body, filterTokens: tokens }, 10);
      // On a connection of its own: libsql leaves what it explained unfinished.
      const explaining = Sqlite.open(join(folder.path, "texts.sqlite3"), { readOnly: true });
      const plans = asked.flatMap(([sql, parameters]) =>
        explaining.rows(`EXPLAIN QUERY PLAN ${sql}`, parameters).map((step) => String(step[3])),
      );
      explaining.close();
      expect(plans.filter((plan) => plan.includes("VIRTUAL TABLE INDEX")).length).toBeGreaterThanOrEqual(6);
      // FTS5 names a look-up of a single rowid with an equals sign before the match.
      expect(plans.filter((plan) => /INDEX \d+:.*=/.test(plan))).toEqual([]);
    },
  );
});

describe("weighing the words of a text search", () => {
  const weigh = (words: readonly string[], filterTokens: readonly string[]) =>
    weighTerms(db, index, { terms: words.map((text) => ({ text, isPrefix: false })), filterTokens });

  it("has all ranked that can be, without what nobody has", () => {
    expect(weigh(["some", "absent", "few"], ["wide"])).toEqual({
      all: ['"few"', '"some"'],
      rare: ['"few"', '"some"'],
    });
  });

  it("leaves the words that too many have unranked", () => {
    const { all, rare } = weigh(["all", "most", "few", "many"], ["wide"]);
    expect([...all].sort()).toEqual(['"all"', '"few"', '"many"', '"most"']);
    expect(rare).toEqual(['"few"', '"many"']);
    expect(weigh(["all"], ["wide"])).toEqual({ all: ['"all"'], rare: ['"all"'] });
  });

  it("has words ranked that are usual everywhere but under the filter", () => {
    const { all, rare } = weigh(["all", "most", "some", "one"], ["small"]);
    expect([...rare].sort()).toEqual([...all].sort());
    expect([...all].sort()).toEqual(['"all"', '"most"', '"some"']);
  });
});
