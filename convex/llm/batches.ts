/** The sizes of texts and requests that embedding providers accept. */

/** UTF-16 units per text. Models accept 8,191 tokens: English has one token in four units, Chinese up to one per unit. */
export const MAX_TEXT_LENGTH = 8_000;

// The smallest default among servers (text-embeddings-inference). 32 vectors of 4,096 numbers also fit the response limit.
export const MAX_BATCH_TEXTS = 32;

// About 16,000 tokens, which a server without a GPU embeds before the call times out.
export const MAX_BATCH_LENGTH = 64_000;

/** The text's first `length` UTF-16 units, without half a code point at the end. */
export function truncateText(text: string, length: number): string {
  if (text.length <= length) return text;
  const splits = (text.codePointAt(length - 1) ?? 0) > 0xffff;
  return text.slice(0, splits ? length - 1 : length);
}

/** How many of the first texts fit in `maxLength` UTF-16 units: at least one, if there is any. */
export function batchSize(texts: readonly string[], maxLength: number): number {
  let length = 0;
  for (const [at, text] of texts.entries()) {
    length += text.length;
    if (at > 0 && length > maxLength) return at;
  }
  return texts.length;
}
