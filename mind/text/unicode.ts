/** Unicode normalisation in linear time, even for texts with very long runs of marks. */

/** Combining marks, and the two halfwidth katakana signs that NFKC turns into marks. */
const MARK = "(?!\\u034f)[\\p{M}\\uff9e\\uff9f]";
/**
 * Normalisation sorts marks in a row in quadratic time. No writing system needs more than this many (UAX #15, Stream-Safe
 * Text Format).
 */
const MAX_MARKS = 30;
const PILE = new RegExp(`(?:${MARK}){${MAX_MARKS}}(?=${MARK})`, "gu");
/** Combining grapheme joiner: invisible, and marks are not sorted across it. */
const JOINER = "\u034f";

/**
 * NFKC may double a text and add this many units. It turns some signs into eighteen letters, but costs are bounded by the
 * length of the original text.
 */
const MAX_ADDED = 200;

/** `text` in NFKC, or in NFC if NFKC would make it much longer. Linear in its length. */
export function nfkc(text: string): string {
  const normal = streamSafe(text).normalize("NFKC");
  return normal.length <= 2 * text.length + MAX_ADDED ? normal : nfc(text);
}

/** `text` in NFC. Linear in its length. */
export function nfc(text: string): string {
  return streamSafe(text).normalize("NFC");
}

/** `text` in NFD. Linear in its length. */
export function nfd(text: string): string {
  return streamSafe(text).normalize("NFD");
}

/** Splits long runs of marks. Different texts stay different. */
function streamSafe(text: string): string {
  if (text.length <= MAX_MARKS) return text;
  return text.replace(PILE, `$&${JOINER}`);
}
