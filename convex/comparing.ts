/** Comparing memories with those that may be near to them, by words and by vectors. Plain functions of an action. */
import { internal } from "./_generated/api";
import type { ActionCtx } from "./_generated/server";
import { countsOf } from "../mind/text/tokens";
import { subjectSimilarity } from "./mind/memory/sharedSubject";
import type { Profile } from "../mind/ranking/lexical";
import { cosineWith, unpacked } from "../mind/ranking/packedVectors";
import { nearestOf, STRANGERS_SAMPLE, strangersCosine, strengthOf, type Near } from "./mind/themes/nearest";
import { COMPARED_TYPES, type Comparable, type Subject } from "./model/neighbours";
import { nearMemoriesForJob } from "./nearMemories";
import { chunked, type RunMemory } from "./runMemory";

/**
 * Terms that are searched for: the rarest that others hold too, as long as so many hold them in all. More of them find
 * little else and cost as much again; a term that thousands hold makes nobody near.
 */
const MOST_TERMS = 8;
const MOST_HOLDERS = 4_000;
/** Hits of a search by words, of one by vectors, and the memories told just before. */
const MOST_HITS = 40;
const MOST_VECTOR_HITS = 32;
const TOLD_BEFORE = 8;
/** Texts that one query reads: the longest take a quarter of a megabyte each, and a transaction reads 16. */
const READ_AT_ONCE = 40;
/** Of so many candidates, the likeliest, it is looked whether the memory is among their nearest. */
const MOST_LOOKED_AT = 16;
/** Terms of a text that are compared: what it is about shows in its beginning, and trigrams of long texts are many. */
const MOST_COMPARED_TERMS = 300;

/** A memory that was compared, and those whose nearest it now belongs to. */
export interface Compared {
  readonly place: number;
  readonly nearTo: readonly number[];
}

/** The cosine that strangers have in the model; of no matter without one. Reads a few memories spread over `total`. */
export async function measureStrangers(ctx: ActionCtx, model: string, total: number): Promise<number> {
  if (model === "") return 1;
  const places = Array.from({ length: STRANGERS_SAMPLE }, (_, i) =>
    Math.floor(((i + 0.5) * total) / STRANGERS_SAMPLE),
  );
  const sample = await ctx.runQuery(internal.consolidation.texts, { model, places: [...new Set(places)] });
  return strangersCosine(sample.flatMap(({ packed }) => packed ?? []));
}

/**
 * Finds the nearest of the memories at these places, but of reflections, and writes them with the rows of those that they are nearest to.
 * What is found does not depend on how memories come in batches: a pair counts once either of the two has been compared.
 */
export async function compareAll(
  ctx: ActionCtx,
  memory: RunMemory,
  places: readonly number[],
  strangers: number,
): Promise<Compared[]> {
  const { model } = memory;
  const subjects = await ctx.runQuery(internal.consolidation.subjects, { model, places: [...places] });
  const before = places.flatMap((place) => Array.from({ length: TOLD_BEFORE }, (_, i) => place - 1 - i));
  const toldBefore = [...new Set(before)].filter((place) => place >= 0);
  const told: Comparable[] = [];
  for (const some of chunked(toldBefore, READ_AT_ONCE))
    told.push(...(await ctx.runQuery(internal.consolidation.texts, { model, places: some })));
  const byPlace = new Map(told.map((text) => [text.place, text]));
  const compared: Compared[] = [];
  for (const subject of subjects) {
    const candidates = await candidatesFor(ctx, memory, subject, byPlace);
    const vector = subject.packed === undefined ? null : unpacked(subject.packed);
    await memory.readTerms([subject, ...candidates.values()].flatMap(comparedTerms));
    const found = strengthsOf(memory, subject, [...candidates.values()], vector, strangers);
    compared.push(await noteNearest(memory, subject, candidates, found));
  }
  await memory.writeRows();
  return compared;
}

/** Memories that may be near to the subject: those that share telling words, those near in meaning, those told just before. */
async function candidatesFor(
  ctx: ActionCtx,
  memory: RunMemory,
  subject: Subject,
  told: ReadonlyMap<number, Comparable>,
): Promise<Map<number, Comparable>> {
  const { model } = memory;
  const own = [...new Set(comparedTerms(subject))];
  await memory.readTerms(own);
  const terms = rarestOf(own.map((term) => ({ term, holders: memory.holders(term) })));
  const byWords =
    terms.length === 0
      ? []
      : await ctx.runQuery(internal.consolidation.holding, { model, terms, most: MOST_HITS });
  const byMeaning = await nearInMeaning(ctx, model, subject);
  const justBefore = Array.from(
    { length: TOLD_BEFORE },
    (_, i) => told.get(subject.place - 1 - i) ?? [],
  ).flat();
  const candidates = [...byWords, ...byMeaning, ...justBefore];
  const byPlace = new Map(candidates.map((candidate) => [candidate.place, candidate]));
  byPlace.delete(subject.place);
  return byPlace;
}

