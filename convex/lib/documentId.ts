/**
 * Recognises Convex's document ids: a table number, 16 bytes and a checksum, in base 32. The host has its own code for them
 * (host/values/ids.ts), which is not deployed to Convex.
 */

/** Crockford's, in lower case. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
/** The table number takes one to five bytes, the internal id 16, the checksum two. */
const FORM = /^[0-9a-hjkmnp-tv-z]{31,37}$/;
const INTERNAL_BYTES = 16;
const CHECKSUM_BYTES = 2;

/** True for every id. Of other texts in its form, such as hexadecimal tokens, one in 65,000 passes the checksum. */
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

/** Decodes base 32, without a last partial byte. */
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
