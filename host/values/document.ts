/** What may be stored or passed: field names, nesting and sizes, counted as Convex counts them. */
import { toUSVString } from "node:util";
import type { ConvexJson, ConvexObject } from "../types";
import { tryClassify } from "./scalars";

/** Arrays and objects within each other, in what is passed. */
export const MAX_NESTING = 64;
/** The same in what a user stores, the document itself counted. */
const MAX_DOCUMENT_NESTING = 16;
export const MAX_ARRAY_LENGTH = 8_192;
/** Fields of one object. */
export const MAX_FIELDS = 1_024;
const MAX_FIELD_NAME_LENGTH = 1_024;
/** The largest document: 1 MiB. */
export const MAX_DOCUMENT_SIZE = 1 << 20;

/** The fields that the platform writes; no other top-level field of a document may start with an underscore. */
const SYSTEM_FIELDS: ReadonlySet<string> = new Set(["_id", "_creationTime"]);

/**
 * Why a value can be neither stored nor passed, or `null` where it can: text with half a surrogate pair, a reserved
 * or unprintable field name, arrays, objects or nesting over the limit, malformed Convex JSON.
 */
export function valueError(value: ConvexJson): string | null {
  // Convex stops at the first level too many, and tells of that.
  return errorAtDepth(value, MAX_NESTING, () => tooNested("Value", MAX_NESTING + 1, MAX_NESTING));
}

/**
 * Why a document can't be stored, or `null`: as `valueError`, with top-level field names, its size, and nesting as far as
 * documents may go. One of a system table holds what was passed, so it may go as far as that.
 */
export function documentError(document: ConvexObject, isSystem = false): string | null {
  for (const field of Object.keys(document)) {
    if (field.startsWith("_") && !SYSTEM_FIELDS.has(field)) {
      return `Field '${field}' starts with an underscore, which is only allowed for system fields like '_id'.`;
    }
  }
  const error = isSystem ? valueError(document) : userDocumentError(document);
  if (error !== null) return error;
  const size = sizeOf(document);
  if (size <= MAX_DOCUMENT_SIZE) return null;
  return `Value is too large (${inMebibytes(size)} MiB > maximum size 1 MiB)`;
}

function userDocumentError(document: ConvexObject): string | null {
  return errorAtDepth(
    document,
    MAX_DOCUMENT_NESTING,
    () => valueError(document) ?? tooNested("Document", nestingOf(document), MAX_DOCUMENT_NESTING),
  );
}

/** The size of a value in bytes, as it counts towards the limits and metrics of Convex. */
export function sizeOf(value: ConvexJson): number {
  // A vector has more than a thousand of them.
  if (typeof value === "number") return 9;
  const classified = tryClassify(value);
  switch (classified?.kind) {
    case "null":
    case "boolean":
      return 1;
    case "int64":
    case "commitTs":
    case "float64":
      return 9;
    case "string":
      return 2 + Buffer.byteLength(classified.string);
    case "bytes":
      return 2 + classified.bytes.length;
    case "array":
      return classified.array.reduce<number>((size, element) => size + sizeOf(element), 2);
    case "object":
      return Object.entries(classified.object).reduce(
        (size, [field, inner]) => size + Buffer.byteLength(field) + 1 + sizeOf(inner),
        2,
      );
    case undefined:
      throw new TypeError("Malformed Convex JSON has no size.");
  }
}

function errorAtDepth(value: ConvexJson, levelsLeft: number, atTheEnd: () => string): string | null {
  if (typeof value === "number") return null;
  const classified = tryClassify(value);
  switch (classified?.kind) {
    case undefined:
      return `${JSON.stringify(value).slice(0, 100)} is not a valid Convex value: field names that start with '$' are reserved.`;
    case "string":
      return toUSVString(classified.string) === classified.string
        ? null
        : "A string contains an unpaired surrogate, so it is not valid Unicode.";
    case "array":
      if (levelsLeft === 0) return atTheEnd();
      if (classified.array.length > MAX_ARRAY_LENGTH) {
        return `Array length is too long (${classified.array.length} > maximum length ${MAX_ARRAY_LENGTH})`;
      }
      return firstError(classified.array, (element) => errorAtDepth(element, levelsLeft - 1, atTheEnd));
    case "object": {
      if (levelsLeft === 0) return atTheEnd();
      const fields = Object.entries(classified.object);
      if (fields.length > MAX_FIELDS) {
        return `Object has too many fields (${fields.length} > maximum number ${MAX_FIELDS})`;
      }
      return firstError(
        fields,
        ([field, inner]) => fieldNameError(field) ?? errorAtDepth(inner, levelsLeft - 1, atTheEnd),
      );
    }
    default:
      return null;
  }
}

function tooNested(what: "Value" | "Document", levels: number, most: number): string {
  return `${what} is too nested (nested ${levels} levels deep > maximum nesting ${most})`;
}

/** The levels of a valid value: none for a scalar, one for a list of scalars. */
function nestingOf(value: ConvexJson): number {
  const classified = tryClassify(value);
  if (classified?.kind === "array") return 1 + Math.max(0, ...classified.array.map(nestingOf));
  if (classified?.kind === "object")
    return 1 + Math.max(0, ...Object.values(classified.object).map(nestingOf));
  return 0;
}

function fieldNameError(field: string): string | null {
  if (field.length > MAX_FIELD_NAME_LENGTH) {
    return `Field name is too long (${field.length} > maximum length ${MAX_FIELD_NAME_LENGTH}): '${field.slice(0, 64)}…'`;
  }
  if (field.startsWith("$")) return `Field name ${field} starts with '$', which is reserved.`;
  if (/^[\x20-\x7e]*$/.test(field)) return null;
  return `Field name ${JSON.stringify(field)} has an invalid character: Field names can only contain non-control ASCII characters.`;
}

function firstError<T>(items: readonly T[], errorOf: (item: T) => string | null): string | null {
  for (const item of items) {
    const error = errorOf(item);
    if (error !== null) return error;
  }
  return null;
}

/** Rounded up, so that what is over the limit reads so. */
function inMebibytes(bytes: number): string {
  return (Math.ceil((bytes / MAX_DOCUMENT_SIZE) * 100) / 100).toFixed(2);
}
