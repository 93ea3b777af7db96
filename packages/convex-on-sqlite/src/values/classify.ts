/** Classifies Convex JSON values, and decodes the scalars in one-key objects (`$integer`, `$float`, `$bytes`). */
import type { ConvexJson, ConvexObject } from "../types";

/** A value tagged with its type. */
export type Classified =
  | { readonly kind: "null" | "commitTs" }
  | { readonly kind: "int64"; readonly int64: bigint }
  | { readonly kind: "float64"; readonly float64: number }
  | { readonly kind: "boolean"; readonly boolean: boolean }
  | { readonly kind: "string"; readonly string: string }
  | { readonly kind: "bytes"; readonly bytes: Buffer }
  | { readonly kind: "array"; readonly array: readonly ConvexJson[] }
  | { readonly kind: "object"; readonly object: ConvexObject };

/**
 * Classifies a value; `null` for an invalid one, such as an object that looks like an encoded scalar but is not one
 * (`{"$integer": 1}`). Does not look inside arrays and objects.
 */
export function tryClassify(value: ConvexJson): Classified | null {
  switch (typeof value) {
    case "number":
      return Number.isFinite(value) ? { kind: "float64", float64: value } : null;
    case "string":
      return { kind: "string", string: value };
    case "boolean":
      return { kind: "boolean", boolean: value };
    case "object":
      if (value === null) return { kind: "null" };
      if (Array.isArray(value)) return { kind: "array", array: value };
      return classifyObject(value);
  }
}

function classifyObject(object: ConvexObject): Classified | null {
  for (const key in object) {
    // The library sorts fields, and "$" sorts before every letter, so the first key decides.
    if (!key.startsWith("$")) return { kind: "object", object };
    return Object.keys(object).length === 1 ? scalarOf(key, object[key]) : null;
  }
  return { kind: "object", object };
}

function scalarOf(key: string, inner: ConvexJson | undefined): Classified | null {
  if (key === "$commitTs") return inner === null ? { kind: "commitTs" } : null;
  if (typeof inner !== "string") return null;
  const bytes = Buffer.from(inner, "base64");
  // Reject non-canonical base64, so that equal values have equal texts.
  if (bytes.toString("base64") !== inner) return null;
  if (key === "$bytes") return { kind: "bytes", bytes };
  if (bytes.length !== 8) return null;
  if (key === "$integer") return { kind: "int64", int64: bytes.readBigInt64LE() };
  const float64 = bytes.readDoubleLE();
  const isPlain = Number.isFinite(float64) && !Object.is(float64, -0);
  return key === "$float" && !isPlain ? { kind: "float64", float64 } : null;
}

/** Whether a value is `{"$undefined": null}`, which stands for `undefined` in patches, filters and ranges. */
export function isUndefined(value: ConvexJson | undefined): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value) && "$undefined" in value;
}
