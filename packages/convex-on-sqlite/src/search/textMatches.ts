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

/** A match. */
export class Match {
  readonly seq: number;
  private readonly part: number;
  private readonly score: number;

  constructor(part: number, { seq, score }: ScoredRow) {
    this.seq = seq;
    this.part = part;
    this.score = score;
  }

  /** Sorts by relevance and names a position, like an index key. Made on demand, because few readers need it. */
  get key(): Buffer {
    return encodeKey([this.part, this.score, -this.seq]);
  }
}

/** Convex's limit on the matches of a search. */
export const MAX_MATCHES = 1_024;

/**
 * How many matches are returned first, then again and at last: returning all takes as long as ranking them, and few readers
 * need as many. For the others the matches are ranked again.
 */
const RETURNED = [96, 288, MAX_MATCHES];

/**
 * The matches of a query in parts, each computed on demand. Relevance decreases within a part and from part to part; a
 * document occurs in one part only. Equally relevant matches are sorted newest first.
 */
export function* textMatches(db: Sqlite, index: TextIndex, query: TextQuery): Generator<readonly Match[]> {
  const { all, rare, isRankable } = termsByRarity(db, index, query);
  if (all.length === 0) return;
  const seen = new Set<number>();
  const part = (number: number, rows: readonly ScoredRow[]): Match[] => {
    const matches: Match[] = [];
    for (const row of rows) {
      if (seen.size === MAX_MATCHES) break;
      if (seen.has(row.seq)) continue;
      seen.add(row.seq);
      matches.push(new Match(number, row));
    }
    return matches;
  };
  function* rankedPart(number: number, expressions: readonly string[], operator: "AND" | "OR") {
    const body = expressions.join(` ${operator} `);
    for (const most of RETURNED) {
      const rows = rankMatches(db, index, body, query.filterTokens, { most, isRankable });
      yield part(number, rows);
      if (rows.length < most) return;
    }
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
