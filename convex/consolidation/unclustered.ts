/** Memories that consolidation has not assigned yet, and the memories nearest to each, by terms and by embedding. */
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { sampledBaselineCosine, SAMPLE_SIZE } from "../../mind/clustering/baselineCosine";
import { termVector } from "../../mind/clustering/termVector";
import { idfOf, type Idf } from "../../mind/ranking/idf";
import { tfIdfCosine } from "../../mind/ranking/lexical";
import { cosineWith, unpacked } from "../../mind/ranking/packedVectors";
import { parsedText } from "../../mind/text/parsedText";
import { comparedMemory, type ComparedMemory, type UnclusteredMemory } from "./assign";
import * as Clusters from "./clusters";
import * as ProviderHealth from "../embeddings/providerHealth";
import * as DocumentFrequencies from "../search/documentFrequencies";
import { ReadBudget } from "../search/readBudget";
import { pageWithTerms } from "../search/textIndex";
import * as Documents from "../search/documents";
import * as Vectors from "../embeddings/vectors";
import { memoryOf } from "../memories/memoryOf";

/** The most distinct terms of a text that are compared, from its beginning, which shows its subject. */
const MAX_TERMS = 300;
/**
 * The search query has the heaviest terms that other memories hold too, as long as their postings stay within the limit. More
 * terms find little else and cost as much again; a term that thousands hold makes no memory near.
 */
const MAX_QUERY_TERMS = 12;
const MAX_POSTINGS = 4_000;
const MAX_TEXT_HITS = 40;
export const MAX_VECTOR_HITS = 32;
/** Memories that may move when a new one joins. From 12 to 24, clusters are equally good on the open data sets. */
export const MAX_NEAREST = 16;

/** Memories assigned in one transaction. Batches begin at multiples of this, so a resumed run has the same batches. */
const BATCH = 8;
/** Memories that one step looks at to find one that is in no cluster, as many imported ones are. */
const MAX_SEEN = 64;

/**
 * The places from `from` to below `total` of the next batch of memories that are in no cluster, and the place after it. Places
 * without a memory are passed over, however many there are.
 */
export async function next(
  ctx: QueryCtx,
  from: number,
  total: number,
): Promise<{ places: number[]; to: number }> {
  const places: number[] = [];
  let [to, seen] = [total, 0];
  const documents = ctx.db
    .query("searchDocuments")
    .withIndex("by_place", (q) => q.eq("space", "memory").gte("place", from).lt("place", total));
  for await (const { place } of documents) {
    if (place >= to) break;
    if (seen++ === MAX_SEEN) return { places, to: place };
    if ((await Clusters.find(ctx, place)) !== null) continue;
    if (places.length === 0) to = Math.min(total, (Math.floor(place / BATCH) + 1) * BATCH);
    places.push(place);
  }
  return { places, to };
}

/** The vector by `model` of the memory at `place`, and its scope; null for a reflection or if it has no such vector. */
export async function vectorAt(
  ctx: QueryCtx,
  model: string,
  place: number,
): Promise<{ vector: number[]; scope: string } | null> {
  const document = await comparableAt(ctx, place);
  const vector = document && (await Vectors.vectorBy(ctx, model, document._id));
  return vector && { vector, scope: document.scope };
}

/** The `sampledBaselineCosine` of the `total` memories. */
export async function baseline(ctx: QueryCtx, model: string, total: number): Promise<number> {
  const step = Math.max(1, Math.floor(total / SAMPLE_SIZE));
  const places = Array.from({ length: Math.min(total, SAMPLE_SIZE) }, (_, i) => i * step);
  const documents = await Promise.all(places.map((place) => comparableAt(ctx, place)));
  const sample = documents.flatMap((document) =>
    document === null ? [] : (Documents.packedBy(document, model) ?? []),
  );
  return sampledBaselineCosine(sample, await ProviderHealth.baselineCosineOf(ctx, model));
}

/** Memories that are read at once for clustering in memory, unless they are long. */
const READ_AT_ONCE = 32;

/** A memory, with its cluster if it is in one. */
export const readMemory = comparedMemory.extend({ clusterId: v.optional(v.id("clusters")) });

/**
 * The comparable memories from place `from` to below `total`, in order, of which one step reads some; `to`: where the next begins.
 * `unclustered`: how many of the documents are in no cluster, reflections included.
 */
