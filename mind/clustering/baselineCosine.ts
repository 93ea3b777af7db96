/** The cosine above which two memories are more alike in meaning than any two. */
import { cosineWith, unpacked } from "../ranking/packedVectors";

/** Memories sampled, 276 pairs. A smaller sample covers few topics and would make every topic look ordinary. */
export const SAMPLE_SIZE = 24;
/** Used with a smaller sample: most models give texts of one field about this cosine. */
const DEFAULT_BASELINE = 0.3;
/** A sample of near-identical texts must not disable embeddings altogether. */
const MAX_BASELINE = 0.9;

/**
 * The mean cosine of randomly chosen memories (packed vectors) plus one standard deviation, 0 to 0.9. It depends on the model
 * and on how similar the memories' subjects are. With a sample that is too small: the cosine of `unrelated` texts, at least 0.3.
 *
 * Above the baseline, cosines are on the scale of terms. At the same price all-MiniLM-L6-v2 reaches an adjusted Rand index of
 * .60 on Banking77, .81 on CLINC150 and .66 on StackOverflow; terms alone reach .50, .68 and .61.
 */
export function sampledBaselineCosine(sample: readonly ArrayBuffer[], unrelated: number): number {
  if (sample.length < SAMPLE_SIZE) return Math.min(MAX_BASELINE, Math.max(DEFAULT_BASELINE, unrelated));
  const cosines = sample.flatMap((a, i) => sample.slice(i + 1).map(cosineWith(unpacked(a))));
  const mean = cosines.reduce((sum, cosine) => sum + cosine, 0) / cosines.length;
  const variance = cosines.reduce((sum, cosine) => sum + (cosine - mean) ** 2, 0) / cosines.length;
  return Math.min(MAX_BASELINE, Math.max(0, mean + Math.sqrt(variance)));
}
