/** A text's beginning, for keys and terms that are cut by length. */

/** The first `most` UTF-16 units of `text`, one less where the last would be half of a pair: half of one is no text. */
export function beginningOf(text: string, most: number): string {
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "");
}

/** As much of `text` as has at most `most` bytes in UTF-8, in whole characters. */
export function beginningOfBytes(text: string, most: number): string {
  // No unit has more than three.
  if (3 * text.length <= most) return text;
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    bytes += bytesOf(character.codePointAt(0) ?? 0);
    if (bytes > most) return text.slice(0, end);
    end += character.length;
  }
  return text;
}

function bytesOf(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x1_0000 ? 3 : 4;
}
