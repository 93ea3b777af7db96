/** Prints values and validators in the format of Convex's messages. */
import { toUSVString } from "node:util";
import type { ConvexJson, ValidatorJson } from "../types";
import { tryClassify } from "./classify";

/** Longer values are cut, because a whole large document in a message helps nobody. */
const MAX_PRINTED_LENGTH = 4_096;
/** Deeper values are cut: they are rejected soon anyway, and could exceed the stack. */
const MAX_PRINTED_NESTING = 64;

/** Prints a value, as in `{name: "Ada", age: 36.0}`; long values are cut. */
export function printValue(value: ConvexJson | undefined): string {
  const text = value === undefined ? "undefined" : printed(value);
  if (text.length <= MAX_PRINTED_LENGTH) return text;
  return `${toUSVString(text.slice(0, MAX_PRINTED_LENGTH))}[...truncated]`;
}

function printed(value: ConvexJson, levelsLeft = MAX_PRINTED_NESTING): string {
  if (levelsLeft < 0) return "...";
  const classified = tryClassify(value);
  switch (classified?.kind) {
    case undefined:
      return JSON.stringify(value);
    case "null":
      return "null";
    case "commitTs":
      return "db.vars.commitTs";
    case "int64":
      return `${classified.int64}n`;
    case "float64":
      return printFloat(classified.float64);
    case "boolean":
      return String(classified.boolean);
    case "string":
      return JSON.stringify(classified.string);
    case "bytes":
      return `Bytes("${classified.bytes.toString("base64")}")`;
    case "array":
      return `[${classified.array.map((element) => printed(element, levelsLeft - 1)).join(", ")}]`;
    case "object":
      return `{${Object.entries(classified.object)
        .map(([field, inner]) => `${printField(field)}: ${printed(inner, levelsLeft - 1)}`)
        .join(", ")}}`;
  }
}

/** Whole floats are printed with a decimal point to distinguish them from integers: `1.0`. */
function printFloat(value: number): string {
  if (Object.is(value, -0)) return "-0.0";
  const text = String(value);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}

function printField(field: string): string {
  return /^[A-Za-z_]\w*$/.test(field) ? field : JSON.stringify(field);
}

/** Prints a validator as source code: `v.object({name: v.string()})`, fields in alphabetical order. */
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

type ObjectValidator = ValidatorJson & { type: "object" };

/** Validators live as long as their app. */
const sorted = new WeakMap<ObjectValidator, readonly [string, FieldValidator][]>();

/** The fields of an object validator in the order of validation and printing. */
export function sortedFields(validator: ObjectValidator): readonly [string, FieldValidator][] {
  let fields = sorted.get(validator);
  if (fields === undefined) {
    fields = Object.entries(validator.value).sort(([a], [b]) => (a < b ? -1 : 1));
    sorted.set(validator, fields);
  }
  return fields;
}

function printOptional({ fieldType, optional }: FieldValidator): string {
  return optional ? `v.optional(${printValidator(fieldType)})` : printValidator(fieldType);
}
