/** A memory that consolidation comes to, and the memories nearest to it, by words and by meaning. */
import { v } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { sampledBaselineCosine, SAMPLE_SIZE } from "../../mind/clustering/baselineCosine";
import { wordVector } from "../../mind/clustering/wordVector";
import { idfOf, type Idf } from "../../mind/ranking/idf";
import { tfIdfCosine } from "../../mind/ranking/lexical";
import { cosineWith, unpacked } from "../../mind/ranking/packedVectors";
import { parsedText } from "../../mind/text/parsedText";
import { newcomer, type Newcomer } from "./clusters";
import * as ProviderHealth from "../embeddings/providerHealth";
import * as DocumentFrequencies from "../search/documentFrequencies";
import { pageWithTerms } from "../search/textIndex";
import * as Documents from "../search/documents";
import * as Vectors from "../embeddings/vectors";

export const found = v.union(v.null(), newcomer);

/** Distinct terms of a text that are compared: what it is about shows in its beginning. */
const MOST_TERMS = 300;
/**
 * Terms that are searched for: the heaviest that others hold too, as long as so many hold them in all. More of them find
 * little else and cost as much again; a term that thousands hold makes nobody near.
 */
const MOST_SOUGHT = 12;
const MOST_HOLDERS = 4_000;
/** Hits of a search by words. */
const MOST_HITS = 40;
/** Hits of a search by meaning. */
export const MOST_VECTOR_HITS = 32;
/** The memories that may move when this one joins. With 12 to 24 clusters are equally good on the open sets. */
const MOST_NEAREST = 16;

/** The vector by `model` of the memory at `place`; null where it is not compared, or has none. */
export async function vectorAt(ctx: QueryCtx, model: string, place: number): Promise<number[] | null> {
  const text = await comparedAt(ctx, place);
  return text === null ? null : await Vectors.vectorBy(ctx, model, text._id);
}

/** What `baselineCosine` measures in the embeddings of some of `total` memories. */
export async function baseline(ctx: QueryCtx, model: string, total: number): Promise<number> {
  const step = Math.max(1, Math.floor(total / SAMPLE_SIZE));
  const places = Array.from({ length: Math.min(total, SAMPLE_SIZE) }, (_, i) => i * step);
  const texts = await Promise.all(places.map((place) => comparedAt(ctx, place)));
  const sample = texts.flatMap((text) => (text === null ? [] : (Documents.packedBy(text, model) ?? [])));
  return sampledBaselineCosine(sample, await ProviderHealth.baselineCosineOf(ctx, model));
}

/** The memory at `place`, and those before it that are nearest; null for a reflection, which is about memories. */
export async function at(
  ctx: QueryCtx,
  { place, model, vectorIds }: { place: number; model: string; vectorIds: readonly Id<"vectors">[] },
): Promise<Newcomer | null> {
  const text = await comparedAt(ctx, place);
  if (text === null) return null;
  const { _id: memoryId, confidence, content } = await Documents.memoryOf(ctx, text);
  const profile = Documents.profileOf(text);
  const terms = [...profile.counts.keys()].slice(0, MOST_TERMS);
  const { documents, frequencies } = await DocumentFrequencies.frequenciesOf(ctx, "memory", terms);
  const held = new Map(terms.map((term, i) => [term, frequencies[i] ?? 0]));
  const idf = idfOf(documents, (term) => held.get(term) ?? 0);
  const compared = new Map([...profile.counts].slice(0, MOST_TERMS));
  const words = wordVector(compared, idf);
  const byWords = await pageWithTerms(ctx, soughtOf(words.terms, held), { space: "memory" }, MOST_HITS);
  const byMeaning = await Documents.ofVectors(ctx, vectorIds);
  const before = new Map(
    [...byWords, ...byMeaning]
      .filter((hit) => hit.place < place && isCompared(hit))
      .map((hit) => [hit.place, hit]),
  );
  const likeness = likenessTo(text, new Set(terms), idf, model);
  const nearest = [...before.values()]
    .map((hit) => ({ place: hit.place, likeness: likeness(hit) }))
    .filter((near) => near.likeness > 0)
    .sort((a, b) => b.likeness - a.likeness || b.place - a.place)
    .slice(0, MOST_NEAREST)
    .map((near) => near.place);
  return { place, memoryId, words, confidence, states: !parsedText(content).onlyAsks, nearest };
}

async function comparedAt(ctx: QueryCtx, place: number): Promise<Doc<"searchDocuments"> | null> {
  const [text] = await Documents.between(ctx, "memory", place, place);
  return text === undefined || !isCompared(text) ? null : text;
}

function isCompared({ facet }: Doc<"searchDocuments">): boolean {
  return facet !== "reflection";
}

/** The terms to search for; where even the rarest is usual, that one. */
function soughtOf(terms: readonly string[], held: ReadonlyMap<string, number>): string[] {
  let all = 0;
  return terms
    .filter((term) => (held.get(term) ?? 0) > 1)
    .slice(0, MOST_SOUGHT)
    .filter((term, i) => (all += held.get(term) ?? 0) <= MOST_HOLDERS || i === 0);
}

/** How like a text others are, for which come first: the cosine of their words and, where both have them, of their embeddings. */
function likenessTo(
  text: Doc<"searchDocuments">,
  sought: ReadonlySet<string>,
  idf: Idf,
  model: string,
): (other: Doc<"searchDocuments">) => number {
  const profile = Documents.profileOf(text, sought);
  const packed = Documents.packedBy(text, model);
  const cosineTo = packed === null ? null : cosineWith(unpacked(packed));
  return (other) => {
    const byWords = tfIdfCosine(profile, Documents.profileOf(other, sought), idf);
    const theirs = Documents.packedBy(other, model);
    return cosineTo === null || theirs === null ? byWords : (byWords + cosineTo(theirs)) / 2;
  };
}
