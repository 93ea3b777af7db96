/** Lexical similarity: how much two texts say the same, by the rarity of the terms that they share. */
import { countsOf, termsOf } from "../text/tokens";
import { unit } from "../unit";
import { isHeard, type Idf } from "./idf";

/** What is compared of a text; building one is linear in the text, comparing two in the smaller. */
export interface Profile {
  /** How often each term occurs. */
  readonly counts: ReadonlyMap<string, number>;
  /** Number of terms, repetitions counted. */
  readonly length: number;
  /**
   * Length of its tf-idf vector where that is known from when the text was stored: then only the terms that two texts
   * share need their rarity looked up. Measured on conversations: a norm of that day ranks as well as one of today.
   */
  readonly norm?: number;
  /** Its terms by the stretches of `BLOCK_LENGTH` in which they stand, of a text whose parts may each answer a query. */
  readonly blocks?: Blocks;
  /** Of a query, what a text may say in place of its terms: synonyms, and things of the kind. */
  readonly related?: ReadonlyMap<string, readonly string[]>;
}

/** The profile of `text`. */
export function profileOf(text: string): Profile {
  const terms = termsOf(text);
  return { counts: countsOf(terms), length: terms.length };
}

/** Terms by the number of their stretch. */
export type Blocks = ReadonlyMap<number, readonly string[]>;

/** The profile of a text whose parts may each answer a query, from its terms in order. */
export function profileInParts(terms: readonly string[]): Profile {
  return { counts: countsOf(terms), length: terms.length, blocks: blocksOf(terms, () => true) };
}

/**
 * What of a text bears on others: its terms in order, as far as they are `sought` by those, and its norm as it was stored.
 * Compared with them it comes to the same as the whole, at the cost of what they share.
 */
