/** Which memories a memory is linked to, and how: by nearness alone, without understanding. */
import { contradictionBetween } from "../contradictions/contradiction";
import type { LinkType } from "../enums";
import type { Idf } from "../ranking/idf";
import { calibrated, coverage, tfIdfCosine, type Profile } from "../ranking/lexical";
import type { ParsedText } from "../text/parsedText";
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

/** A memory that the source may be linked to. */
export interface LinkCandidate<Key> {
  readonly key: Key;
  readonly text: LinkText;
  /** As `nearness` gives it. */
  readonly nearness: number;
}

/** Detected links out of one memory: as many as BM25's top hits, which precision is compared with. */
export const MOST_DETECTED = 5;
/**
 * Nearness from which on more than half of the pairs share the label: .55 to .75 at .3 to .35 on Banking77, CLINC150 and
 * StackOverflow. Below .25 fewer than half do on Banking77 and StackOverflow.
 */
export const LEAST_NEAR = 0.3;
/** Share of the other's distinct terms that a text repeats to elaborate it, and how many times as many it has itself. */
const REPEATED = 0.8;
const LONGER = 1.5;

/**
 * How near a target is to the source, 0 to 1: by words the mean of coverage and tf-idf cosine, as in search. Where both
 * have a vector, `meaning` (0 to 1, see ranking/meaning) counts as much as the words.
 */
export function nearness(source: Profile, target: Profile, idf: Idf, meaning: number | null): number {
  const words = (coverage(source, target, idf) + tfIdfCosine(source, target, idf)) / 2;
  return meaning === null ? words : (words + meaning) / 2;
}

/**
 * The links to make from `source`, the strongest first, at most `MOST_DETECTED`. Texts that only ask are linked among
 * themselves: a question neither supports nor contradicts a statement.
 */
export function detectedLinks<Key>(
  source: LinkText,
  candidates: readonly LinkCandidate<Key>[],
): { key: Key; link: LinkProposal }[] {
  return nearestFirst(candidates)
    .filter((candidate) => candidate.nearness >= LEAST_NEAR)
    .filter(({ text }) => text.parsed.onlyAsks === source.parsed.onlyAsks)
    .slice(0, MOST_DETECTED)
    .map(({ key, text, nearness }) => {
      // Read as a probability, the calibrated nearness is a little under the share of right links on the sets above.
      const strength = toFourPlaces(calibrated(nearness));
      return { key, link: { type: typeOf(source, text), strength, confidence: strength } };
    });
}

/** The links from a reflection to the memories that it is based on, the nearest first: these are known, so confidence is 1. */
export function citedLinks<Key>(
  cited: readonly Pick<LinkCandidate<Key>, "key" | "nearness">[],
): { key: Key; link: LinkProposal }[] {
  return nearestFirst(cited)
    .slice(0, MOST_DETECTED)
    .map(({ key, nearness }) => {
      const strength = toFourPlaces(calibrated(nearness));
      return { key, link: { type: "related_to", strength, confidence: 1 } };
    });
}

function nearestFirst<Near extends { readonly nearness: number }>(candidates: readonly Near[]): Near[] {
  return [...candidates].sort((a, b) => b.nearness - a.nearness);
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
