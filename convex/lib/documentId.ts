/**
 * Whether a text is an id of Convex's making: a table's number, 16 bytes and a checksum, in base 32. The host has code of
 * its own for them (host/values/ids.ts): this folder goes to Convex without it.
 */

/** Crockford's, in lower case. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
/** The table's number takes one byte to five, the id's own part 16, the checksum two. */
const FORM = /^[0-9a-hjkmnp-tv-z]{31,37}$/;
const INTERNAL_BYTES = 16;
const CHECKSUM_BYTES = 2;

/**
 * Of texts that only look like an id, as a token of hexadecimal digits may, one in 65,000 is taken for one; no text
 * that Convex made is missed.
 */
export function isDocumentId(text: string): boolean {
  if (!FORM.test(text)) return false;
  const bytes = bytesOf(text);
  const numberBytes = 1 + bytes.findIndex((byte) => byte < 0x80);
  const isWhole = bytes.length === numberBytes + INTERNAL_BYTES + CHECKSUM_BYTES;
  if (!isWhole || text.length !== Math.ceil((bytes.length * 8) / 5)) return false;
  // Fletcher's checksum, with sums modulo 256.
  let [sum, sumOfSums] = [0, 0];
  for (const byte of bytes.slice(0, -CHECKSUM_BYTES)) {
    sum = (sum + byte) & 0xff;
    sumOfSums = (sumOfSums + sum) & 0xff;
  }
  return bytes.at(-2) === sum && bytes.at(-1) === sumOfSums;
}

/** The whole bytes of a text in base 32. */
function bytesOf(text: string): number[] {
  const bytes: number[] = [];
  let [pending, bits] = [0, 0];
  for (const letter of text) {
    pending = (pending << 5) | ALPHABET.indexOf(letter);
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push(pending >> bits);
    pending &= (1 << bits) - 1;
  }
  return bytes;
}
