/** From a network's output to vectors, and from texts to batches. */
import type { LocalModel } from "./protocol";

/** Output of the network for a batch: `rows` texts, padded to `length` tokens, `width` numbers a token. */
export interface HiddenStates {
  readonly data: Float32Array;
  readonly rows: number;
  readonly length: number;
  readonly width: number;
}

/** One vector of unit length a text. `lengths`: the tokens of each, without padding. */
export function pooled(
  { data, length, width }: HiddenStates,
  lengths: readonly number[],
  pooling: LocalModel["pooling"],
): number[][] {
  return lengths.map((tokens, row) => {
    const vector = new Array<number>(width).fill(0);
    const counted = pooling === "cls" ? 1 : tokens;
    for (let token = 0; token < counted; token += 1) {
      const from = (row * length + token) * width;
      for (let at = 0; at < width; at += 1) vector[at] = (vector[at] ?? 0) + (data[from + at] ?? 0);
    }
    // The mean and the sum have the same direction.
    return unit(vector);
  });
}

function unit(vector: readonly number[]): number[] {
  const norm = Math.hypot(...vector);
  return norm === 0 ? [...vector] : vector.map((value) => value / norm);
}

/** The first tokens of a text that is too long, with the closing token that every text ends with. */
export function truncated(ids: readonly number[], maxTokens: number): readonly number[] {
  const last = ids.at(-1);
  return ids.length <= maxTokens || last === undefined ? ids : [...ids.slice(0, maxTokens - 1), last];
}

/**
 * Tokens of one batch, padding included. Larger ones take longer for each text, because padding grows and the caches are too small:
 * turns of a chat took 11 ms of processor time each with 256 tokens, 14 with 512, 28 with 2,048, and 13 one by one.
 */
const BATCH_TOKENS = 256;

/** The indexes of texts with these lengths, in batches of texts that are about equally long, so that little is padded. */
export function batchesOf(lengths: readonly number[], maxTokens: number = BATCH_TOKENS): number[][] {
  const byLength = lengths.map((length, index) => ({ length, index })).sort((a, b) => a.length - b.length);
  const batches: number[][] = [];
  let batch: number[] = [];
  for (const { length, index } of byLength) {
    if (batch.length > 0 && (batch.length + 1) * length > maxTokens) {
      batches.push(batch);
      batch = [];
    }
    batch.push(index);
  }
  return batch.length === 0 ? batches : [...batches, batch];
}
