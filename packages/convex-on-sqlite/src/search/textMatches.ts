/**
 * The matches of a text search, the most relevant first. Ranking all matches of words that nearly every document contains
 * would block everything else for a tenth of a second. So few matches are all ranked; of many, those with all the words
 * come first, then those with the rarest words.
 */
import type { Sqlite } from "../store/sqlite";
import { encodeKey } from "../values/keys";
import type { TextIndex } from "../store/tablets";
import type { TextQuery } from "./textQuery";
import { matchExpression, newestMatches, rankMatches, type ScoredRow } from "./textRanking";
import { termsByRarity } from "./textTerms";

/** A match; its key sorts by relevance and names a position, like an index key. */
export interface Match {
  readonly seq: number;
  readonly key: Buffer;
}

/** Convex's limit on the matches of a search. */
export const MAX_MATCHES = 1_024;

/**
 * Number of matches returned first: returning all takes longer than ranking them. For the few readers that need more, the
 * matches are ranked again.
 */
const FIRST_MATCHES = 288;

/**
 * The matches of a query in parts, each computed on demand. Relevance decreases within a part and from part to part; a
 * document occurs in one part only. Equally relevant matches are sorted newest first.
 */
export function* textMatches(db: Sqlite, index: TextIndex, query: TextQuery): Generator<readonly Match[]> {
  const { all, rare } = termsByRarity(db, index, query);
  if (all.length === 0) return;
  const seen = new Set<number>();
  const part = (number: number, rows: readonly ScoredRow[]): Match[] => {
    const matches: Match[] = [];
    for (const { seq, score } of rows) {
      if (seen.size === MAX_MATCHES) break;
      if (seen.has(seq)) continue;
      seen.add(seq);
      matches.push({ seq, key: encodeKey([number, score, -seq]) });
    }
    return matches;
  };
  function* rankedPart(number: number, expressions: readonly string[], operator: "AND" | "OR") {
    const body = expressions.join(` ${operator} `);
    const first = rankMatches(db, index, body, query.filterTokens, FIRST_MATCHES);
    yield part(number, first);
    if (first.length === FIRST_MATCHES)
      yield part(number, rankMatches(db, index, body, query.filterTokens, MAX_MATCHES));
  }
  if (rare.length < all.length) yield* rankedPart(0, all, "AND");
  yield* rankedPart(1, rare, "OR");
  // The rest has only words that nearly every document contains, to which BM25 gives no weight. Matches of earlier parts
  // may be among them, and count towards the maximum.
  if (rare.length < all.length)
    yield part(
      2,
      newestMatches(db, index, matchExpression(all.join(" OR "), query.filterTokens), MAX_MATCHES),
    );
}
