/** Limits of arguments and results of calls, checked on their JSON text where that suffices. */
import type { ConvexJson } from "../types";
import { MAX_FIELDS, MAX_NESTING, sizeOf, valueError } from "./document";

/** A shorter JSON text can't contain an array that is too long or a value that is too large. */
const SHORT_TEXT = 16_384;
/** The shortest JSON text with too many fields in one object, each at least `"":0,`. */
const MIN_LENGTH_OF_MANY_FIELDS = 5 * MAX_FIELDS;
/** Convex's limit for arguments and results: 16 MiB. */
const MAX_CALL_BYTES = 16 << 20;

/**
 * A fast check that is never wrong when it returns true: too few brackets for the maximum nesting, too few colons for the
 * maximum number of fields, and no unpaired surrogate, which JSON.stringify writes as an escape.
 */
export function isWithinCallLimits(text: string): boolean {
  if (text.length >= SHORT_TEXT || text.includes("\\ud")) return false;
  const countOf = (character: string): number => text.split(character).length - 1;
  if (text.length > 2 * MAX_NESTING && countOf("[") + countOf("{") > MAX_NESTING) return false;
  return text.length < MIN_LENGTH_OF_MANY_FIELDS || countOf(":") <= MAX_FIELDS;
}

/** The reason why a value can't be an argument or a result, or `null`; `text` is its JSON. */
export function callLimitError(text: string, value: ConvexJson): string | null {
  if (isWithinCallLimits(text)) return null;
  const error = valueError(value);
  if (error !== null) return error;
  const bytes = sizeOf(value);
  return bytes <= MAX_CALL_BYTES ? null : `Value is too large (${bytes} bytes > maximum size 16 MiB)`;
}
