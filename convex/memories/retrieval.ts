/**
 * Retrieval: the texts that may answer a query, and how well each does.
 *
 * The candidates among memories are what the text index and the vectors find, memories of equal text, and the turns adjacent
 * to the best of these; in a short time window, all memories. One similarity ranks them all.
 */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { withCorrections } from "../../mind/ranking/corrected";
import { wordScore } from "../../mind/ranking/comparison";
import type { Idf } from "../../mind/ranking/idf";
import { fused, meaningInContext, similarityOf } from "../../mind/ranking/similarity";
import { speakerShare } from "../../mind/ranking/speakers";
import type { Answer } from "../../mind/ranking/told";
import * as AdjacentTurns from "../search/adjacentTurns";
import * as Documents from "../search/documents";
import { ReadBudget } from "../search/readBudget";
import {
  byMatch,
  comparer,
  distinct,
  MAX_HITS,
  preparedQuery,
  type Hit,
  type RetrievalQuery,
} from "../search/retrieval";
import { passes, timeSlicesSince, type SearchFilter, type TimeSlice } from "../search/searchFilter";
import { MAX_FOUND, searchedScopes, textHits } from "../search/textIndex";
import type { VectorHits } from "../search/vectorHits";
import { memoriesWithText } from "./equalTexts";

type Text = Doc<"searchDocuments">;

/** A time window with fewer memories than this is compared completely. */
const FEW = 512;
/** Hits of each vector search that become candidates. */
const MAX_VECTOR_HITS = 64;
/** Texts read between two checks of the read budget. Four of the longest use it up. */
const MAX_AT_ONCE = 4;
/**
 * How many of the best hits have their adjacent turns added as candidates, at a range read each. Recall@10 with 10 and 16: LoCoMo
 * 78.6 / 79.0, REALTALK 61.6 / 62.1, BEAM 66.2 / 66.3; recall@5 is the same.
 */
const MAX_WITH_NEIGHBORS = 10;
/** The most memories of equal text that become candidates, newest first. */
const MAX_EQUALS = 64;

/** The memories that pass filters which the search indexes can't apply. */
export interface Selection {
  /** All of them, to be compared completely; null if they are too many. */
  readonly all: readonly Text[] | null;
  /** Which of these texts belong to such memories, by their owners' ids. */
  readonly ofThese: (texts: readonly Text[]) => Promise<ReadonlySet<string>>;
}

/** A memory that may answer the query. */
export type MemoryHit = Hit & Answer;

interface MemorySelection {
  readonly selection?: Selection | null;
  /** The most candidates that words find. */
  readonly max?: number;
}

/** The memories related to the query, the best match first; ties the newest first. */
export async function memoryHits(
  ctx: QueryCtx,
  {
    query: text,
    vectorHits,
    selection = null,
    max = MAX_HITS,
    ...narrowed
  }: RetrievalQuery & Omit<SearchFilter, "space"> & MemorySelection,
): Promise<MemoryHit[]> {
  const filter: SearchFilter = { ...narrowed, space: "memory" };
  const { comparison, terms, idf } = await preparedQuery(ctx, "memory", text);
  const compare = await comparer(ctx, comparison, vectorHits);
  const equals = await equalTexts(ctx, text, filter);
  const found =
    selection?.all ??
    (await candidates(ctx, terms, idf, vectorHits, filter, selection === null ? max : MAX_FOUND));
  const direct = distinct([...equals, ...found]);
  const compared = direct.map(compare);
  const best = compared
    .toSorted((a, b) => fused(b.score, b.meaning) - fused(a.score, a.meaning))
    .slice(0, MAX_WITH_NEIGHBORS);
  const around = await AdjacentTurns.around(
    ctx,
    best.map(({ text }) => text),
  );
  const corrections = await correctionsOf(
    ctx,
    [...best.map(({ text }) => text), ...around].slice(0, 2 * MAX_WITH_NEIGHBORS),
  );
  const known = new Set(direct.map(({ _id }) => _id));
  compared.push(...distinct([...around, ...corrections].filter(({ _id }) => !known.has(_id))).map(compare));

  const selected = selection && (await selection.ofThese(compared.map(({ text }) => text)));
  const adjacent = AdjacentTurns.adjacentAmong(compared.map(({ text }) => text));
  const shareOf = speakerShare(
    terms,
    compared.map(({ text }) => text.speaker),
  );
  const byId = new Map(compared.map((one) => [one.text._id, one]));
  const comparedAmong = (texts: readonly Text[]) => texts.flatMap(({ _id }) => byId.get(_id) ?? []);
  const equal = new Set(equals.map(({ _id }) => _id));
  const hits = compared.flatMap(({ text, words, meaning, score }) => {
    if (!passes(text, filter) || selected?.has(text.owner) === false) return [];
    const one = {
      id: text.owner,
      correctedBy: text.correctedBy,
      isOwn: text.author === "self",
      document: text,
    };
    if (equal.has(text._id)) return [{ ...one, similarity: 1, context: 0 }];
    const { before, after } = adjacent(text);
    const turns = { before: comparedAmong(before), after: comparedAmong(after) };
    const share = shareOf(text.speaker);
    const similarity = similarityOf(score, meaning, share);
    if (turns.before.length + turns.after.length === 0) return [{ ...one, similarity, context: 0 }];
    const scoreInContext = wordScore(comparison, words, {
      before: turns.before.map((turn) => turn.words.hits),
      after: turns.after.map((turn) => turn.words.hits),
    });
    const meanings = [...turns.before, ...turns.after].map((turn) => turn.meaning);
    const inContext = similarityOf(scoreInContext, meaningInContext(meaning, meanings), share);
    return [{ ...one, similarity, context: Math.max(0, inContext - similarity) }];
  });
  return withCorrections(hits)
    .filter(({ similarity, context }) => similarity + context > 0)
    .sort(byMatch);
}

