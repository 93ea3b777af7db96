/**
 * The matches of a text search, the most relevant first. Ranking all matches of words that nearly every document has
 * would hold up everything else for a tenth of a second: few matches are all ranked; of many, those with all the words
 * come first, then those with the rarest words.
 */
import type { Sqlite } from "../store/sqlite";
import { encodeKey } from "../values/keys";
import type { TextIndex } from "../store/tablets";
import type { TextQuery } from "./textQuery";
import { matchExpression, newestMatches, rankMatches, type ScoredRow } from "./textRanking";
import { termsByRarity } from "./textTerms";

/** A document found; keys are in the order of relevance and name places in it, as keys of an index do. */
export interface Match {
  readonly seq: number;
  readonly key: Buffer;
}

/** Convex's limit: no search leads to more documents than this. */
export const MAX_MATCHES = 1_024;

/**
 * Of ranked matches so many are handed over first: handing over all takes longer than ranking them. They are ranked
 * again for who reads on, as few do.
 */
const FIRST = 288;

/**
 * The matches of a query in parts, each computed when it is asked for. Within a part, and from part to part, the
 * relevance falls; a document is in one part only. Of equally relevant ones the newest comes first.
 */
export function* textMatches(db: Sqlite, index: TextIndex, query: TextQuery): Generator<readonly Match[]> {
  const { all, rare } = termsByRarity(db, index, query);
  if (all.length === 0) return;
  const asked = (expressions: readonly string[], operator: "AND" | "OR") =>
    matchExpression(expressions.join(` ${operator} `), query.filterTokens);
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
    const first = rankMatches(db, index, asked(expressions, operator), FIRST);
    yield part(number, first);
    if (first.length === FIRST)
      yield part(number, rankMatches(db, index, asked(expressions, operator), MAX_MATCHES));
  }
  if (rare.length < all.length) yield* rankedPart(0, all, "AND");
  yield* rankedPart(1, rare, "OR");
  // What is left has only words that nearly every document has, to which BM25 gives no weight. Those that came in the
  // parts before may be among them, and count towards the most there can be.
  if (rare.length < all.length) yield part(2, newestMatches(db, index, asked(all, "OR"), MAX_MATCHES));
}
