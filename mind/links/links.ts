/** Which memories a memory is linked to, and how: by nearness alone, without understanding. */
import { contradictionBetween } from "../contradictions/contradiction";
import type { LinkType } from "../enums";
import type { Idf } from "../ranking/idf";
import { coverage, tfIdfCosine, type Profile } from "../ranking/lexical";
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

/** A memory as linking sees it. */
export interface LinkText {
  readonly parsed: ParsedText;
  /** A reflection is about memories: it is related to them, and neither contradicts nor elaborates them. */
  readonly isReflection: boolean;
}

/** How alike two memories are by what is stored beside their texts, each 0 to 1. */
export interface LinkSimilarity {
  /** By `termLikeness`. */
  readonly terms: number;
  /** By the cosine of their vectors (ranking/meaning); null where either has none. */
  readonly meaning: number | null;
}

/** A memory that the source may be linked to. */
export interface LinkCandidate<Key> extends LinkSimilarity {
  readonly key: Key;
  readonly text: LinkText;
}

/** A detected link, and the key of the candidate that it leads to. */
export interface DetectedLink<Key> {
  readonly key: Key;
  readonly link: LinkProposal;
}

/** Detected links out of one memory: as many as BM25's top hits, which precision is compared with. */
export const MOST_DETECTED = 5;
/**
 * Nearness from which on precision is above BM25's top five on Banking77, CLINC150, StackOverflow and LoCoMo alike. At .2
 * LoCoMo's is no better; at .28 two links in three are lost on StackOverflow and LoCoMo. It holds with vectors, too
 * (all-MiniLM-L6-v2: .82, .96, .81 and .08).
 */
export const LEAST_NEAR = 0.22;
/** UTF-16 units of a text whose trigrams are compared: what it is about shows in its beginning. */
const TRIGRAM_LENGTH = 4096;
/** Two fifths of nearness is a strength of .6: read as a probability, strength then stays under the share of right links. */
const STRENGTH_POWER = Math.log(0.6) / Math.log(0.4);
/** Share of the other's distinct terms that a text repeats to elaborate it, and how many times as many it has itself. */
const REPEATED = 0.8;
const LONGER = 1.5;

/** Likeness of two texts by their terms, 0 to 1: the mean of coverage and tf-idf cosine, as in search. */
export function termSimilarity(source: Profile, target: Profile, idf: Idf): number {
  return (coverage(source, target, idf) + tfIdfCosine(source, target, idf)) / 2;
}

/** `candidates`, the likest first, before any of their texts is read. */
export function mostSimilarFirst<Candidate extends LinkSimilarity>(
  candidates: readonly Candidate[],
): Candidate[] {
  return [...candidates].sort((a, b) => mixed(b.terms, b.meaning) - mixed(a.terms, a.meaning));
}

/** Where both have a vector, meaning counts as much as words. */
function mixed(words: number, meaning: number | null): number {
  return meaning === null ? words : (words + meaning) / 2;
}

/**
 * The links to make from `source`, the strongest first, at most `MOST_DETECTED`. Texts that only ask are linked among
 * themselves: a question neither supports nor contradicts a statement.
 */
export function detectedLinks<Key>(
  source: LinkText,
  candidates: readonly LinkCandidate<Key>[],
): DetectedLink<Key>[] {
  const alike = candidates.filter(({ text }) => text.parsed.onlyAsks === source.parsed.onlyAsks);
  return nearestFirst(source, alike)
    .filter(({ nearness }) => nearness >= LEAST_NEAR)
    .map(({ key, text, nearness }) => {
      const strength = toFourPlaces(nearness ** STRENGTH_POWER);
      return { key, link: { type: typeOf(source, text), strength, confidence: strength } };
    });
}

/** The links from a reflection to the memories that it is based on, the nearest first: these are known, so confidence is 1. */
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
 * The nearest `MOST_DETECTED` with their nearness, 0 to 1. Trigrams of whole texts count beside the terms: they see
 * function words, which tell one kind of question from another (precision on Banking77 .69 without, .74 with them).
 */
function nearestFirst<Key>(source: LinkText, candidates: readonly LinkCandidate<Key>[]) {
  const own = trigramsIn(source);
  return candidates
    .map(({ key, text, terms, meaning }) => {
      const words = (2 * terms + jaccard(own, trigramsIn(text))) / 3;
      return { key, text, nearness: mixed(words, meaning) };
    })
    .sort((a, b) => b.nearness - a.nearness)
    .slice(0, MOST_DETECTED);
}

function trigramsIn({ parsed }: LinkText): ReadonlySet<string> {
  return trigramsOf(beginningOf(parsed.text, TRIGRAM_LENGTH));
}

/** What brought a memory about takes understanding, so `caused_by` is left to the model. */
function typeOf(source: LinkText, target: LinkText): LinkType {
  if (source.isReflection || target.isReflection || source.parsed.onlyAsks) return "related_to";
  if (contradictionBetween(source.parsed, target.parsed) !== null) return "contradicts";
  return elaborates(source.parsed, target.parsed) ? "elaborates" : "related_to";
}

/** Whether `source` repeats nearly all that `target` says, and says more. */
function elaborates({ counts: own }: ParsedText, { counts: other }: ParsedText): boolean {
  if (own.size < LONGER * other.size) return false;
  const repeated = [...other.keys()].filter((term) => own.has(term)).length;
  return repeated >= REPEATED * other.size;
}
