/** Which words of a text search can have all their rows ranked. */
import type { Sqlite } from "../store/sqlite";
import type { TextIndex } from "../store/tablets";
import type { TextQuery } from "./textQuery";
import { countWord, MAX_RANKED } from "./textRanking";

interface TermsByRarity {
  /** Those that some match has, as FTS5 is asked for them, the rarest first. */
  readonly all: readonly string[];
  /** The rarest of them, whose rows together can all be ranked; one at least, where there are any. */
  readonly rare: readonly string[];
}

interface Counted {
  readonly expression: string;
  /** In how many rows it is; no more are counted than matter. */
  readonly rows: number;
}

/** Weighs the words of a query. */
export function termsByRarity(db: Sqlite, index: TextIndex, query: TextQuery): TermsByRarity {
  const counted = (expressions: readonly string[], filterTokens: readonly string[]): Counted[] =>
    expressions
      .map((expression) => ({ expression, rows: countWord(db, index, expression, filterTokens) }))
      .filter(({ rows }) => rows > 0)
      .sort((a, b) => a.rows - b.rows);
  // Counting without the filter is faster by far, and where all can be ranked anyway, it is enough.
  const plain = counted(query.terms, []);
  const few = rarest(plain, MAX_RANKED);
  if (few.length === plain.length || query.filterTokens.length === 0) return weighed(plain, few);
  const passing = counted(expressionsOf(plain), query.filterTokens);
  return weighed(passing, rarest(passing, MAX_RANKED));
}

function weighed(all: readonly Counted[], rare: readonly Counted[]): TermsByRarity {
  return { all: expressionsOf(all), rare: expressionsOf(rare.length === 0 ? all.slice(0, 1) : rare) };
}

function expressionsOf(terms: readonly Counted[]): string[] {
  return terms.map(({ expression }) => expression);
}

/** The first terms whose rows together are no more than `most`. */
function rarest(ascending: readonly Counted[], most: number): Counted[] {
  let rows = 0;
  return ascending.filter((term) => (rows += term.rows) <= most);
}
