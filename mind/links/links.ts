/** Link detection by similarity, without a model. */
import { contradictionBetween } from "../contradictions/contradiction";
import type { LinkType } from "../enums";
import { hitsIn, K1, lexicalScore, type Query } from "../ranking/bm25";
import { jaccard, trigramsOf } from "../ranking/trigrams";
import type { ParsedText } from "../text/parsedText";
import { beginningOf } from "../text/truncate";
import { toFourPlaces } from "../unit";

/** A link from the source; strength and confidence 0 to 1. */
export interface LinkProposal {
  readonly type: LinkType;
  readonly strength: number;
  readonly confidence: number;
}

/** The features of a memory for linking. */
export interface LinkText {
  readonly parsed: ParsedText;
  /** A reflection is about memories, so it neither contradicts nor elaborates them. */
  readonly isReflection: boolean;
}

/** Similarity of two memories by the features stored with their texts, each 0 to 1. */
export interface LinkSimilarity {
  /** `termSimilarity`. */
  readonly terms: number;
  /** `meaningSimilarity` of their vectors; null if either has none. */
  readonly meaning: number | null;
}

/** A memory that the source may be linked to. */
export interface LinkCandidate<Key> extends LinkSimilarity {
  readonly key: Key;
  readonly text: LinkText;
}

/** A detected link, and the key of its target. */
export interface DetectedLink<Key> {
  readonly key: Key;
  readonly link: LinkProposal;
}

/** Detected links from one memory: as many as BM25's top hits, which precision is compared with. */
export const MAX_DETECTED = 5;
/**
 * Links at or above this nearness are more precise than BM25's top five on Banking77, CLINC150, StackOverflow and LoCoMo:
 * .75, .91, .75 and .09 against .72, .88, .41 and .08.
 */
const MIN_NEARNESS = 0.22;
/** UTF-16 units whose trigrams are compared. The beginning of a text shows its topic. */
const TRIGRAM_LENGTH = 4096;
/** Maps a nearness of .4 to a strength of .6. As a probability, strength then stays below the share of correct links. */
const STRENGTH_POWER = Math.log(0.6) / Math.log(0.4);
/** A text elaborates another if it repeats this share of its distinct terms, and has this many times as many. */
const MIN_REPEATED_SHARE = 0.8;
const MIN_SIZE_RATIO = 1.5;

/**
 * Similarity of a text with these terms, in order, to the source, 0 to 1: the BM25 of search, scaled so that a text of
 * ordinary length with every term of the source once has 1.
 */
export function termSimilarity(source: Query, terms: readonly string[]): number {
  return Math.min(1, (K1 + 1) * lexicalScore(source, hitsIn(source, terms)));
}

/** `candidates`, the most similar first, before any of their texts is read. */
export function mostSimilarFirst<Candidate extends LinkSimilarity>(
  candidates: readonly Candidate[],
): Candidate[] {
  return [...candidates].sort((a, b) => combined(b.terms, b.meaning) - combined(a.terms, a.meaning));
}

/** If both have a vector, meaning counts as much as words. */
function combined(words: number, meaning: number | null): number {
  return meaning === null ? words : (words + meaning) / 2;
}

/**
 * The links from `source`, the strongest first, at most `MAX_DETECTED`. Texts that only ask are linked among themselves: a
 * question neither supports nor contradicts a statement.
 */
export function detectedLinks<Key>(
  source: LinkText,
  candidates: readonly LinkCandidate<Key>[],
): DetectedLink<Key>[] {
  const comparable = candidates.filter(({ text }) => text.parsed.onlyAsks === source.parsed.onlyAsks);
  return nearestFirst(source, comparable)
    .filter(({ nearness }) => nearness >= MIN_NEARNESS)
    .map(({ key, text, nearness }) => {
      const strength = toFourPlaces(nearness ** STRENGTH_POWER);
      return { key, link: { type: typeOf(source, text), strength, confidence: strength } };
    });
}

/** The links from a reflection to the memories that it is based on, the nearest first. They are known, so confidence is 1. */
export function citedLinks<Key>(
  reflection: LinkText,
  cited: readonly LinkCandidate<Key>[],
): DetectedLink<Key>[] {
  return nearestFirst(reflection, cited).map(({ key, nearness }) => {
    const strength = toFourPlaces(nearness ** STRENGTH_POWER);
    return { key, link: { type: "related_to", strength, confidence: 1 } };
  });
}

/**
 * The nearest `MAX_DETECTED` with their nearness, 0 to 1. Trigrams count as much as terms, since they include the function
 * words that distinguish kinds of questions. Precision of links with two thirds for terms: .74, .90, .69 and .10.
 */
function nearestFirst<Key>(source: LinkText, candidates: readonly LinkCandidate<Key>[]) {
  const own = trigramsIn(source);
  return candidates
    .map(({ key, text, terms, meaning }) => {
      const words = (terms + jaccard(own, trigramsIn(text))) / 2;
      return { key, text, nearness: combined(words, meaning) };
    })
    .sort((a, b) => b.nearness - a.nearness)
    .slice(0, MAX_DETECTED);
}

function trigramsIn({ parsed }: LinkText): ReadonlySet<string> {
  return trigramsOf(beginningOf(parsed.text, TRIGRAM_LENGTH));
}

/** `caused_by` needs understanding, so only the model assigns it. */
function typeOf(source: LinkText, target: LinkText): LinkType {
  if (source.isReflection || target.isReflection || source.parsed.onlyAsks) return "related_to";
  if (contradictionBetween(source.parsed, target.parsed) !== null) return "contradicts";
  return elaborates(source.parsed, target.parsed) ? "elaborates" : "related_to";
}

/** Whether `source` repeats nearly everything in `target` and says more. */
function elaborates({ counts: own }: ParsedText, { counts: other }: ParsedText): boolean {
  if (own.size < MIN_SIZE_RATIO * other.size) return false;
  const repeated = [...other.keys()].filter((term) => own.has(term)).length;
  return repeated >= MIN_REPEATED_SHARE * other.size;
}
