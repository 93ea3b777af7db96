/** Index keys: tuples of Convex values as bytes whose order is the order of the values. */
import type { ConvexJson } from "../types";
import { classify, type Classified } from "./scalars";

/**
 * The first byte of each encoded value. Integers take 1, 2, 4 or 8 bytes, and the tag carries sign and width: the
 * widest negatives first, the widest positives last. No tag is 0xFF and none but the terminator is 0.
 */
const TAG = {
  terminator: 0x00,
  undefined: 0x01,
  null: 0x03,
  zero: 0x08,
  float64: 0x0d,
  false: 0x0e,
  true: 0x0f,
  string: 0x10,
  bytes: 0x11,
  array: 0x12,
  object: 0x15,
} as const;

/** Follows a zero byte that belongs to the text; it sorts after every tag, hence after the end of a shorter text. */
const ESCAPE = 0xff;

/**
 * Encodes a tuple of values, so that comparing bytes compares tuples as `compareValues` compares their parts, and a
 * tuple's key is a prefix of the keys of its extensions. Throws for the commit timestamp placeholder, which has no
 * place in an index before the commit gives it a number.
 */
export function encodeKey(values: readonly (ConvexJson | undefined)[]): Buffer {
  const writer = new KeyWriter();
  for (const value of values) writeValue(writer, value);
  return writer.finish();
}

/** The end of "starts with `key`": every extension of the key sorts below it, every other larger key at or above. */
export function afterPrefix(key: Uint8Array): Buffer {
  const end = Buffer.allocUnsafe(key.length + 1);
  end.set(key);
  end[key.length] = 0xff;
  return end;
}

function writeValue(writer: KeyWriter, value: ConvexJson | undefined): void {
  if (value === undefined) return writer.byte(TAG.undefined);
  writeClassified(writer, classify(value));
}

function writeClassified(writer: KeyWriter, value: Classified): void {
  switch (value.kind) {
    case "null":
      return writer.byte(TAG.null);
    case "commitTs":
      throw new TypeError(
        "The commit timestamp has no value before the commit, so it can't stand in an index key.",
      );
    case "int64":
      return writeInt64(writer, value.int64);
    case "float64":
      writer.byte(TAG.float64);
      return writer.float64(value);
    case "boolean":
      return writer.byte(value.boolean ? TAG.true : TAG.false);
    case "string":
      writer.byte(TAG.string);
      return writer.escapedText(value.string);
    case "bytes":
      writer.byte(TAG.bytes);
      return writer.escaped(value.bytes);
    case "array":
      writer.byte(TAG.array);
      for (const element of value.array) writeValue(writer, element);
      return writer.byte(TAG.terminator);
    case "object":
      writer.byte(TAG.object);
      for (const field of Object.keys(value.object).sort()) {
        // The tag tells an empty field name from the end of the object.
        writer.byte(TAG.string);
        writer.escapedText(field);
        writeValue(writer, value.object[field]);
      }
      return writer.byte(TAG.terminator);
  }
}

function writeInt64(writer: KeyWriter, value: bigint): void {
  if (value === 0n) return writer.byte(TAG.zero);
  const magnitude = value > 0n ? value : -value - 1n;
  const step = magnitude < 1n << 7n ? 0 : magnitude < 1n << 15n ? 1 : magnitude < 1n << 31n ? 2 : 3;
  const width = 1 << step;
  writer.byte(value > 0n ? TAG.zero + 1 + step : TAG.zero - 1 - step);
  // Two's complement of one sign and one width sorts as unsigned.
  writer.unsigned(BigInt.asUintN(8 * width, value), width);
}

/** Bytes written one after another into a buffer that grows. */
class KeyWriter {
  private buffer = Buffer.allocUnsafe(128);
  private length = 0;

  finish(): Buffer {
    return this.buffer.subarray(0, this.length);
  }

  byte(value: number): void {
    this.reserve(1);
    this.buffer[this.length++] = value;
  }

  unsigned(value: bigint, width: number): void {
    this.reserve(width);
    for (let shift = 8 * (width - 1); shift >= 0; shift -= 8) {
      this.buffer[this.length++] = Number((value >> BigInt(shift)) & 0xffn);
    }
  }

  /** The bits as IEEE total order has them: negatives inverted, the sign of the others set. */
  float64(value: { readonly float64: number; readonly bits: bigint | null }): void {
    this.reserve(8);
    const start = this.length;
    if (value.bits === null) this.length = this.buffer.writeDoubleBE(value.float64, start);
    else this.length = this.buffer.writeBigUInt64BE(value.bits, start);
    const first = this.buffer.readUInt8(start);
    if (first < 0x80) this.buffer.writeUInt8(first | 0x80, start);
    else
      for (let at = start; at < this.length; at++)
        this.buffer.writeUInt8(~this.buffer.readUInt8(at) & 0xff, at);
  }

  escapedText(text: string): void {
    if (text.includes("\0")) return this.escaped(Buffer.from(text, "utf8"));
    this.reserve(3 * text.length + 1);
    this.length += this.buffer.write(text, this.length, "utf8");
    this.buffer[this.length++] = TAG.terminator;
  }

  escaped(bytes: Uint8Array): void {
    this.reserve(2 * bytes.length + 1);
    for (const byte of bytes) {
      this.buffer[this.length++] = byte;
      if (byte === 0) this.buffer[this.length++] = ESCAPE;
    }
    this.buffer[this.length++] = TAG.terminator;
  }

  private reserve(more: number): void {
    if (this.length + more <= this.buffer.length) return;
    const grown = Buffer.allocUnsafe(Math.max(2 * this.buffer.length, this.length + more));
    this.buffer.copy(grown, 0, 0, this.length);
    this.buffer = grown;
  }
}
