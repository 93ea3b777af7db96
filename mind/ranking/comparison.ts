/**
 * Compares stored texts with a query by words. A question is answered by a text that has its words (BM25). A statement is
 * compared with texts of its kind, so what they say beyond it counts too (cosine).
 */
import type { ParsedText } from "../text/parsedText";
import { countsOf } from "../text/tokens";
import {
  hitsIn,
  lexicalScore,
  LONG_TEXT,
  NOTHING_ADJACENT,
  queryOf,
  type Adjacent,
  type Query,
  type QueryHits,
} from "./bm25";
import { UNSEEN_TERM, type Idf } from "./idf";
import { tfIdfCosine, tfIdfNorm, type Profile } from "./lexical";
import type { Spellings } from "./spellings";

/**
 * Share of the cosine for a statement. Spearman on STS, and AUC on MRPC and PAN, with 0, 0.75 and 1: .783, .814, .815; .694,
 * .732, .735; .915, .923, .923. For questions a half of it costs three points of recall on LoCoMo and REALTALK.
 */
const COSINE_SHARE = 0.75;

/** A query prepared for comparing. `statement`: its profile, if it states something. `idf`: of the query's terms. */
export interface Comparison {
  readonly query: Query;
  readonly statement: Profile | null;
  readonly idf: Idf;
}

/** What a text has of a query's words. */
export interface Words {
  readonly hits: QueryHits;
  /** Null for a question, and for a text that is too long to be of a statement's kind: it may contain the statement. */
  readonly cosine: number | null;
}

const ASKS =
  /^\W*(?:who|whom|whose|what|which|when|where|why|how|is|are|was|were|do|does|did|can|could|will|would|should|has|have|had)\b/i;

/** Whether a query is a sentence that asks nothing; a list of key words is none. */
export function isStatement(parsed: ParsedText): boolean {
  const { tokens, terms } = parsed;
  return tokens.length > terms.length && parsed.questions.length === 0 && !ASKS.test(parsed.text);
}

export function comparisonWith(parsed: ParsedText, idf: Idf, spellings?: Spellings): Comparison {
  const { terms, counts } = parsed;
  const statement = isStatement(parsed) ? { counts, length: terms.length } : null;
  return { query: queryOf(terms, idf, spellings), statement, idf };
}

/** What the text with these terms, in order, has of the query's words. */
export function wordsOf({ query, statement, idf }: Comparison, terms: readonly string[]): Words {
  const hits = hitsIn(query, terms);
  const isComparable = statement !== null && terms.length <= LONG_TEXT;
  return { hits, cosine: isComparable ? cosineTo(statement, terms, idf) : null };
}

/**
 * The cosine of a statement and a text. Every other word of the text weighs as one that no text has: that needs no more
 * frequencies, and is better than their own weights (Spearman on STS .815 / .808, AUC on PAN .923 / .922, on MRPC .735 / .745).
 */
function cosineTo(statement: Profile, terms: readonly string[], idf: Idf): number {
  const text = { counts: countsOf(terms), length: terms.length };
  const rare = idf(UNSEEN_TERM);
  const norm = tfIdfNorm(text, (term) => (statement.counts.has(term) ? idf(term) : rare));
  return tfIdfCosine(statement, { ...text, norm }, idf);
}

/** How well a text's words match, 0 to 1, also with what adjacent texts have. */
export function wordScore(
  { query }: Comparison,
  { hits, cosine }: Words,
  adjacent: Adjacent<QueryHits> = NOTHING_ADJACENT,
): number {
  const share = lexicalScore(query, hits, adjacent);
  return cosine === null ? share : (1 - COSINE_SHARE) * share + COSINE_SHARE * cosine;
}
