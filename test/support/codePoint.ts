/**
 * Any Unicode character except lone surrogates. fast-check's unit "binary" first builds a table of them, which takes a
 * second and a half and a hundred megabytes in each test process.
 */
import * as fc from "fast-check";

const FIRST_SURROGATE = 0xd800;
const SURROGATES = 0x800;
const LAST = 0x10ffff;

/** For `fc.string({ unit: codePoint })`. */
export const codePoint = fc
  .nat(LAST - SURROGATES)
  .map((place) => String.fromCodePoint(place < FIRST_SURROGATE ? place : place + SURROGATES), placeOf);

/** The inverse, which lets fast-check mix in special strings such as "__proto__". */
function placeOf(text: unknown): number {
  const [character, ...others] = typeof text === "string" ? text : "";
  const code = character?.codePointAt(0);
  if (code === undefined || others.length > 0) throw new Error("No single character.");
  if (code < FIRST_SURROGATE) return code;
  if (code < FIRST_SURROGATE + SURROGATES) throw new Error("A lone surrogate.");
  return code - SURROGATES;
}
