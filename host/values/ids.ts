/** Document ids: a table number and 16 random bytes with a checksum, in lower-case Crockford base 32. */
import { randomFillSync } from "node:crypto";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const INTERNAL_BYTES = 16;
const CHECKSUM_BYTES = 2;
/** The letters of an id with the longest table number: 5 + 16 + 2 bytes. */
const MAX_LETTERS = 37;

/** By the code of the letter. Ids are read at every call, and a list is read faster than a map. */
const DIGIT_OF: readonly (number | undefined)[] = [...ALPHABET].reduce<number[]>((digits, letter, digit) => {
  digits[letter.charCodeAt(0)] = digit;
  return digits;
}, []);

/** Random bytes are asked for in bulk: the system takes longer to be asked than to answer. */
const pool = new Uint8Array(256 * INTERNAL_BYTES);
let used = pool.length;

/** The parts of an id. */
export interface DecodedId {
  readonly tableNumber: number;
  readonly internal: Uint8Array;
}

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
  return toBase32([...body, ...fletcher16(body)]);
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

/** The parts of an id, or `null` for text that `encodeId` can't have made: wrong alphabet, length, padding or checksum. */
export function decodeId(text: string): DecodedId | null {
  if (text.length > MAX_LETTERS) return null;
  const bytes = fromBase32(text);
  if (bytes === null) return null;
  const split = bytes.length - CHECKSUM_BYTES;
  const body = bytes.subarray(0, Math.max(split, 0));
  const [c0, c1] = fletcher16(body);
  if (bytes[split] !== c0 || bytes[split + 1] !== c1) return null;
  const prefix = body.subarray(0, Math.max(body.length - INTERNAL_BYTES, 0));
  const tableNumber = fromVarint(prefix);
  return tableNumber === null ? null : { tableNumber, internal: body.slice(prefix.length) };
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

function fromVarint(bytes: Uint8Array): number | null {
  const last = bytes.length - 1;
  if (last < 0 || last > 4) return null;
  // A last byte of 0 is a longer spelling of a shorter number.
  if (bytes[last] === 0) return null;
  let value = 0;
  for (const [i, byte] of bytes.entries()) {
    if (byte >= 0x80 !== i < last) return null;
    value += (byte & 0x7f) * 2 ** (7 * i);
  }
  return value <= 0xffff_ffff ? value : null;
}

/** Fletcher's checksum with sums modulo 256, as ids have it. */
function fletcher16(bytes: Iterable<number>): [number, number] {
  let c0 = 0;
  let c1 = 0;
  for (const byte of bytes) {
    c0 = (c0 + byte) & 0xff;
    c1 = (c1 + c0) & 0xff;
  }
  return [c0, c1];
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

function fromBase32(text: string): Uint8Array | null {
  const bytes = new Uint8Array(Math.floor((text.length * 5) / 8));
  let length = 0;
  let pending = 0;
  let pendingBits = 0;
  for (let at = 0; at < text.length; at++) {
    const digit = DIGIT_OF[text.charCodeAt(at)];
    if (digit === undefined) return null;
    pending = (pending << 5) | digit;
    pendingBits += 5;
    if (pendingBits < 8) continue;
    pendingBits -= 8;
    bytes[length++] = pending >> pendingBits;
    pending &= (1 << pendingBits) - 1;
  }
  // A whole letter left over, or padding bits that are set, is another spelling of the same bytes.
  return pendingBits < 5 && pending === 0 ? bytes : null;
}
