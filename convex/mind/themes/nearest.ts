/** The memories nearest to one, as they are kept: few, and on one scale whether or not vectors were compared. */
import { cosineWith, unpacked } from "../../../mind/ranking/packedVectors";
import { unit } from "../../../mind/unit";
import { LEXICAL_FLOOR, NEIGHBOURS } from "./neighbourGraph";

/** A memory near to another, by its place in the sequence of all memories. */
export interface Near {
  readonly place: number;
  /** Greater than 0, at most 1: how much more alike than strangers are. */
  readonly strength: number;
}

/** Strangers' cosines where too few vectors are there to measure them by. */
const USUAL_STRANGERS = 0.3;
/** So many vectors tell what strangers are like in a model: a few hundred pairs. */
export const STRANGERS_SAMPLE = 24;
const LEAST_SAMPLE = 8;
/** Strangers' cosines scatter; so many standard deviations above their mean is more than chance. */
const CHANCE = 1.5;
/**
 * How much words say beside meaning: a word in common, "runs" or "blue", often joins what has nothing to do with each other,
 * while a name or a term that no model knows must count all the same. Measured better than a half on questions to a bank, on
 * notes of many matters, and on both together; a quarter or less is worse again on the last.
 */
const WORDS_SHARE = 1 / 3;
/** A model, or a sample, in which all texts look alike must not silence vectors altogether. */
const MOST_STRANGERS = 0.9;

/**
 * How near two memories are, 0 to 1. Words and vectors are each measured from what strangers have, which for vectors
 * depends on the model; then they are on one scale, and a mean of both is no other kind of number than words alone.
 */
export function strengthOf(lexical: number, cosine: number | null, strangers: number): number {
  const words = above(lexical, LEXICAL_FLOOR);
  return cosine === null ? words : WORDS_SHARE * words + (1 - WORDS_SHARE) * above(cosine, strangers);
}

function above(similarity: number, floor: number): number {
  return unit((similarity - floor) / (1 - floor));
}

/** The cosine up to which two texts count as strangers, from packed vectors of texts taken at random. */
export function strangersCosine(sample: readonly ArrayBuffer[]): number {
  if (sample.length < LEAST_SAMPLE) return USUAL_STRANGERS;
  const cosines = sample.flatMap((a, i) => {
    return sample.slice(i + 1).map(cosineWith(unpacked(a)));
  });
  const mean = cosines.reduce((sum, cosine) => sum + cosine, 0) / cosines.length;
  const variance = cosines.reduce((sum, cosine) => sum + (cosine - mean) ** 2, 0) / cosines.length;
  return Math.min(MOST_STRANGERS, Math.max(0, mean + CHANCE * Math.sqrt(variance)));
}

/**
 * The nearest of the memory at place `own`, known ones and found ones together; what is found again counts by its new
 * strength. Of equally near ones those told at about the same time come first. The order of finding makes no difference.
 */
export function nearestOf(own: number, known: readonly Near[], found: readonly Near[]): Near[] {
  const all = new Map([...known, ...found].map((near) => [near.place, near]));
  all.delete(own);
  return [...all.values()]
    .filter(({ strength }) => strength > 0)
    .sort(
      (p, q) =>
        q.strength - p.strength || Math.abs(p.place - own) - Math.abs(q.place - own) || p.place - q.place,
    )
    .slice(0, NEIGHBOURS);
}
