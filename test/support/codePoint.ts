/**
 * Any character of Unicode but a lone surrogate: as fast-check's unit "binary", which first makes a table of them all, a
 * second and a half of work and some hundred megabytes in each process of tests.
 */
import * as fc from "fast-check";

const FIRST_SURROGATE = 0xd800;
const SURROGATES = 0x800;
const LAST = 0x10ffff;

/** What `fc.string({ unit: codePoint })` is made of. */
export const codePoint = fc
  .nat(LAST - SURROGATES)
  .map((place) => String.fromCodePoint(place < FIRST_SURROGATE ? place : place + SURROGATES), placeOf);

/** The way back, by which fast-check mixes in texts of its own, "__proto__" among them. */
function placeOf(text: unknown): number {
  const [character, ...others] = typeof text === "string" ? text : "";
  const code = character?.codePointAt(0);
  if (code === undefined || others.length > 0) throw new Error("No single character.");
  if (code < FIRST_SURROGATE) return code;
  if (code < FIRST_SURROGATE + SURROGATES) throw new Error("A lone surrogate.");
  return code - SURROGATES;
}
