/** Document ids: a table number, 16 random bytes and a checksum, in lower-case Crockford base 32. */
import { randomFillSync } from "node:crypto";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const INTERNAL_BYTES = 16;
/** The length of an id with the largest table number: 5 + 16 + 2 bytes. */
const MAX_LETTERS = 37;

/** Indexed by character code: ids are decoded in every call, and an array is faster than a map. */
const DIGIT_OF: (number | undefined)[] = [];
for (const [digit, letter] of [...ALPHABET].entries()) DIGIT_OF[letter.charCodeAt(0)] = digit;

/** Random bytes are requested in bulk, because a system call costs more than the bytes. */
const pool = new Uint8Array(256 * INTERNAL_BYTES);
let used = pool.length;

/** Encodes an id from its table number (1 to 2^32 - 1) and its 16 bytes. */
export function encodeId(tableNumber: number, internal: Iterable<number>): string {
  const bytes = [...varint(tableNumber), ...internal];
  // Fletcher's checksum, with sums modulo 256.
  let c0 = 0;
  let c1 = 0;
  for (const byte of bytes) {
    c0 = (c0 + byte) & 0xff;
    c1 = (c1 + c0) & 0xff;
  }
  bytes.push(c0, c1);
  return toBase32(bytes);
}

/** A new random id in a table. */
export function newId(tableNumber: number): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  return encodeId(tableNumber, pool.subarray(used, (used += INTERNAL_BYTES)));
}

/**
 * The table number of an id; `null` for text that `encodeId` can't produce: wrong alphabet, length, padding or checksum.
 */
export function tableNumberOf(text: string): number | null {
  if (text.length > MAX_LETTERS) return null;
  const bytes = fromBase32(text);
  const length = 1 + bytes.findIndex((byte) => byte < 0x80);
  const number = bytes.slice(0, length).reduceRight((value, byte) => value * 0x80 + (byte & 0x7f), 0);
  // Each id has only one valid spelling.
  return encodeId(number, bytes.slice(length, length + INTERNAL_BYTES)) === text ? number : null;
}

/** The id with the same random bytes in another table. The id must be valid. */
export function idInTable(id: string, tableNumber: number): string {
  const bytes = fromBase32(id);
  const length = 1 + bytes.findIndex((byte) => byte < 0x80);
  return encodeId(tableNumber, bytes.slice(length, length + INTERNAL_BYTES));
}

/** Seven bits a byte, the lowest first; all bytes but the last have the eighth. */
function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return [...bytes, rest];
}

function toBase32(bytes: readonly number[]): string {
  let text = "";
  let pending = 0;
  let pendingBits = 0;
  for (const byte of bytes) {
    pending = (pending << 8) | byte;
    pendingBits += 8;
    while (pendingBits >= 5) {
      pendingBits -= 5;
      text += ALPHABET.charAt(pending >> pendingBits);
      pending &= (1 << pendingBits) - 1;
    }
  }
  return pendingBits === 0 ? text : text + ALPHABET.charAt(pending << (5 - pendingBits));
}

/** Decodes the complete bytes of a text; invalid characters count as zero. */
function fromBase32(text: string): number[] {
  const bytes: number[] = [];
  let pending = 0;
  let pendingBits = 0;
  for (let at = 0; at < text.length; at++) {
    pending = (pending << 5) | (DIGIT_OF[text.charCodeAt(at)] ?? 0);
    pendingBits += 5;
    if (pendingBits < 8) continue;
    pendingBits -= 8;
    bytes.push(pending >> pendingBits);
    pending &= (1 << pendingBits) - 1;
  }
  return bytes;
}
