/** Character trigrams: a likeness that sees word forms and typos which stems miss. */
import { plainText } from "../text/tokens";

/** The distinct character trigrams of `text`'s letters and digits, words separated by one space, with a space at either end. */
export function trigramsOf(text: string): ReadonlySet<string> {
  const plain = ` ${plainText(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim()} `;
  const grams = new Set<string>();
  for (let i = 0; i + 3 <= plain.length; i++) grams.add(plain.slice(i, i + 3));
  return grams;
}

/** Jaccard index of two sets, 0 to 1; 1 of two empty ones. */
export function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 && b.size === 0) return 1;
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const gram of small) if (large.has(gram)) shared += 1;
  return shared / (a.size + b.size - shared);
}
