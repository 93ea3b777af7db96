/** Duplicate detection: texts that are equal once normalised, or similar without a difference in content. */
import { UNCOUNTED } from "../ranking/idf";
import { tfIdfCosine, tfIdfNorm, type Profile } from "../ranking/lexical";
import { jaccard, trigramsOf } from "../ranking/trigrams";
import type { ParsedText } from "../text/parsedText";
import { unit } from "../unit";
import { differenceBetween } from "./differences";
import { normalForm } from "../text/normalForm";

/** The default of DEDUP_THRESHOLD, for which both scales are calibrated. */
export const DEFAULT_THRESHOLD = 0.92;
/** Share of tf-idf in lexical similarity; trigrams have the rest. Between .4 and .7 precision and recall hardly change. */
const TF_IDF_SHARE = 0.6;
/**
 * The similarity that corresponds to the default threshold, chosen for a precision above .9 on two kinds of text. Precision
 * without vectors is .91 at a recall of .33 on news (mrpc-val) and 1.0 at .26 on old books (pan-dev); with vectors of
 * all-MiniLM-L6-v2 it is .94 at .31 and 1.0 at .25.
 */
const NOMINAL = { lexical: 0.72, withMeaning: 0.8 };

/**
 * The similarity (0 to 1) of two duplicates; null if the texts are no duplicates. Duplicates are equal once normalised, or at
 * least as similar as `threshold` without a `differenceBetween` them. `meaning` is their similarity by embeddings (0 to 1),
 * null without embeddings. Symmetric. Linear in both texts.
 */
export function duplicateSimilarity(
  a: ParsedText,
  b: ParsedText,
  { threshold, meaning }: { readonly threshold: number; readonly meaning: number | null },
): number | null {
  if (normalForm(a.text) === normalForm(b.text)) return 1;
  const terms = tfIdfCosine(comparedProfile(a), comparedProfile(b), UNCOUNTED);
  // Trigrams are the most expensive, so they are compared only if they can decide.
  if (similarityOf({ terms, trigrams: 1, meaning }) < threshold || differenceBetween(a, b) !== null)
    return null;
  const similarity = similarityOf({
    terms,
    trigrams: jaccard(trigramsOf(a.text), trigramsOf(b.text)),
    meaning,
  });
  return similarity < threshold ? null : similarity;
}

/** Upper bound of the similarity between a text (`comparedProfile`) and one of which only the terms are known, 0 to 1. */
export function mostSimilarity(text: Profile, { counts, length }: Profile, meaning: number | null): number {
  return similarityOf({ terms: tfIdfCosine(text, { counts, length }, UNCOUNTED), trigrams: 1, meaning });
}

/** The parts of the similarity of two texts, each 0 to 1. */
export interface SimilarityParts {
  /** Cosine of their tf-idf vectors, with the prior idf, so that other stored texts never change it. */
  readonly terms: number;
  /** Jaccard index of their character trigrams. */
  readonly trigrams: number;
  /** By embeddings; null without them. */
  readonly meaning: number | null;
}

/** Combines the parts on the scale of the threshold, 0 to 1. Monotone in each part. */
export function similarityOf({ terms, trigrams, meaning }: SimilarityParts): number {
  const lexical = TF_IDF_SHARE * terms + (1 - TF_IDF_SHARE) * trigrams;
  return meaning === null
    ? calibrated(lexical, NOMINAL.lexical)
    : calibrated((lexical + meaning) / 2, NOMINAL.withMeaning);
}

/** Maps 0 to 0, 1 to 1 and `nominal` to the default threshold. */
function calibrated(likeness: number, nominal: number): number {
  return unit(likeness) ** (Math.log(DEFAULT_THRESHOLD) / Math.log(nominal));
}

/** A text's profile with the norm of its vector, which costs the most: made once for a text that is compared with several. */
export function comparedProfile({ counts, terms }: ParsedText): Profile {
  const profile = { counts, length: terms.length };
  return { ...profile, norm: tfIdfNorm(profile, UNCOUNTED) };
}
