/** Selects the words of a text search whose rows can all be ranked. */
import type { Sqlite } from "../store/sqlite";
import type { TextIndex } from "../store/tablets";
import type { TextQuery } from "./textQuery";
import { countWord, MAX_RANKED } from "./textRanking";

interface TermsByRarity {
  /** FTS5 expressions of the words that occur in any row, the rarest first. */
  readonly all: readonly string[];
  /** The rarest of them whose rows together can all be ranked; at least one, if there are any. */
  readonly rare: readonly string[];
  /** Whether they can be ranked even without the filter. */
  readonly isRankable: boolean;
}

interface Counted {
  readonly expression: string;
  /** The number of rows that contain it, counted up to a limit. */
  readonly rows: number;
}

/** Counts the words of a query and selects the rare ones. */
export function termsByRarity(db: Sqlite, index: TextIndex, query: TextQuery): TermsByRarity {
  const counted = (expressions: readonly string[], filterTokens: readonly string[]): Counted[] =>
    expressions
      .map((expression) => ({ expression, rows: countWord(db, index, expression, filterTokens) }))
      .filter(({ rows }) => rows > 0)
      .sort((a, b) => a.rows - b.rows);
  // Counting without the filter is much faster, and sufficient if all rows can be ranked anyway.
  const plain = counted(query.terms, []);
  const few = rarest(plain, MAX_RANKED);
  if (few.length === plain.length || query.filterTokens.length === 0) return toTerms(plain, few, true);
  const passing = counted(expressionsOf(plain), query.filterTokens);
  return toTerms(passing, rarest(passing, MAX_RANKED), false);
}

function toTerms(all: readonly Counted[], rare: readonly Counted[], isCountedWhole: boolean): TermsByRarity {
  return {
    all: expressionsOf(all),
    rare: expressionsOf(rare.length === 0 ? all.slice(0, 1) : rare),
    isRankable: isCountedWhole && rare.length > 0,
  };
}

function expressionsOf(terms: readonly Counted[]): string[] {
  return terms.map(({ expression }) => expression);
}

/** The first terms whose rows together don't exceed `most`. */
function rarest(ascending: readonly Counted[], most: number): Counted[] {
  let rows = 0;
  return ascending.filter((term) => (rows += term.rows) <= most);
}
