/** Converts Convex JSON to plain JSON, for HTTP callers that are not Convex clients (`"format": "json"`). */
import type { ConvexJson, Outcome } from "../types";

/** Converts an outcome: int64 to decimal text, bytes to base64, NaN and the infinities to their names. */
export function toJsonFormat(outcome: Outcome): Outcome {
  if (outcome.ok) return { ...outcome, value: convertText(outcome.value) };
  if (outcome.error.data === undefined) return outcome;
  return { ...outcome, error: { ...outcome.error, data: convert(outcome.error.data) } };
}

function convertText(value: string): string {
  // Only encoded values have a key that starts with "$"; without one, the text is plain JSON already.
  if (!value.includes('{"$')) return value;
  const parsed: ConvexJson = JSON.parse(value);
  return JSON.stringify(convert(parsed));
}

function convert(value: ConvexJson): ConvexJson {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(convert);
  const { $integer, $float, $bytes } = value;
  if (typeof $integer === "string") return Buffer.from($integer, "base64").readBigInt64LE().toString();
  if (typeof $bytes === "string") return $bytes;
  if (typeof $float === "string") {
    const number = Buffer.from($float, "base64").readDoubleLE();
    return Number.isFinite(number) ? number : String(number);
  }
  return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, convert(inner)]));
}
