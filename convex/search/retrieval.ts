/** Compares search documents with a query, by words and by meaning. */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { uniqueBy } from "../../mind/lists/uniqueBy";
import { hitsIn, lexicalScore, queryOf, type Query } from "../../mind/ranking/bm25";
import { vectorOf } from "../../mind/ranking/packedVectors";
import { calibrated, fused } from "../../mind/ranking/similarity";
import { termsOf } from "../../mind/text/tokens";
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
  { query, vectorHits }: RetrievalQuery,
  passages: readonly Text[],
): Promise<Hit[]> {
  const terms = termsOf(query);
  const idf = await DocumentFrequencies.idfFor(ctx, "knowledge", terms);
  const compare = await comparer(ctx, queryOf(terms, idf), vectorHits);
  return distinct(passages)
    .map((passage) => ({ document: passage, similarity: calibrated(compare(passage).score), context: 0 }))
    .filter(({ similarity }) => similarity > 0)
    .sort(byMatch);
}

/** Returns a function that compares a text with the query by words and, if both have a vector, by meaning. */
export async function comparer(ctx: QueryCtx, query: Query, vectorHits: VectorHits | null) {
  const meaningOf = await meaningTo(
    ctx,
    vectorHits && { ...vectorHits, vector: vectorOf(vectorHits.vector) },
  );
  return (text: Text) => {
    const [hits, meaning] = [hitsIn(query, Documents.termsIn(text)), meaningOf(text)];
    return { text, hits, meaning, score: fused(lexicalScore(query, hits), meaning) };
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
