/** Filters that most rows pass: searches find and rank what FTS5 does with the filter in its expression. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { seeded } from "../../../../test/support/random";
import { Sqlite } from "../store/sqlite";
import type { TextIndex } from "../store/tablets";
import { createTextIndex, filterToken, textRow, writeTextRow } from "./textIndex";
import { matchExpression, MAX_RANKED, rankMatches } from "./textRanking";
import { forgetWideFilters, MIN_WIDE_ROWS, splitFilters } from "./wideFilters";

const ROWS = 3 * MIN_WIDE_ROWS;
const WORDS = ["tea", "lemon", "green", "walk", "evening", "pier"];
const index: TextIndex = { id: 1, name: "by_text", searchField: "text", filterFields: ["space", "day"] };
const random = seeded(5);

interface Text {
  readonly [field: string]: string;
}
const texts = new Map<number, Text>();
let db: Sqlite;

function anyText(): Text {
  const word = () => WORDS[Math.floor(WORDS.length * random() ** 3)] ?? "";
  const text = Array.from({ length: 1 + Math.floor(8 * random()) }, word).join(" ");
  return { text, space: random() < 0.7 ? "memory" : "thought", day: `${Math.floor(20 * random())}` };
}

function write(seq: number, after: Text | null): void {
  const row = (text: Text | null | undefined) => (text ? textRow(index, text) : null);
  writeTextRow(db, index, seq, row(texts.get(seq)), row(after));
  if (after === null) texts.delete(seq);
  else texts.set(seq, after);
}

beforeAll(() => {
  db = Sqlite.open(":memory:");
  createTextIndex(db, index);
  db.transaction(() => {
    for (let seq = 1; seq <= ROWS; seq++) write(seq, anyText());
  });
});
afterAll(() => db.close());

/** With every filter in the expression. */
function byExpression(body: string, tokens: readonly string[], most: number) {
  const newest =
    "SELECT rowid AS seq, bm25(text_index_1, 1.0, 0.0) AS score FROM text_index_1 WHERE text_index_1 MATCH ? ORDER BY rowid DESC LIMIT 4096";
  return db
    .rows(`SELECT seq, score FROM (${newest}) ORDER BY score, seq DESC LIMIT ?`, [
      matchExpression(body, tokens),
      most,
    ])
    .map(([seq]) => Number(seq));
}

/** Whatever the filter. */
function matchesOf(body: string): number {
  return Number(
    db.row("SELECT count(*) FROM text_index_1 WHERE text_index_1 MATCH ?", [matchExpression(body, [])])?.[0],
  );
}

const filters = [
  [filterToken(0, "memory")],
  [filterToken(0, "thought")],
  [filterToken(0, "memory"), filterToken(1, "3")],
  [filterToken(0, "nothing")],
];

function compareAll(): void {
  for (const tokens of filters)
    for (const body of ["pier OR evening", "tea OR lemon", "tea AND green", "walk"])
      for (const most of [5, 288]) {
        const matches = byExpression(body, tokens, most);
        const isRankable = matchesOf(body) <= MAX_RANKED;
        for (const known of isRankable ? [false, true] : [false]) {
          const ranked = rankMatches(db, index, body, tokens, { most, isRankable: known });
          expect(ranked.map(({ seq }) => seq)).toEqual(matches);
        }
      }
}

test("the same matches in the same order, also after writes", () => {
  expect(splitFilters(db, index, "text_index_1", filters[2] ?? [])).toMatchObject({
    wide: [{}],
    narrow: [filterToken(1, "3")],
  });
  compareAll();
  db.transaction(() => {
    for (let i = 0; i < 300; i++)
      write(1 + Math.floor(1.2 * ROWS * random()), random() < 0.3 ? null : anyText());
  });
  compareAll();
});

test("the same after a rollback", () => {
  const before = new Map(texts);
  db.exec("BEGIN");
  for (let seq = 1; seq < 200; seq++) write(seq, anyText());
  compareAll();
  db.exec("ROLLBACK");
  texts.clear();
  for (const [seq, text] of before) texts.set(seq, text);
  forgetWideFilters();
  compareAll();
});