export async function read(
  ctx: QueryCtx,
  from: number,
  total: number,
): Promise<{ memories: Infer<typeof readMemory>[]; unclustered: number; to: number }> {
  const budget = new ReadBudget();
  const following = ctx.db
    .query("searchDocuments")
    .withIndex("by_place", (q) => q.eq("space", "memory").gte("place", from).lt("place", total));
  const documents = await budget.take(following, READ_AT_ONCE);
  const isEnd = documents.length < READ_AT_ONCE && !budget.spent;
  const to = isEnd ? total : (documents.at(-1)?.place ?? total) + 1;
  const members = await Clusters.between(ctx, from, to, READ_AT_ONCE);
  const byPlace = new Map(members.map((member) => [member.place, member]));
  const comparable = documents.filter(isComparable);
  const { memories } = await described(
    ctx,
    comparable.filter(({ place }) => !byPlace.has(place)),
  );
  const clustered = comparable.flatMap(({ place, scope }) => {
    const member = byPlace.get(place);
    return member === undefined ? [] : asRead(member, scope);
  });
  return {
    memories: [...memories, ...clustered].sort((a, b) => a.place - b.place),
    unclustered: documents.length - members.length,
    to,
  };
}

/** A member as it counts in its cluster. */
function asRead(
  { place, memoryId, clusterId, termVector, confidence, isStatement }: Doc<"clusterMembers">,
  scope: string,
): Infer<typeof readMemory> {
  return { place, memoryId, clusterId, scope, termVector, confidence, isStatement };
}

/** Memories as clustering compares them, with the frequencies of their terms. */
async function described(ctx: QueryCtx, texts: readonly Doc<"searchDocuments">[]) {
  const counts = texts.map((text) => new Map([...Documents.profileOf(text).counts].slice(0, MAX_TERMS)));
  const terms = counts.flatMap((known) => [...known.keys()]);
  const { documents, frequencies } = await DocumentFrequencies.frequenciesOf(ctx, "memory", terms);
  const idf = idfOf(documents, (term) => frequencies.get(term) ?? 0);
  const memories: ComparedMemory[] = [];
  for (const [i, text] of texts.entries()) {
    const { place, scope } = text;
    const { _id: memoryId, confidence, content } = await memoryOf(ctx, text);
    const isStatement = !parsedText(content).onlyAsks;
    const vector = termVector(counts[i] ?? new Map(), idf);
    memories.push({ place, memoryId, scope, termVector: vector, confidence, isStatement });
  }
  return { memories, terms, frequencies, idf };
}

/** The memory at `place` with the nearest older ones; null for a reflection, which is itself a conclusion from memories. */
export async function at(
  ctx: QueryCtx,
  { place, model, vectorIds }: { place: number; model: string; vectorIds: readonly Id<"vectors">[] },
): Promise<UnclusteredMemory | null> {
  const document = await comparableAt(ctx, place);
  if (document === null) return null;
  const { memories, terms, frequencies, idf } = await described(ctx, [document]);
  const [memory] = memories;
  if (memory === undefined) return null;
  const query = queryTerms(memory.termVector.terms, frequencies);
  const hits = [
    ...(await pageWithTerms(ctx, query, { space: "memory", scope: document.scope }, MAX_TEXT_HITS)),
    ...(await Documents.ofVectors(ctx, vectorIds)),
  ].filter((hit) => hit.place < place && isComparable(hit));
  const similarity = similarityTo(document, new Set(terms), idf, model);
  const nearest = [...new Map(hits.map((hit) => [hit.place, hit])).values()]
    .map((hit) => ({ place: hit.place, similarity: similarity(hit) }))
    .filter((hit) => hit.similarity > 0)
    .sort((a, b) => b.similarity - a.similarity || b.place - a.place)
    .slice(0, MAX_NEAREST)
    .map((hit) => hit.place);
  return { ...memory, nearest };
}

async function comparableAt(ctx: QueryCtx, place: number): Promise<Doc<"searchDocuments"> | null> {
  const [document] = await Documents.memoriesBetween(ctx, place, place);
  return document === undefined || !isComparable(document) ? null : document;
}

function isComparable({ facet }: Doc<"searchDocuments">): boolean {
  return facet !== "reflection";
}

/** The terms to search for. The heaviest is always among them, even if it is common. */
function queryTerms(terms: readonly string[], frequencyOf: ReadonlyMap<string, number>): string[] {
  let postings = 0;
  return terms
    .filter((term) => (frequencyOf.get(term) ?? 0) > 1)
    .slice(0, MAX_QUERY_TERMS)
    .filter((term, i) => (postings += frequencyOf.get(term) ?? 0) <= MAX_POSTINGS || i === 0);
}

/**
 * Compares other documents with this one: the cosine of their terms, averaged with that of their embeddings if both have one.
 */
function similarityTo(
  document: Doc<"searchDocuments">,
  terms: ReadonlySet<string>,
  idf: Idf,
  model: string,
): (other: Doc<"searchDocuments">) => number {
  const profile = Documents.profileOf(document, terms);
  const packed = Documents.packedBy(document, model);
  const cosineTo = packed === null ? null : cosineWith(unpacked(packed));
  return (other) => {
    const byTerms = tfIdfCosine(profile, Documents.profileOf(other, terms), idf);
    const packedOther = Documents.packedBy(other, model);
    return cosineTo === null || packedOther === null ? byTerms : (byTerms + cosineTo(packedOther)) / 2;
  };
}
