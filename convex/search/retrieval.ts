/**
 * Retrieval: the texts that may answer a query, and how well each does. One core for memories, thoughts and knowledge.
 *
 * Candidates are what the text index finds, what the vectors find, what says the very same, and what was told just before and
 * after the best of these; in a short window, all there is. One similarity ranks them all.
 */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { hitsIn, lexicalScore, queryOf } from "../../mind/ranking/bm25";
import type { Idf } from "../../mind/ranking/idf";
import { meaningSimilarity } from "../../mind/ranking/meaning";
import { cosineWith, vectorOf } from "../../mind/ranking/packedVectors";
import { calibrated, fused } from "../../mind/ranking/similarity";
import { termsOf } from "../../mind/text/tokens";
import * as AdjacentTurns from "./adjacentTurns";
import { memoriesWithText } from "./equalTexts";
import * as DocumentFrequencies from "./documentFrequencies";
import * as ProviderHealth from "../embeddings/providerHealth";
import { ReadBudget } from "./readBudget";
import { isInScope, timeSlicesSince, type Scope } from "./scope";
import { rarestWords, textHits } from "./textIndex";
import * as Documents from "./documents";
import type { VectorHits } from "./vectorHits";

type Text = Doc<"searchDocuments">;

export interface RetrievalQuery extends Scope {
  readonly query: string;
  /** Null where there is no vector to compare with: then words alone decide. */
  readonly vectorHits: VectorHits | null;
  /** Where the caller has found the candidates itself: only these. */
  readonly among?: readonly Text[];
  /** Answers no more hits than this. Default: all candidates, some hundreds. */
  readonly most?: number;
}

/** A text that may answer the query. */
export interface Hit {
  readonly document: Text;
  /** 0 to 1: how well the text itself answers. The contract's `similarity`, which `threshold` is about. */
  readonly similarity: number;
  /** What the texts told just before and after add; `similarity + context` is at most 1. */
  readonly context: number;
}

/** Hits that a search has at most: the best matches. */
export const MAX_HITS = 256;
/** A window of so few texts is compared as a whole. */
const FEW = 512;
/** Vectors of each list of hits whose texts are candidates. */
const MAX_VECTOR_HITS = 64;
/** Texts read at once, if they can't be long; between them the allowance is looked at. */
const MAX_AT_ONCE = 16;
/** The best hits, whose neighbours become candidates too. */
const MAX_WITH_NEIGHBOURS = 16;
/** Equal texts taken as candidates, the newest. */
const MAX_EQUALS = 64;

/** The candidates that have anything to do with the query, the best match first; ties the newest first. */
export async function candidates(ctx: QueryCtx, retrieval: RetrievalQuery): Promise<Hit[]> {
  const { space, vectorHits, among, most = Infinity } = retrieval;
  const terms = termsOf(retrieval.query);
  const idf = await DocumentFrequencies.idfFor(ctx, space, terms);
  const query = queryOf(terms, idf);
  const equals = await equalTexts(ctx, retrieval);
  const direct = distinct([...equals, ...(among ?? (await found(ctx, retrieval, terms, idf)))]);

  const meaningOf = await meaningWith(ctx, vectorHits);
  const compare = (text: Text) => {
    const [hits, meaning] = [hitsIn(query, Documents.termsIn(text)), meaningOf(text)];
    return { text, hits, meaning, score: fused(lexicalScore(query, hits), meaning) };
  };
  const compared = direct.map(compare);
  if (AdjacentTurns.hasTurns(space)) {
    const best = compared.toSorted((a, b) => b.score - a.score).slice(0, MAX_WITH_NEIGHBOURS);
    const known = new Set(direct.map(({ _id }) => _id));
    const read = await AdjacentTurns.around(
      ctx,
      space,
      best.map(({ text }) => text),
      new ReadBudget(),
    );
    compared.push(...distinct(read.filter(({ _id }) => !known.has(_id))).map(compare));
  }
  const adjacent = AdjacentTurns.adjacentAmong(
    AdjacentTurns.hasTurns(space) ? compared.map(({ text }) => text) : [],
  );
  const hitsById = new Map(compared.map(({ text, hits }) => [text._id, hits]));
  const same = new Set(equals.map(({ _id }) => _id));
  return compared
    .flatMap(({ text, hits, meaning, score }): Hit[] => {
      if (!isInScope(text, retrieval)) return [];
      if (same.has(text._id)) return [{ document: text, similarity: 1, context: 0 }];
      const around = adjacent(text).flatMap(({ _id }) => hitsById.get(_id) ?? []);
      const similarity = calibrated(score);
      const inContext = calibrated(fused(lexicalScore(query, hits, around), meaning));
      return inContext > 0 ? [{ document: text, similarity, context: inContext - similarity }] : [];
    })
    .sort(byMatch)
    .slice(0, most);
}

