/** Field paths as indexes and filters write them: `"metadata.mood"`. */
import type { ConvexJson, ConvexObject } from "../types";

/**
 * The value at a dotted path; `undefined` if a step is missing or not an object. An int64 or a byte string is a scalar, so
 * no path leads into its JSON form.
 */
export function fieldAt(document: ConvexObject, path: string): ConvexJson | undefined {
  if (!path.includes(".")) return own(document, path);
  let value: ConvexJson | undefined = document;
  for (const field of path.split(".")) {
    if (value === null || typeof value !== "object" || Array.isArray(value)) return undefined;
    value = own(value, field);
  }
  return value;
}

function own(object: ConvexObject, field: string): ConvexJson | undefined {
  // Fields of Convex objects never start with "$"; such keys belong to encoded scalars.
  return !field.startsWith("$") && Object.hasOwn(object, field) ? object[field] : undefined;
}
