/** Texts as an embedding provider takes them: each cut to a length, in requests of bounded size. */

/**
 * UTF-16 units of a text that are sent. The models of this size class take 8,191 tokens; a text has about one token in
 * four units in English and up to one a unit in Chinese or Japanese, so this much fits in nearly every language.
 */
export const MAX_TEXT_LENGTH = 8_000;

// The smallest default among servers (text-embeddings-inference); and 32 vectors of 4,096 numbers stay within what a
// response may weigh.
export const MAX_BATCH_TEXTS = 32;

// Some 16,000 tokens: a server without a GPU embeds them within the time that a call may take.
export const MAX_BATCH_LENGTH = 64_000;

/** The text's first `length` UTF-16 units, without half a code point at the end. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const splits = (text.codePointAt(length - 1) ?? 0) > 0xffff;
  return text.slice(0, splits ? length - 1 : length);
}

/** How many of the texts, from the first on, have room in `mostLength` UTF-16 units; one at least, if there is any. */
export function batchSize(texts: readonly string[], mostLength: number): number {
  let length = 0;
  for (const [at, text] of texts.entries()) {
    length += text.length;
    if (at > 0 && length > mostLength) return at;
  }
  return texts.length;
}
