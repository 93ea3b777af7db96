/** Cutting texts by length. */

/** The first `max` UTF-16 units of `text`, or one less if the last would be half of a surrogate pair. */
export function beginningOf(text: string, max: number): string {
  return text.slice(0, max).replace(/[\uD800-\uDBFF]$/, "");
}

/** The longest beginning of `text` that has at most `max` bytes in UTF-8, in whole characters. */
export function beginningOfBytes(text: string, max: number): string {
  // A UTF-16 unit has at most three bytes.
  if (3 * text.length <= max) return text;
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    bytes += bytesOf(character.codePointAt(0) ?? 0);
    if (bytes > max) return text.slice(0, end);
    end += character.length;
  }
  return text;
}

function bytesOf(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x1_0000 ? 3 : 4;
}
