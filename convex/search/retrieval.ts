/** Compares search documents with a query, by words and by meaning. */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { Space } from "../../mind/enums";
import { uniqueBy } from "../../mind/lists/uniqueBy";
import type { Idf } from "../../mind/ranking/idf";
import { comparisonWith, wordScore, wordsOf, type Comparison } from "../../mind/ranking/comparison";
import { vectorOf } from "../../mind/ranking/packedVectors";
import { similarityOf } from "../../mind/ranking/similarity";
import { parsedText } from "../../mind/text/parsedText";
import * as DocumentFrequencies from "./documentFrequencies";
import * as Documents from "./documents";
import { meaningTo } from "./semanticNeighbors";
import type { VectorHits } from "./vectorHits";

type Text = Doc<"searchDocuments">;

export interface RetrievalQuery {
  readonly query: string;
  /** From `vectorHitsFor` (search/vectorSearch); null to search by words only. */
  readonly vectorHits: VectorHits | null;
}

/** A text that may answer the query. */
export interface Hit {
  readonly document: Text;
  /**
   * How well the text itself answers, or what it corrects, 0 to 1: the `similarity` of the API, to which `threshold` applies.
   */
  readonly similarity: number;
  /** What the adjacent turns add; `similarity + context` is at most 1. */
  readonly context: number;
}

/** The most hits of a search. */
export const MAX_HITS = 256;

/** Those passages that are related to the query, best match first. */
export async function passageHits(
  ctx: QueryCtx,
  { comparison }: PreparedQuery,
  vectorHits: VectorHits | null,
  passages: readonly Text[],
): Promise<Hit[]> {
  const compare = await comparer(ctx, comparison, vectorHits);
  return distinct(passages)
    .map((passage) => {
      const { score, meaning } = compare(passage);
      return { document: passage, similarity: similarityOf(score, meaning), context: 0 };
    })
    .filter(({ similarity }) => similarity > 0)
    .sort(byMatch);
}

/** A query prepared for comparing, and its terms with their other spellings and idf, to find texts by. */
export interface PreparedQuery {
  readonly comparison: Comparison;
  readonly terms: readonly string[];
  readonly idf: Idf;
}

export async function preparedQuery(ctx: QueryCtx, space: Space, query: string): Promise<PreparedQuery> {
  const parsed = parsedText(query);
  const { idf, spellings } = await DocumentFrequencies.queryTerms(ctx, space, parsed);
  const terms = [...parsed.terms, ...spellings.keys()];
  const comparison = comparisonWith(parsed, idf, spellings);
  // A passage is of no statement's kind: it may contain the statement.
  return { comparison: space === "knowledge" ? { ...comparison, statement: null } : comparison, terms, idf };
}

/** Returns a function that compares a text with the query by words and, if both have a vector, by meaning. */
export async function comparer(ctx: QueryCtx, comparison: Comparison, vectorHits: VectorHits | null) {
  const meaningOf = await meaningTo(
    ctx,
    vectorHits && { ...vectorHits, vector: vectorOf(vectorHits.vector) },
    { isQuestion: true },
  );
  return (text: Text) => {
    const words = wordsOf(comparison, Documents.termsIn(text));
    return { text, words, meaning: meaningOf(text), score: wordScore(comparison, words) };
  };
}

/** Orders hits: the best match first, then what no memory corrects, then the newest. */
export function byMatch(a: Hit, b: Hit): number {
  return (
    b.similarity + b.context - (a.similarity + a.context) ||
    Number(a.document.correctedBy !== undefined) - Number(b.document.correctedBy !== undefined) ||
    b.document.createdAt - a.document.createdAt ||
    (a.document._id < b.document._id ? -1 : 1)
  );
}

/** Each text once. */
export function distinct(texts: readonly Text[]): Text[] {
  return uniqueBy(texts, ({ _id }) => _id);
}
