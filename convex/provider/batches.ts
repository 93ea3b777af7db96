/** Texts as an embedding provider takes them: each cut to a length, in requests of bounded size. */

/**
 * UTF-16 units of a text that are sent. The models of this size class take 8,191 tokens; a text has about one token in
 * four units in English and up to one a unit in Chinese or Japanese, so this much fits in nearly every language.
 */
export const MAX_TEXT_LENGTH = 8_000;

// The smallest default among servers (text-embeddings-inference); and 32 vectors of 4,096 numbers stay within what a
// response may weigh.
const MAX_BATCH_TEXTS = 32;

// Some 16,000 tokens: a server without a GPU embeds them within the time that a call may take.
const MAX_BATCH_LENGTH = 64_000;

/** The text's first `length` UTF-16 units, without half a code point at the end. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const splits = (text.codePointAt(length - 1) ?? 0) > 0xffff;
  return text.slice(0, splits ? length - 1 : length);
}

/** The texts, cut, in their order, in as many batches as one request each takes. No batch is empty. */
export function batchesOf(texts: readonly string[]): string[][] {
  const batches: string[][] = [];
  let batch: string[] = [];
  let length = 0;
  for (const text of texts) {
    const cut = cutText(text, MAX_TEXT_LENGTH);
    if (batch.length === MAX_BATCH_TEXTS || (batch.length > 0 && length + cut.length > MAX_BATCH_LENGTH)) {
      batches.push(batch);
      batch = [];
      length = 0;
    }
    batch.push(cut);
    length += cut.length;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}
