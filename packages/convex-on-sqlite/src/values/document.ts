/** Limits of stored and passed values: field names, nesting and sizes, counted as on Convex. */
import { toUSVString } from "node:util";
import { getConvexSize, jsonToConvex } from "convex/values";
import type { ConvexJson, ConvexObject } from "../types";
import { firstNonNull } from "./firstNonNull";
import { tryClassify } from "./classify";

/** Maximum nesting of arrays and objects in passed values. */
export const MAX_NESTING = 64;
/** Maximum nesting in stored documents, including the document itself. */
const MAX_DOCUMENT_NESTING = 16;
export const MAX_ARRAY_LENGTH = 8_192;
/** Maximum fields per object. */
export const MAX_FIELDS = 1_024;
const MAX_FIELD_NAME_LENGTH = 1_024;
/** 1 MiB. */
export const MAX_DOCUMENT_SIZE = 1 << 20;

/** Fields that the platform writes; no other top-level field of a document may start with an underscore. */
const SYSTEM_FIELDS: ReadonlySet<string> = new Set(["_id", "_creationTime"]);

/**
 * The reason why a value can be neither stored nor passed, or `null`: text with an unpaired surrogate, a reserved or
 * unprintable field name, too many elements, fields or levels, malformed Convex JSON.
 */
export function valueError(value: ConvexJson): string | null {
  return valueProblem(value, "Value", MAX_NESTING);
}

/**
 * The size of a document. Throws if it can't be stored: for the reasons of `valueError`, or for its top-level field names,
 * size or nesting. Documents of system tables contain passed values, so they may be nested as deeply as those.
 */
export function storedSize(document: ConvexObject, isSystem = false): number {
  for (const field of Object.keys(document)) {
    if (field.startsWith("_") && !SYSTEM_FIELDS.has(field))
      throw new Error(
        `Field '${field}' starts with an underscore, which is only allowed for system fields like '_id'.`,
      );
  }
  const error = isSystem ? valueError(document) : valueProblem(document, "Document", MAX_DOCUMENT_NESTING);
  if (error !== null) throw new Error(error);
  const size = sizeOf(document);
  if (size <= MAX_DOCUMENT_SIZE) return size;
  // Rounded up, so that a value just over the limit does not read as 1.00 MiB.
  const mebibytes = Math.ceil((size / MAX_DOCUMENT_SIZE) * 100) / 100;
  throw new Error(`Value is too large (${mebibytes.toFixed(2)} MiB > maximum size 1 MiB)`);
}

/** The size of a valid value in bytes, as it counts towards the limits and metrics of Convex: the library's `getConvexSize`. */
export function sizeOf(value: ConvexJson): number {
  switch (typeof value) {
    case "number":
      return 9;
    case "boolean":
      return 1;
    case "string":
      return 2 + Buffer.byteLength(value);
    case "object":
      if (value === null) return 1;
      return Array.isArray(value)
        ? value.reduce<number>((sum, each) => sum + sizeOf(each), 2)
        : sizeOfObject(value);
  }
}

function sizeOfObject(object: ConvexObject): number {
  let size = 2;
  for (const [field, value] of Object.entries(object)) {
    if (field === "$bytes") return 2 + Buffer.byteLength(String(value), "base64");
    // Functions would get an object with another prototype: the library throws where it can't be one.
    if (field === "__proto__") return getConvexSize(jsonToConvex(object));
    // The other scalars: `$integer`, `$float` and `$commitTs`.
    if (field.startsWith("$")) return 9;
    if (value !== undefined) size += Buffer.byteLength(field) + 1 + sizeOf(value);
  }
  return size;
}

/** Stops at the first level over the limit and reports it, as Convex does. */
function valueProblem(value: ConvexJson, what: "Value" | "Document", most: number): string | null {
  const tooNested = `${what} is too nested (nested ${most + 1} levels deep > maximum nesting ${most})`;
  return errorIn(value, most);

  function errorIn(value: ConvexJson, levelsLeft: number): string | null {
    if (typeof value === "number" || typeof value === "boolean") return null;
    const classified = tryClassify(value);
    switch (classified?.kind) {
      case undefined:
        return `${JSON.stringify(value).slice(0, 100)} is not a valid Convex value: field names that start with '$' are reserved.`;
      case "string":
        return toUSVString(classified.string) === classified.string
          ? null
          : "A string contains an unpaired surrogate, so it is not valid Unicode.";
      case "array":
        if (levelsLeft === 0) return tooNested;
        if (classified.array.length > MAX_ARRAY_LENGTH) {
          return `Array length is too long (${classified.array.length} > maximum length ${MAX_ARRAY_LENGTH})`;
        }
        return firstNonNull(classified.array, (element) => errorIn(element, levelsLeft - 1));
      case "object": {
        if (levelsLeft === 0) return tooNested;
        const fields = Object.entries(classified.object);
        if (fields.length > MAX_FIELDS) {
          return `Object has too many fields (${fields.length} > maximum number ${MAX_FIELDS})`;
        }
        return firstNonNull(
          fields,
          ([field, inner]) => fieldNameError(field) ?? errorIn(inner, levelsLeft - 1),
        );
      }
      default:
        return null;
    }
  }
}

function fieldNameError(field: string): string | null {
  if (field.length > MAX_FIELD_NAME_LENGTH) {
    return `Field name is too long (${field.length} > maximum length ${MAX_FIELD_NAME_LENGTH}): '${field.slice(0, 64)}…'`;
  }
  if (field.startsWith("$")) return `Field name ${field} starts with '$', which is reserved.`;
  if (/^[\x20-\x7e]*$/.test(field)) return null;
  return `Field name ${JSON.stringify(field)} has an invalid character: Field names can only contain non-control ASCII characters.`;
}
