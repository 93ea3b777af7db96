/** Values and validators as Convex's messages print them. */
import { toUSVString } from "node:util";
import type { ConvexJson, ValidatorJson } from "../types";
import { tryClassify } from "./scalars";

/** A message with a whole large document in it helps nobody. */
const MAX_PRINTED_LENGTH = 4_096;

/** A value as in `{name: "Ada", age: 36.0}`, cut where it is long. */
export function printValue(value: ConvexJson | undefined): string {
  if (value === undefined) return "undefined";
  let text = "";
  for (const part of printed(value)) {
    text += part;
    if (text.length > MAX_PRINTED_LENGTH)
      return `${toUSVString(text.slice(0, MAX_PRINTED_LENGTH))}[...truncated]`;
  }
  return text;
}

/** The text of a value in its parts, so that of a large one no more is made than is printed. */
function* printed(value: ConvexJson): Generator<string> {
  const classified = tryClassify(value);
  switch (classified?.kind) {
    case undefined:
      return yield JSON.stringify(value);
    case "null":
      return yield "null";
    case "commitTs":
      return yield "db.vars.commitTs";
    case "int64":
      return yield `${classified.int64}n`;
    case "float64":
      return yield printFloat(classified.float64);
    case "boolean":
      return yield String(classified.boolean);
    case "string":
      return yield printText(classified.string);
    case "bytes":
      return yield `Bytes("${classified.bytes.toString("base64")}")`;
    case "array": {
      let separator = "[";
      for (const element of classified.array) {
        yield separator;
        yield* printed(element);
        separator = ", ";
      }
      return yield separator === "[" ? "[]" : "]";
    }
    case "object": {
      let separator = "{";
      for (const field in classified.object) {
        yield `${separator}${printField(field)}: `;
        yield* printed(classified.object[field] ?? null);
        separator = ", ";
      }
      return yield separator === "{" ? "{}" : "}";
    }
  }
}

/** One character more than is printed shows that there is more. */
function printText(text: string): string {
  return JSON.stringify(text.slice(0, MAX_PRINTED_LENGTH + 1));
}

/** Floats show that they are none of the integers: `1.0`. */
function printFloat(value: number): string {
  if (Object.is(value, -0)) return "-0.0";
  const text = String(value);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}

function printField(field: string): string {
  return /^[A-Za-z_]\w*$/.test(field) ? field : printText(field);
}

/** A validator as the source that declares it: `v.object({name: v.string()})`, fields in alphabetical order. */
export function printValidator(validator: ValidatorJson): string {
  switch (validator.type) {
    case "bigint":
      return "v.int64()";
    case "number":
      return "v.float64()";
    case "literal":
      return `v.literal(${printValue(validator.value)})`;
    case "id":
      return `v.id(${JSON.stringify(validator.tableName)})`;
    case "array":
      return `v.array(${printValidator(validator.value)})`;
    case "record":
      return `v.record(${printValidator(validator.keys)}, ${printOptional(validator.values)})`;
    case "object":
      return `v.object({${sortedFields(validator)
        .map(([field, type]) => `${printField(field)}: ${printOptional(type)}`)
        .join(", ")}})`;
    case "union":
      return `v.union(${validator.value.map(printValidator).join(", ")})`;
    default:
      return `v.${validator.type}()`;
  }
}

/** A field of an object validator. */
type FieldValidator = { fieldType: ValidatorJson; optional: boolean };

/** The fields of an object validator in the order in which they are checked and printed. */
export function sortedFields(validator: ValidatorJson & { type: "object" }): [string, FieldValidator][] {
  return Object.entries(validator.value).sort(([a], [b]) => (a < b ? -1 : 1));
}

function printOptional({ fieldType, optional }: FieldValidator): string {
  return optional ? `v.optional(${printValidator(fieldType)})` : printValidator(fieldType);
}
