/** Unicode's normal forms of texts that anybody may have written, marks piled without end among them. */

/** What stands on the letter before it, and the two signs of narrow katakana that the compatibility forms make such of. */
const MARK = "(?!\\u034f)[\\p{M}\\uff9e\\uff9f]";
/**
 * Marks in a row are sorted while a text is normalised, at a cost that grows with the square of their number. No writing
 * system needs more than this many (UAX #15, Stream-Safe Text Format).
 */
const MOST_MARKS = 30;
const PILE = new RegExp(`(?:${MARK}){${MOST_MARKS}}(?=${MARK})`, "gu");
/** Combining grapheme joiner: nobody sees it, and marks are not sorted across it. */
const JOINER = "\u034f";

/**
 * What NFKC may add to a text of any length. Of more than that a text may become twice as long at most: there are signs
 * of which it makes eighteen letters, and whatever reads a text counts its cost by the length that was sent.
 */
const MOST_ADDED = 200;

/** `text` in NFKC; in NFC where signs that stand for many letters would make it much longer. Linear in its length. */
export function nfkc(text: string): string {
  const normal = streamSafe(text).normalize("NFKC");
  return normal.length <= 2 * text.length + MOST_ADDED ? normal : nfc(text);
}

/** `text` in NFC. Linear in its length. */
export function nfc(text: string): string {
  return streamSafe(text).normalize("NFC");
}

/** `text` in NFD. Linear in its length. */
export function nfd(text: string): string {
  return streamSafe(text).normalize("NFD");
}

/** Nothing is lost: texts that differ in a late mark differ still. */
function streamSafe(text: string): string {
  if (text.length <= MOST_MARKS) return text;
  return text.replace(PILE, `$&${JOINER}`);
}
