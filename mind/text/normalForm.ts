/** The form in which equal texts are equal, and the key that it is filed under. */
import { plainText } from "../text/tokens";
import { beginningOf } from "../text/truncate";

const CLOSING = new Set(" .!?…,;:。！？、؟،؛۔।॥");

/**
 * `text` in NFKC and lower case, white space single, without closing punctuation. A closing question mark stays: a question
 * is no statement. A text of nothing but punctuation is itself.
 */
export function normalForm(text: string): string {
  const plain = plainText(text);
  let end = plain.length;
  while (end > 0 && CLOSING.has(plain.charAt(end - 1))) end -= 1;
  if (end === 0) return plain === "" ? text : plain;
  return plain.slice(0, end) + (/[?؟]/.test(plain.slice(end)) ? "?" : "");
}

/** Longer normal forms are filed by their beginning, their length and a hash: an index takes keys of bounded length. */
const LONGEST_KEY = 200;

/** What a normal form is filed under. Equal forms have equal keys; unequal ones hardly ever do. */
export function normalKeyOf(normal: string): string {
  if (normal.length <= LONGEST_KEY) return normal;
  let hash = 0x811c9dc5;
  // FNV-1a, over UTF-16 units.
  for (let i = 0; i < normal.length; i++) hash = Math.imul(hash ^ normal.charCodeAt(i), 0x01000193) >>> 0;
  return `${beginningOf(normal, LONGEST_KEY)}…${normal.length}:${hash.toString(16)}`;
}
