/** Deterministic embeddings: hashed bags of words and letter trigrams, so that similar texts are close. */
import { createHash } from "node:crypto";

export const DEFAULT_DIMENSIONS = 1536;

// Words carry most of the meaning. Trigrams bring inflected forms close together.
const WORD_WEIGHT = 1;
const TRIGRAM_WEIGHT = 0.25;

/** A unit vector; the first axis in place of a zero vector. */
export function embeddingOf(text: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  const add = (feature: string, weight: number): void => {
    const hash = createHash("sha1").update(feature).digest();
    const at = hash.readUInt32LE(0) % dimensions;
    const sign = (hash[4] ?? 0) % 2 === 0 ? 1 : -1;
    vector[at] = (vector[at] ?? 0) + sign * weight;
  };
  for (const word of text
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []) {
    add(`word ${word}`, WORD_WEIGHT);
    const padded = ` ${word} `;
    for (let start = 0; start + 3 <= padded.length; start += 1) {
      add(`trigram ${padded.slice(start, start + 3)}`, TRIGRAM_WEIGHT);
    }
  }
  const norm = Math.hypot(...vector);
  if (norm === 0) return vector.map((_, at) => (at === 0 ? 1 : 0));
  return vector.map((value) => value / norm);
}

/** Little-endian float32 in base64, as OpenAI's `encoding_format: "base64"`. */
export function base64Of(vector: readonly number[]): string {
  const bytes = Buffer.alloc(vector.length * 4);
  vector.forEach((value, at) => bytes.writeFloatLE(value, at * 4));
  return bytes.toString("base64");
}