export function profileFor(sought: ReadonlySet<string>, terms: readonly string[], norm: number): Profile {
  const counts = new Map<string, number>();
  for (const term of terms) if (sought.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return { counts, length: terms.length, norm };
}

/** The same of a text whose parts may each answer a query. */
export function profileInPartsFor(
  sought: ReadonlySet<string>,
  terms: readonly string[],
  norm: number,
): Profile {
  const profile = profileFor(sought, terms, norm);
  return { ...profile, blocks: blocksOf(terms, (term) => profile.counts.has(term)) };
}

/** All that `query` asks for: its terms, and what may stand in their place. */
export function soughtBy({ counts, related }: Profile): ReadonlySet<string> {
  return new Set([...counts.keys(), ...[...(related?.values() ?? [])].flat()]);
}

/** BM25's saturation and length normalisation, as measured best on conversations and short notes alike. */
const K1 = 0.9;
const B = 0.4;
/**
 * Terms in a memory of ordinary length: a constant rather than a running mean, so that a score never changes by itself.
 * Only what is longer than the query counts as long, so that a long text answers itself in full.
 */
const ORDINARY_LENGTH = 14;

/** What is said in another word counts so much of the word; of one that nobody uses more, for it can only be meant by another. */
const RELATED_SHARE = { used: 0.3, unheard: 0.8 };

/**
 * How much of the query the text answers to, 0 to 1: BM25 over the most it could be. Saying a term again makes up for the
 * length of a text, never for another term that is missing. A long text that holds a short question's words scores high,
 * the other way round low.
 */
export function coverage(query: Profile, text: Profile, idf: Idf): number {
  const lengthFactor = 1 - B + B * (text.length / Math.max(ORDINARY_LENGTH, query.length));
  let found = 0;
  let most = 0;
  const saturated = (count: number): number => (count * (K1 + 1)) / (count + K1 * lengthFactor);
  const atMost = Math.max(1, saturated(1));
  for (const term of query.counts.keys()) {
    const weight = idf(term);
    most += weight;
    const count = text.counts.get(term);
    if (count !== undefined) found += weight * Math.min(atMost, saturated(count));
    else if (query.related?.get(term)?.some((other) => text.counts.has(other)) === true)
      found +=
        RELATED_SHARE[isHeard(term, idf) ? "used" : "unheard"] * weight * Math.min(atMost, saturated(1));
  }
  return most === 0 ? 0 : Math.min(1, found / most);
}

/** Cosine of two texts' tf-idf vectors, 0 to 1, symmetric. */
export function tfIdfCosine(a: Profile, b: Profile, idf: Idf): number {
  const [small, large] = a.counts.size <= b.counts.size ? [a, b] : [b, a];
  let dot = 0;
  for (const [term, count] of small.counts) {
    const other = large.counts.get(term);
    if (other !== undefined) dot += termWeight(count) * termWeight(other) * idf(term) ** 2;
  }
  if (dot === 0) return 0;
  return Math.min(1, dot / ((a.norm ?? tfIdfNorm(a, idf)) * (b.norm ?? tfIdfNorm(b, idf))));
}

function termWeight(count: number): number {
  return 1 + Math.log(count);
}

/** Length of a text's tf-idf vector. */
export function tfIdfNorm(profile: Profile, idf: Idf): number {
  let sum = 0;
  for (const [term, count] of profile.counts) sum += (termWeight(count) * idf(term)) ** 2;
  return Math.sqrt(sum);
}

/** Share of the cosine in a search's similarity: coverage finds, the cosine tells equal texts from longer ones. */
const COSINE_SHARE = 0.5;

/**
 * Before calibration: 0 to 1, and 1 for the same text. Scores of neighbours are mixed on this scale. A long text whose
 * terms are given in order answers as its best part does, or as a whole: what one of its sentences says is not less said
 * for what stands around it.
 */
export function rawSimilarity(query: Profile, text: Profile, idf: Idf): number {
  return partsOf(query, text, idf).reduce(
    (best, part) => Math.max(best, similarityAlone(query, part, idf)),
    similarityAlone(query, text, idf),
  );
}

function similarityAlone(query: Profile, text: Profile, idf: Idf): number {
  return (1 - COSINE_SHARE) * coverage(query, text, idf) + COSINE_SHARE * tfIdfCosine(query, text, idf);
}

/** A part is some sentences: two stretches of terms. Parts overlap by half, so that none is cut where it matters. */
const BLOCK_LENGTH = 16;
const PART_LENGTH = 2 * BLOCK_LENGTH;
/** Parts of one text that are compared, those that hold most of what is sought: the best is among them. */
const MOST_PARTS = 16;

function blocksOf(terms: readonly string[], isKept: (term: string) => boolean): Blocks {
  const blocks = new Map<number, string[]>();
  terms.forEach((term, at) => {
    if (!isKept(term)) return;
    const number = Math.floor(at / BLOCK_LENGTH);
    const block = blocks.get(number);
    if (block === undefined) blocks.set(number, [term]);
    else block.push(term);
  });
  return blocks;
}

/** The parts of a long text that hold most of what the query seeks. */
function partsOf(query: Profile, { blocks, length, norm }: Profile, idf: Idf): Profile[] {
  if (blocks === undefined || length <= PART_LENGTH + BLOCK_LENGTH) return [];
  const sought = soughtBy(query);
  const parts: { held: number; part: Profile }[] = [];
  for (const first of firstsOf(blocks)) {
    const start = first * BLOCK_LENGTH;
    const ownLength = Math.min(PART_LENGTH, length - start);
    if (start < 0 || ownLength <= BLOCK_LENGTH) continue;
    const counts = countsOf([...(blocks.get(first) ?? []), ...(blocks.get(first + 1) ?? [])]);
    const held = [...counts.keys()].reduce((sum, term) => sum + (sought.has(term) ? idf(term) : 0), 0);
    if (held === 0) continue;
    // As if all parts weighed alike: the rarity of every other term of a text would have to be looked up.
    const partNorm = norm === undefined ? {} : { norm: norm * Math.sqrt(ownLength / length) };
    parts.push({ held, part: { counts, length: ownLength, ...partNorm } });
  }
  if (parts.length > MOST_PARTS) parts.sort((a, b) => b.held - a.held).splice(MOST_PARTS);
  return parts.map(({ part }) => part);
}

/** The stretches with which a part begins that has any of the terms. */
function firstsOf(blocks: Blocks): Set<number> {
  return new Set([...blocks.keys()].flatMap((number) => [number - 1, number]));
}

/** Puts a raw similarity on the scale of the contract, where 0.6 is the default threshold: two fifths raw is 0.6. */
export function calibrated(raw: number): number {
  return unit(raw) ** CALIBRATION;
}

/**
 * log(0.6)/log(0.4). Sharing two fifths of a question's weight is rare but for what answers it: of the other turns of a
 * conversation one in two hundred does.
 */
const CALIBRATION = Math.log(0.6) / Math.log(0.4);

/** Similarity of a memory to a query as search reports it, 0 to 1. Not symmetric: a question is short, its answer long. */
export function searchSimilarity(query: Profile, memory: Profile, idf: Idf): number {
  return calibrated(rawSimilarity(query, memory, idf));
}

/** Share of the letters in a pair's similarity: they see what stemming misses, compounds and typos. */
const LETTER_SHARE = 0.35;

/** Similarity of two texts of one kind, 0 to 1, symmetric: for duplicates, links and clusters. */
export function pairSimilarity(a: Profile, b: Profile, idf: Idf): number {
  return (1 - LETTER_SHARE) * tfIdfCosine(a, b, idf) + LETTER_SHARE * letterCosine(a, b, idf);
}

/** Cosine over the letter trigrams of the terms, each trigram as heavy as its term is rare. */
function letterCosine(a: Profile, b: Profile, idf: Idf): number {
  const [x, y] = [letterVector(a, idf), letterVector(b, idf)];
  const [small, large] = x.size <= y.size ? [x, y] : [y, x];
  let dot = 0;
  for (const [gram, weight] of small) dot += weight * (large.get(gram) ?? 0);
  if (dot === 0) return 0;
  return Math.min(1, dot / Math.sqrt(squares(x) * squares(y)));
}

function letterVector(profile: Profile, idf: Idf): Map<string, number> {
  const vector = new Map<string, number>();
  for (const [term, count] of profile.counts) {
    const padded = ` ${term} `;
    const grams = padded.length - 2;
    // A long word has many trigrams; together they weigh what the word does.
    const weight = (count * idf(term)) / Math.sqrt(grams);
    for (let i = 0; i < grams; i++) {
      const gram = padded.slice(i, i + 3);
      vector.set(gram, (vector.get(gram) ?? 0) + weight);
    }
  }
  return vector;
}

function squares(vector: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const weight of vector.values()) sum += weight * weight;
  return sum;
}
