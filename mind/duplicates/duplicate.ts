/** Whether a text says again what another says: equality once normalised, or likeness with nothing that tells them apart. */
import { UNCOUNTED } from "../ranking/idf";
import { tfIdfCosine, type Profile } from "../ranking/lexical";
import { jaccard, trigramsOf } from "../ranking/trigrams";
import type { ParsedText } from "../text/parsedText";
import { unit } from "../unit";
import { differenceBetween } from "./differences";
import { normalForm } from "../text/normalForm";

/** The default of DEDUP_THRESHOLD, at which both scales are calibrated. */
export const DEFAULT_THRESHOLD = 0.92;
/** Share of tf-idf in the lexical likeness; trigrams have the rest. Between .4 and .7 precision and recall hardly move. */
const TF_IDF_SHARE = 0.6;
/**
 * The likeness that means as much as the default threshold, chosen for a precision above .9 on two kinds of text. Without vectors .91 at
 * a recall of .33 on news (mrpc-val), 1.0 at .26 on old books (pan-dev); with those of all-MiniLM-L6-v2 .94 at .31 and 1.0 at .25.
 */
const NOMINAL = { lexical: 0.72, withMeaning: 0.8 };

/**
 * The similarity (0 to 1) of two texts that say the same, null of two that don't. They do if they are equal once normalised, or
 * as similar as `threshold` and nothing tells them apart. `meaning` is their likeness by embeddings (0 to 1), null where there is none.
 * Symmetric. Linear in both texts.
 */
export function duplicateSimilarity(
  a: ParsedText,
  b: ParsedText,
  { threshold, meaning }: { readonly threshold: number; readonly meaning: number | null },
): number | null {
  if (normalForm(a.text) === normalForm(b.text)) return 1;
  // Trigrams cost most, so they are compared only where they can decide.
  if (mostSimilarity(a, profileOf(b), meaning) < threshold || differenceBetween(a, b) !== null) return null;
  const similarity = similarityOf({
    terms: tfIdfCosine(profileOf(a), profileOf(b), UNCOUNTED),
    trigrams: jaccard(trigramsOf(a.text), trigramsOf(b.text)),
    meaning,
  });
  return similarity < threshold ? null : similarity;
}

/** The most that the similarity of a text and one of which only the terms are known can be, 0 to 1. */
export function mostSimilarity(a: ParsedText, { counts, length }: Profile, meaning: number | null): number {
  return similarityOf({
    terms: tfIdfCosine(profileOf(a), { counts, length }, UNCOUNTED),
    trigrams: 1,
    meaning,
  });
}

/** How alike two texts are, each 0 to 1. */
export interface Likenesses {
  /** Cosine of their tf-idf vectors, by how long their words are alone: so it never changes with what else is stored. */
  readonly terms: number;
  /** Jaccard index of their character trigrams. */
  readonly trigrams: number;
  /** By embeddings; null where there are none. */
  readonly meaning: number | null;
}

/** Puts likenesses on the threshold's scale, 0 to 1. Monotone in each. */
export function similarityOf({ terms, trigrams, meaning }: Likenesses): number {
  const lexical = TF_IDF_SHARE * terms + (1 - TF_IDF_SHARE) * trigrams;
  return meaning === null
    ? onScale(lexical, NOMINAL.lexical)
    : onScale((lexical + meaning) / 2, NOMINAL.withMeaning);
}

/** 0 and 1 stay, and `nominal` becomes the default threshold. */
function onScale(likeness: number, nominal: number): number {
  return unit(likeness) ** (Math.log(DEFAULT_THRESHOLD) / Math.log(nominal));
}

function profileOf({ counts, terms }: ParsedText): Profile {
  return { counts, length: terms.length };
}
