/** Document ids: a table number and 16 random bytes with a checksum, in lower-case Crockford base 32. */
import { randomFillSync } from "node:crypto";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const INTERNAL_BYTES = 16;
const CHECKSUM_BYTES = 2;
/** The letters of an id with the longest table number: 5 + 16 + 2 bytes. */
const MAX_LETTERS = 37;

/** By the code of the letter: ids are read at every call, and a list is read faster than a map. */
const DIGIT_OF: (number | undefined)[] = [];
for (const [digit, letter] of [...ALPHABET].entries()) DIGIT_OF[letter.charCodeAt(0)] = digit;

/** Random bytes are asked for in bulk: the system takes longer to be asked than to answer. */
const pool = new Uint8Array(256 * INTERNAL_BYTES);
let used = pool.length;

/**
 * Encodes an id from its table number (1 to 2^32 - 1) and its 16 bytes. Throws a `RangeError` for anything else.
 */
export function encodeId(tableNumber: number, internal: Uint8Array): string {
  if (!Number.isInteger(tableNumber) || tableNumber < 1 || tableNumber > 0xffff_ffff) {
    throw new RangeError(`A table number is a whole number from 1 to 4294967295, not ${tableNumber}.`);
  }
  if (internal.length !== INTERNAL_BYTES) {
    throw new RangeError(`An id carries ${INTERNAL_BYTES} bytes, not ${internal.length}.`);
  }
  const body = [...varint(tableNumber), ...internal];
  const checksum = fletcher16(body, body.length);
  return toBase32([...body, checksum & 0xff, checksum >> 8]);
}

/** A new random id in a table. */
export function newId(tableNumber: number): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const internal = pool.subarray(used, (used += INTERNAL_BYTES));
  return encodeId(tableNumber, internal);
}

/**
 * The table number of an id, or `null` for text that `encodeId` can't have made: wrong alphabet, length, padding or checksum.
 */
export function tableNumberOf(text: string): number | null {
  const bytes = text.length > MAX_LETTERS ? null : fromBase32(text);
  if (bytes === null) return null;
  const end = bytes.length - CHECKSUM_BYTES;
  if (end < INTERNAL_BYTES) return null;
  const checksum = fletcher16(bytes, end);
  if (bytes[end] !== (checksum & 0xff) || bytes[end + 1] !== checksum >> 8) return null;
  return fromVarint(bytes, end - INTERNAL_BYTES);
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
  return bytes;
}

/** The number in the first `length` bytes, or `null`. */
function fromVarint(bytes: readonly number[], length: number): number | null {
  const last = length - 1;
  if (last < 0 || last > 4) return null;
  // A last byte of 0 is a longer spelling of a shorter number.
  if (bytes[last] === 0) return null;
  let value = 0;
  for (let at = last; at >= 0; at--) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0x80 !== at < last) return null;
    value = value * 0x80 + (byte & 0x7f);
  }
  return value <= 0xffff_ffff ? value : null;
}

/** Fletcher's checksum of the first `length` bytes with sums modulo 256, as ids have it: the first sum is the low byte. */
function fletcher16(bytes: readonly number[], length: number): number {
  let c0 = 0;
  let c1 = 0;
  for (let at = 0; at < length; at++) {
    c0 = (c0 + (bytes[at] ?? 0)) & 0xff;
    c1 = (c1 + c0) & 0xff;
  }
  return (c1 << 8) | c0;
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

/** The bytes of a text, or `null` where it is no spelling of any. */
function fromBase32(text: string): number[] | null {
  const bytes: number[] = [];
  let pending = 0;
  let pendingBits = 0;
  for (let at = 0; at < text.length; at++) {
    const digit = DIGIT_OF[text.charCodeAt(at)];
    if (digit === undefined) return null;
    pending = (pending << 5) | digit;
    pendingBits += 5;
    if (pendingBits < 8) continue;
    pendingBits -= 8;
    bytes.push(pending >> pendingBits);
    pending &= (1 << pendingBits) - 1;
  }
  // A whole letter left over, or padding bits that are set, is another spelling of the same bytes.
  return pendingBits < 5 && pending === 0 ? bytes : null;
}