/** How many corrections are followed from one text: of a fact that changed often, the newest. */
const MAX_CORRECTIONS = 8;

/** What corrects these texts, and what corrects that. */
async function correctionsOf(ctx: QueryCtx, texts: readonly Text[]): Promise<Text[]> {
  const found: Text[] = [];
  let corrected = texts;
  for (let i = 0; i < MAX_CORRECTIONS && corrected.length > 0; i++) {
    const owners = new Set(corrected.flatMap(({ correctedBy }) => correctedBy ?? []));
    const read = await Promise.all([...owners].map((owner) => Documents.ofOwner(ctx, owner)));
    corrected = read.filter((text) => text !== null);
    found.push(...corrected);
  }
  return found;
}

/** The texts that words (at most `max`) and vectors find and that pass the filter; in a short window, all texts. */
async function candidates(
  ctx: QueryCtx,
  terms: readonly string[],
  idf: Idf,
  vectorHits: VectorHits | null,
  filter: SearchFilter,
  max: number,
): Promise<Text[]> {
  const { since } = filter;
  let slices: readonly TimeSlice[] | null = null;
  if (since !== undefined) {
    const newest = await memoriesSince(ctx, since).order("desc").first();
    if (newest === null) return [];
    const all = await allSince(ctx, since, newest);
    if (all !== null) return all;
    slices = timeSlicesSince(since, newest.createdAt);
  }
  const byWords = await textHits(ctx, terms, idf, filter, max, { slices });
  const byMeaning = vectorHits === null ? [] : await vectorTexts(ctx, vectorHits, filter, byWords);
  return [...byWords, ...byMeaning];
}

/** All memories after `since`, newest first; null if they are too many or too long. */
async function allSince(ctx: QueryCtx, since: number, newest: Text): Promise<Text[] | null> {
  const oldest = await memoriesSince(ctx, since).first();
  if (oldest === null || newest.place - oldest.place >= FEW) return null;
  const budget = new ReadBudget();
  const texts: Text[] = [];
  for await (const text of memoriesSince(ctx, since).order("desc")) {
    if (budget.spent) return null;
    texts.push(text);
    budget.count([text]);
  }
  return texts;
}

function memoriesSince(ctx: QueryCtx, since: number) {
  return ctx.db
    .query("searchDocuments")
    .withIndex("by_createdAt", (q) => q.eq("space", "memory").gt("createdAt", since));
}

/** The texts of vector hits that pass the filter. Texts in `known` are not read again. */
async function vectorTexts(
  ctx: QueryCtx,
  { hits }: VectorHits,
  filter: SearchFilter,
  known: readonly Text[],
): Promise<Text[]> {
  const budget = new ReadBudget();
  const byVector = new Map(known.map((text) => [text.vectorId, text]));
  const texts: Text[] = [];
  for (const nearest of hits) {
    const end = texts.length + MAX_VECTOR_HITS;
    for (let i = 0; i < nearest.length && texts.length < end && !budget.spent; i += MAX_AT_ONCE) {
      const ids = nearest.slice(i, i + MAX_AT_ONCE);
      const read = await Promise.all(ids.map((id) => byVector.get(id) ?? Documents.ofVector(ctx, id)));
      const present = read.filter((text) => text !== null);
      budget.count(present);
      const matching = present.filter((text) => text.space === filter.space && passes(text, filter));
      texts.push(...matching.slice(0, end - texts.length));
    }
  }
  return texts;
}

/** The newest memories whose text equals the query. So even an emoji is found. */
async function equalTexts(ctx: QueryCtx, query: string, filter: SearchFilter): Promise<Text[]> {
  const equals: Doc<"memories">[] = [];
  for (const scope of searchedScopes(filter))
    equals.push(...(await memoriesWithText(ctx, query, scope, "newest", MAX_EQUALS)));
  const texts = await Promise.all(equals.map(({ _id }) => Documents.ofMemory(ctx, _id)));
  return texts.filter((text) => text !== null);
}