function byMatch(a: Hit, b: Hit): number {
  return (
    b.similarity + b.context - (a.similarity + a.context) ||
    b.document.createdAt - a.document.createdAt ||
    (a.document._id < b.document._id ? -1 : 1)
  );
}

/** How alike in meaning texts are to what the vectors were searched for; null of those without a vector of its model. */
async function meaningWith(
  ctx: QueryCtx,
  vectorHits: VectorHits | null,
): Promise<(text: Text) => number | null> {
  if (vectorHits === null) return () => null;
  const { model, vector } = vectorHits;
  const baseline = await ProviderHealth.baselineCosineOf(ctx, model);
  const cosineTo = cosineWith(vectorOf(vector));
  return (text) => {
    const packed = Documents.packedBy(text, model);
    return packed === null ? null : meaningSimilarity(cosineTo(packed), baseline);
  };
}

/** What words and vectors find in the scope; in a short window, all of it. */
async function found(
  ctx: QueryCtx,
  { vectorHits, ...scope }: RetrievalQuery,
  terms: readonly string[],
  idf: Idf,
): Promise<Text[]> {
  const { space, since } = scope;
  if (since !== undefined && AdjacentTurns.hasTurns(space)) {
    const all = await AdjacentTurns.allSince(ctx, space, since, FEW, new ReadBudget());
    if (all !== null) return all;
  }
  const newest = since === undefined ? null : await AdjacentTurns.newest(ctx, space);
  const stretches = since === undefined || newest === null ? null : timeSlicesSince(since, newest.createdAt);
  const words = rarestWords(terms, idf);
  const byWords = words === null ? [] : await textHits(ctx, words, scope, stretches, MAX_HITS);
  const byMeaning = vectorHits === null ? [] : await vectorTexts(ctx, vectorHits, scope, byWords);
  return [...byWords, ...byMeaning];
}

/** The texts of the scope whose vectors were found. Those that are `known` are not read again. */
async function vectorTexts(
  ctx: QueryCtx,
  { hits }: VectorHits,
  scope: Scope,
  known: readonly Text[],
): Promise<Text[]> {
  const allowance = new ReadBudget();
  const byVector = new Map(known.map((text) => [text.vectorId, text]));
  const texts: Text[] = [];
  for (const list of hits) {
    const ofList: Text[] = [];
    for (let i = 0; i < list.length && ofList.length < MAX_VECTOR_HITS && !allowance.spent;) {
      const most = Math.min(allowance.atOnce(MAX_AT_ONCE), MAX_VECTOR_HITS - ofList.length);
      const next = list.slice(i, i + most);
      i += next.length;
      const rows = await Promise.all(next.map((id) => byVector.get(id) ?? Documents.ofVector(ctx, id)));
      const present = rows.filter((row) => row !== null);
      allowance.count(present);
      ofList.push(...present.filter((row) => row.space === scope.space && isInScope(row, scope)));
    }
    texts.push(...ofList);
  }
  return texts;
}

/** Texts that say the query and nothing else, the newest: even an emoji is found. Only memories are filed by what they say. */
async function equalTexts(ctx: QueryCtx, { space, query }: RetrievalQuery): Promise<Text[]> {
  if (space !== "memory") return [];
  const equals = await memoriesWithText(ctx, query, "newest", MAX_EQUALS);
  const texts = await Promise.all(equals.map(({ _id }) => Documents.ofMemory(ctx, _id)));
  return texts.filter((text) => text !== null);
}

function distinct(texts: readonly Text[]): Text[] {
  return [...new Map(texts.map((text) => [text._id, text])).values()];
}