/** The terms to search for; where even the rarest is usual, that one. */
function rarestOf(counted: readonly { term: string; holders: number }[]): string[] {
  const held = counted.filter(({ holders }) => holders > 1).sort((a, b) => a.holders - b.holders);
  let all = 0;
  return held
    .slice(0, MOST_TERMS)
    .filter(({ holders }, i) => (all += holders) <= MOST_HOLDERS || i === 0)
    .map(({ term }) => term);
}

async function nearInMeaning(ctx: ActionCtx, model: string, subject: Subject): Promise<Comparable[]> {
  if (subject.packed === undefined) return [];
  const { textId } = subject;
  const vector = await ctx.runQuery(internal.consolidation.vectorOf, { model, textId });
  if (vector === null) return [];
  const sought = { types: COMPARED_TYPES, most: MOST_VECTOR_HITS };
  const vectorIds = await nearMemoriesForJob(ctx, { model, vector }, sought);
  return await ctx.runQuery(internal.consolidation.embedded, { model, vectorIds });
}

/** How near each candidate is to the subject. */
function strengthsOf(
  memory: RunMemory,
  subject: Subject,
  candidates: readonly Comparable[],
  vector: readonly number[] | null,
  strangers: number,
): Near[] {
  const idf = memory.idf();
  const own = profileOf(subject);
  const cosineTo = cosineWith(vector ?? []);
  return candidates.map((candidate) => {
    const { place, packed } = candidate;
    const cosine = vector === null || packed === undefined ? null : cosineTo(packed);
    return {
      place,
      strength: strengthOf(subjectSimilarity(own, profileOf(candidate), idf), cosine, strangers),
    };
  });
}

/** Notes the nearest of the subject, and the subject among the nearest of those that it is. */
async function noteNearest(
  memory: RunMemory,
  subject: Subject,
  candidates: ReadonlyMap<number, Comparable>,
  found: readonly Near[],
): Promise<Compared> {
  const { place, memoryId, confidence, packed } = subject;
  const likeliest = found
    .filter(({ strength }) => strength > 0)
    .sort((a, b) => b.strength - a.strength || b.place - a.place)
    .slice(0, MOST_LOOKED_AT);
  await memory.readRows([place, ...likeliest.map((near) => near.place)]);
  const nearest = nearestOf(place, memory.row(place)?.nearest ?? [], found);
  const comparedBy = packed === undefined ? "" : memory.model;
  memory.setRow({ memoryId, place, nearest, comparedBy, evidence: true, confidence });
  const own = new Set(nearest.map((near) => near.place));
  const nearTo: number[] = [];
  for (const { place: other, strength } of likeliest) {
    const row = memory.row(other);
    const candidate = candidates.get(other);
    // Who has no row yet is compared later and finds this one itself; unless it is one of its nearest, none is made.
    if (candidate === undefined || (row === undefined && !own.has(other))) continue;
    const theirs = nearestOf(other, row?.nearest ?? [], [{ place, strength }]);
    if (!theirs.some((near) => near.place === place)) continue;
    nearTo.push(other);
    memory.setRow(
      row === undefined
        ? { ...NOT_COMPARED, memoryId: candidate.memoryId, place: other, nearest: theirs }
        : { ...row, nearest: theirs },
    );
  }
  return { place, nearTo };
}

/** What a row says of a memory until it is compared itself; before that it is in no region. */
const NOT_COMPARED = { comparedBy: null, evidence: true, confidence: 0 };

function comparedTerms({ terms }: Pick<Comparable, "terms">): string[] {
  return terms === "" ? [] : terms.split(" ", MOST_COMPARED_TERMS);
}

/**
 * The profile of what is compared. The norm that is kept with a text is left aside: it was measured on the day it was
 * stored, and the rarities of all its terms are at hand here.
 */
function profileOf(text: Comparable): Profile {
  const words = comparedTerms(text);
  return { counts: countsOf(words), length: words.length };
}
