/** Character trigrams, which match word forms and typos that stems miss. */
import { plainText } from "../text/tokens";

/** The distinct trigrams of the letters and digits of `text`, with one space between words and at either end. */
export function trigramsOf(text: string): ReadonlySet<string> {
  const plain = ` ${plainText(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim()} `;
  return trigramsIn(plain);
}

/** The distinct runs of three characters in `text` as it is. */
export function trigramsIn(text: string): ReadonlySet<string> {
  const grams = new Set<string>();
  for (let i = 0; i + 3 <= text.length; i++) grams.add(text.slice(i, i + 3));
  return grams;
}

/** Jaccard index of two sets, 0 to 1; 1 for two empty ones. */
export function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 && b.size === 0) return 1;
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const gram of small) if (large.has(gram)) shared += 1;
  return shared / (a.size + b.size - shared);
}
