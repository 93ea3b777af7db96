/** What may pass to a function or from it, told by its JSON where that suffices. */
import type { ConvexJson } from "../types";
import { MAX_FIELDS, MAX_NESTING, sizeOf, valueError } from "./document";

/** A text of JSON shorter than this holds no list that is too long, and nothing that is too large. */
const SHORT_TEXT = 16_384;
/** The shortest text of JSON with more fields in an object than Convex allows, each at least `"":0,`. */
const MANY_FIELDS = 5 * MAX_FIELDS;
/** What Convex passes between functions and clients at most: 16 MiB. */
const MAX_CALL_BYTES = 16 << 20;

/**
 * Whether a text of JSON is seen at a glance to hold nothing that Convex refuses: too few brackets for that nesting,
 * too few colons for that many fields, and no half of a surrogate pair, which JSON writes as an escape.
 */
export function isWithinCallLimits(text: string): boolean {
  if (text.length >= SHORT_TEXT || text.includes("\\ud")) return false;
  const countOf = (character: string): number => text.split(character).length - 1;
  if (text.length > 2 * MAX_NESTING && countOf("[") + countOf("{") > MAX_NESTING) return false;
  return text.length < MANY_FIELDS || countOf(":") <= MAX_FIELDS;
}

/** Why a value can't be passed to a function or from it, or `null`; `text` is its JSON. */
export function callLimitError(text: string, value: ConvexJson): string | null {
  if (isWithinCallLimits(text)) return null;
  const error = valueError(value);
  if (error !== null) return error;
  const bytes = sizeOf(value);
  return bytes <= MAX_CALL_BYTES ? null : `Value is too large (${bytes} bytes > maximum size 16 MiB)`;
}
