/** A text's beginning, for keys and terms that are cut by length. */

/** The first `most` UTF-16 units of `text`, one less where the last would be half of a pair: half of one is no text. */
export function beginningOf(text: string, most: number): string {
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "");
}
