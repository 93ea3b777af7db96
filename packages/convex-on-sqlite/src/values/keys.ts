/** Index keys: encodes tuples of Convex values as bytes with the same order. */
import type { ConvexJson } from "../types";
import { tryClassify } from "./classify";

/**
 * The first byte of each encoded value. Integers take 1, 2, 4 or 8 bytes, and the tag encodes sign and width: the
 * widest negatives first, the widest positives last. No tag is 0xFF, and only the terminator is 0.
 */
const TAG = {
  undefined: "\x01",
  null: "\x03",
  float64: "\x0d",
  false: "\x0e",
  true: "\x0f",
  string: "\x10",
  bytes: "\x11",
  array: "\x12",
  object: "\x15",
} as const;

/** The tag of the integer zero, which is its complete encoding. */
const ZERO = 0x08;

const TERMINATOR = "\0";

/** Escapes a zero byte inside text. Its second byte sorts after every tag, and so after the end of a shorter text. */
const ESCAPED_ZERO = "\0\xff";

/**
 * Encodes a tuple of values. Comparing the bytes compares the tuples like `compareValues`, and a tuple's key is a prefix
 * of the keys of its extensions. Throws for the commit timestamp placeholder, which has no value before the commit.
 */
export function encodeKey(values: readonly (ConvexJson | undefined)[]): Buffer {
  return Buffer.from(values.map(encoded).join(""), "latin1");
}

/** The end of "starts with `key`": every extension of the key sorts below it, every other larger key at or above. */
export function afterPrefix(key: Uint8Array): Buffer {
  return Buffer.concat([key, Uint8Array.of(0xff)]);
}

/** A value's bytes as a string with one character each, which is the fastest to concatenate. */
function encoded(json: ConvexJson | undefined): string {
  if (json === undefined) return TAG.undefined;
  const value = tryClassify(json);
  switch (value?.kind) {
    case undefined:
      throw new TypeError("Malformed Convex JSON has no index key.");
    case "null":
      return TAG.null;
    case "commitTs":
      throw new TypeError(
        "The commit timestamp has no value before the commit, so it can't be part of an index key.",
      );
    case "int64":
      return encodedInt64(value.int64);
    case "float64":
      return TAG.float64 + encodedFloat64(value.float64);
    case "boolean":
      return value.boolean ? TAG.true : TAG.false;
    case "string":
      return encodedText(value.string);
    case "bytes":
      return TAG.bytes + terminated(value.bytes);
    case "array":
      return TAG.array + value.array.map(encoded).join("") + TERMINATOR;
    case "object": {
      // The field name's tag distinguishes an empty name from the end of the object.
      const fields = Object.keys(value.object).sort();
      const parts = fields.map((field) => encodedText(field) + encoded(value.object[field]));
      return TAG.object + parts.join("") + TERMINATOR;
    }
  }
}

/** Scratch buffer for numbers. */
const scratch = Buffer.alloc(8);

/** Such text is its own encoding, as most of what an index holds: ids, names, numbers as text. */
const PLAIN = /^[\x01-\x7f]*$/;

function encodedText(text: string): string {
  if (PLAIN.test(text)) return TAG.string + text + TERMINATOR;
  return TAG.string + terminated(Buffer.from(text, "utf8"));
}

function terminated(bytes: Buffer): string {
  return bytes.toString("latin1").replaceAll("\0", ESCAPED_ZERO) + TERMINATOR;
}

function encodedInt64(value: bigint): string {
  if (value === 0n) return String.fromCharCode(ZERO);
  const magnitude = value > 0n ? value : -value - 1n;
  const step = magnitude < 1n << 7n ? 0 : magnitude < 1n << 15n ? 1 : magnitude < 1n << 31n ? 2 : 3;
  scratch.writeBigInt64BE(value);
  const tag = value > 0n ? ZERO + 1 + step : ZERO - 1 - step;
  // Two's complement numbers of equal sign and width sort like unsigned numbers.
  return String.fromCharCode(tag) + scratch.toString("latin1", 8 - (1 << step));
}

/** The bits in IEEE total order: negatives inverted, the sign bit of the others set. */
function encodedFloat64(value: number): string {
  scratch.writeDoubleBE(value);
  const isNegative = scratch.readInt8() < 0;
  for (let at = 0; at < 8; at++) scratch[at] = (scratch[at] ?? 0) ^ (isNegative ? 0xff : at === 0 ? 0x80 : 0);
  return scratch.toString("latin1");
}
