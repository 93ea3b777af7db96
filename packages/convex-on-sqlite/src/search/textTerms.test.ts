/** Which words of a search are ranked, by their row counts. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { join } from "node:path";
import { seeded } from "../../../../test/support/random";
import { temporaryFolder } from "../../test/testApp";
import { Sqlite } from "../store/sqlite";
import type { TextIndex } from "../store/tablets";
import { createTextIndex, writeTextRow } from "./textIndex";
import { termsByRarity } from "./textTerms";

const index: TextIndex = { id: 1, name: "by_text", searchField: "text", filterFields: ["space"] };
const ROWS = 6_000;
/** Row counts by word. */
const WORDS = { all: 1, most: 0.8, many: 0.3, some: 0.05, few: 0.004, one: 1 / ROWS };

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
      const filters = random() < 0.99 ? "wide" : "small";
      writeTextRow(db, index, seq, null, { body: words.join(" "), filters });
    }
  });
});
afterAll(() => {
  db.close();
  folder.remove();
});

describe("selecting the rare words of a text search", () => {
  const weigh = (words: readonly string[], filterTokens: readonly string[]) =>
    termsByRarity(db, index, { terms: words.map((word) => `"${word}"`), filterTokens });

  it("ranks all words if possible, without those that no row contains", () => {
    expect(weigh(["some", "absent", "few"], ["wide"])).toEqual({
      all: ['"few"', '"some"'],
      rare: ['"few"', '"some"'],
      isRankable: true,
    });
  });

  it("does not rank words that too many rows contain", () => {
    const { all, rare } = weigh(["all", "most", "few", "many"], ["wide"]);
    expect([...all].sort()).toEqual(['"all"', '"few"', '"many"', '"most"']);
    expect(rare).toEqual(['"few"', '"many"']);
    expect(weigh(["all"], ["wide"])).toEqual({ all: ['"all"'], rare: ['"all"'], isRankable: false });
  });

  it("ranks words that are frequent overall but rare under the filter", () => {
    const { all, rare, isRankable } = weigh(["all", "most", "some", "one"], ["small"]);
    expect(isRankable).toBe(false);
    expect([...rare].sort()).toEqual([...all].sort());
    expect([...all].sort()).toEqual(['"all"', '"most"', '"some"']);
  });
});
