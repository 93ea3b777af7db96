/** The normal form by which texts count as equal, and its index key. */
import { plainText } from "../text/tokens";
import { beginningOf } from "../text/truncate";

const CLOSING = new Set(" .!?…,;:。！？、؟،؛۔।॥");

/**
 * `text` in NFKC and lower case, with single spaces and without closing punctuation. A closing question mark stays, since a
 * question is not a statement. A text of only punctuation stays as it is.
 */
export function normalForm(text: string): string {
  const plain = plainText(text);
  let end = plain.length;
  while (end > 0 && CLOSING.has(plain.charAt(end - 1))) end -= 1;
  if (end === 0) return plain === "" ? text : plain;
  return plain.slice(0, end) + (/[?؟]/.test(plain.slice(end)) ? "?" : "");
}

/** An index takes keys of bounded length, so longer forms are keyed by their beginning, length and hash. */
const MAX_KEY_LENGTH = 200;

/** The index key of a normal form. Different forms almost never share a key. */
export function normalKeyOf(normal: string): string {
  if (normal.length <= MAX_KEY_LENGTH) return normal;
  let hash = 0x811c9dc5;
  // FNV-1a, over UTF-16 units.
  for (let i = 0; i < normal.length; i++) hash = Math.imul(hash ^ normal.charCodeAt(i), 0x01000193) >>> 0;
  return `${beginningOf(normal, MAX_KEY_LENGTH)}…${normal.length}:${hash.toString(16)}`;
}
