/** Convex JSON as plain JSON, for HTTP callers who are no Convex client (`"format": "json"`). */
import type { ConvexJson, Outcome } from "../types";

/** The outcome with int64 as decimal text, bytes as base64, and NaN and the infinities by name. */
export function toJsonFormat(outcome: Outcome): Outcome {
  if (outcome.ok) return { ...outcome, value: convertText(outcome.value) };
  if (outcome.error.data === undefined) return outcome;
  return { ...outcome, error: { ...outcome.error, data: convert(outcome.error.data) } };
}

function convertText(value: string): string {
  // Only the special one-key objects have a key that starts with "$"; without one, the text is plain already.
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
