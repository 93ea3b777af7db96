/** The order of Convex values, in which indexes and filters compare them. */
import type { ConvexJson, ConvexObject } from "../types";
import { classify, MAX_INT64, totalOrderBits, type Classified } from "./scalars";

/**
 * Negative, zero or positive as `a` sorts before, with or after `b`: undefined < null < int64 < float64 < boolean <
 * string < bytes < array < object. Doubles follow IEEE total order, strings their UTF-8 bytes, arrays and objects
 * their elements. The commit timestamp placeholder sorts as the largest int64.
 */
export function compareValues(a: ConvexJson | undefined, b: ConvexJson | undefined): number {
  if (a === b && a !== 0) return 0;
  if (typeof a === "string" && typeof b === "string") return compareUtf8(a, b);
  if (typeof a === "number" && typeof b === "number") {
    if (a < b) return -1;
    if (a > b) return 1;
  }
  if (a === undefined) return -1;
  if (b === undefined) return 1;
  return compareClassified(classify(a), classify(b));
}

const RANK: Readonly<Record<Classified["kind"], number>> = {
  null: 1,
  int64: 2,
  commitTs: 2,
  float64: 3,
  boolean: 4,
  string: 5,
  bytes: 6,
  array: 7,
  object: 8,
};

function compareClassified(a: Classified, b: Classified): number {
  const rank = RANK[a.kind] - RANK[b.kind];
  if (rank !== 0) return rank;
  if (a.kind === "float64" && b.kind === "float64")
    return compareBigints(totalOrderBits(a), totalOrderBits(b));
  if (a.kind === "boolean" && b.kind === "boolean") return Number(a.boolean) - Number(b.boolean);
  if (a.kind === "string" && b.kind === "string") return compareUtf8(a.string, b.string);
  if (a.kind === "bytes" && b.kind === "bytes") return Buffer.compare(a.bytes, b.bytes);
  if (a.kind === "array" && b.kind === "array") return compareLists(a.array, b.array);
  if (a.kind === "object" && b.kind === "object") return compareObjects(a.object, b.object);
  return compareBigints(int64Of(a), int64Of(b));
}

function int64Of(value: Classified): bigint {
  if (value.kind === "int64") return value.int64;
  return value.kind === "commitTs" ? MAX_INT64 : 0n;
}

function compareBigints(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Compares two well-formed strings as their UTF-8 bytes compare, without encoding them. */
export function compareUtf8(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) continue;
    // UTF-16 and UTF-8 disagree only here: surrogates stand for code points above those from U+E000 to U+FFFF.
    const xSurrogate = x >= 0xd800 && x < 0xe000;
    const ySurrogate = y >= 0xd800 && y < 0xe000;
    if (xSurrogate !== ySurrogate && x >= 0xd800 && y >= 0xd800) return xSurrogate ? 1 : -1;
    return x - y;
  }
  return a.length - b.length;
}

function compareLists(a: readonly ConvexJson[], b: readonly ConvexJson[]): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const order = compareValues(a[i], b[i]);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareObjects(a: ConvexObject, b: ConvexObject): number {
  const aFields = Object.keys(a).sort(compareUtf8);
  const bFields = Object.keys(b).sort(compareUtf8);
  for (const [i, aField] of aFields.entries()) {
    const bField = bFields[i];
    if (bField === undefined) return 1;
    const order = compareUtf8(aField, bField) || compareValues(a[aField], b[bField]);
    if (order !== 0) return order;
  }
  return aFields.length - bFields.length;
}
