/**
 * The JSON of documents in Convex's snapshot files: numbers with a point are floats, integers are int64; bytes and numbers
 * that JSON lacks have the form of Convex JSON.
 */
import { convexToJson } from "convex/values";
import type { ConvexJson } from "../types";
import { tryClassify } from "../values/classify";

/** Convex JSON as a line of a snapshot file, without the line break. */
export function exportText(value: ConvexJson): string {
  const classified = tryClassify(value);
  switch (classified?.kind) {
    case "float64": {
      const { float64 } = classified;
      if (!Number.isFinite(float64)) return JSON.stringify(value);
      const text = Object.is(float64, -0) ? "-0.0" : String(float64);
      return /^-?\d+$/.test(text) ? `${text}.0` : text;
    }
    case "int64":
      return String(classified.int64);
    case "array":
      return `[${classified.array.map(exportText).join(",")}]`;
    case "object":
      return `{${Object.entries(classified.object)
        .map(([field, inner]) => `${JSON.stringify(field)}:${exportText(inner)}`)
        .join(",")}}`;
    default:
      return JSON.stringify(value);
  }
}

/** Strings, which may contain digits, and numbers. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

const [MIN_INT64, MAX_INT64] = [-(2n ** 63n), 2n ** 63n - 1n];

/** The Convex JSON of a line of a snapshot file. Throws a SyntaxError if it is not JSON. */
export function parseExportText(line: string): ConvexJson {
  return JSON.parse(line.replace(TOKEN, convexToken)) as ConvexJson;
}

function convexToken(token: string): string {
  if (token.startsWith('"')) return token;
  if (/[.eE]/.test(token)) return JSON.stringify(convexToJson(Number(token)));
  const integer = BigInt(token);
  const isInt64 = integer >= MIN_INT64 && integer <= MAX_INT64;
  return JSON.stringify(convexToJson(isInt64 ? integer : Number(token)));
}
