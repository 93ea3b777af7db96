/** Validates arguments, results and documents, with Convex's messages. */
import type { ConvexJson, ConvexObject, ValidatorJson } from "../types";
import { firstNonNull } from "./firstNonNull";
import { printValidator, printValue, sortedFields } from "./print";
import { tryClassify } from "./classify";

/** Resolves the table of an id within the calling component; `null` for an unknown id. */
export type TableOf = (id: string) => string | null;

/** A validation failure. Its texts are computed lazily, because a union discards the mismatches of its members. */
export interface Mismatch {
  /** The place: `.author.name[2]`, without the keys of records, which are data; empty for the whole value. */
  readonly path: string;
  /** The violated rule, on one line and without any part of the value. */
  rule(): string;
  /** Convex's full message, with the value, without the prefix for what was validated (`ArgumentValidationError: `). */
  message(): string;
}

/** Convex's message for a value that does not match a validator, or `null`. */
export function validationError(
  validator: ValidatorJson,
  value: ConvexJson | undefined,
  tableOf: TableOf,
): string | null {
  return findMismatch(validator, value, tableOf)?.message() ?? null;
}

/** The first mismatch of a value with a validator, or `null`. */
export function findMismatch(
  validator: ValidatorJson,
  value: ConvexJson | undefined,
  tableOf: TableOf,
): Mismatch | null {
  return mismatchOf(validator, value, "");

  function mismatchOf(
    validator: ValidatorJson,
    value: ConvexJson | undefined,
    path: string,
  ): Mismatch | null {
    if (isScalarOf(validator, value)) return null;
    const noMatch = (
      message = (): string =>
        `Value does not match validator.\n${atPath(path)}\nValue: ${printValue(value)}\nValidator: ${printValidator(validator)}`,
    ): Mismatch => ({ path, rule: () => `it must be ${excerpt(printValidator(validator))}`, message });
    const classified = value === undefined ? null : tryClassify(value);
    if (value === undefined || classified === null) return noMatch();
    const { kind } = classified;
    switch (validator.type) {
      case "any":
        return null;
      case "null":
      case "boolean":
      case "string":
      case "bytes":
        return kind === validator.type ? null : noMatch();
      case "number":
        return kind === "float64" ? null : noMatch();
      case "bigint":
        return kind === "int64" ? null : noMatch();
      case "commitTs":
        return kind === "int64" || kind === "commitTs" ? null : noMatch();
      case "literal": {
        const { value: literal } = validator;
        if (isSameScalar(literal, value)) return null;
        return noMatch(
          () =>
            `\`${printValue(value)}\` does not match literal validator \`v.literal(${printValue(literal)})\`.${atPath(path)}`,
        );
      }
      case "id": {
        const table = kind === "string" ? tableOf(classified.string) : null;
        if (table === validator.tableName) return null;
        if (table === null) return noMatch();
        return noMatch(
          () =>
            `Found ID "${String(value)}" from table \`${table}\`, which does not match the table name in validator \`v.id("${validator.tableName}")\`.${atPath(path)}`,
        );
      }
      case "union":
        return validator.value.some((member) => mismatchOf(member, value, path) === null) ? null : noMatch();
      case "array": {
        if (kind !== "array") return noMatch();
        const { value: type } = validator;
        return firstNonNull(classified.array, (element, at) => {
          // Vectors have more than a thousand numbers: avoid computing a path for each.
          return isScalarOf(type, element) ? null : mismatchOf(type, element, `${path}[${at}]`);
        });
      }
      case "record": {
        if (kind !== "object") return noMatch();
        const { keys, values } = validator;
        const mismatch = firstNonNull(
          Object.entries(classified.object),
          ([key, value]) =>
            mismatchOf(keys, key, `${path}.keys()`) ?? mismatchOf(values.fieldType, value, `${path}.${key}`),
        );
        return mismatch === null ? null : { ...mismatch, path };
      }
      case "object":
        return kind === "object" ? objectMismatch(validator, classified.object, path) : noMatch();
    }
  }

  function objectMismatch(
    validator: ValidatorJson & { type: "object" },
    object: ConvexObject,
    path: string,
  ): Mismatch | null {
    const noMatch = (rule: string, problem: string): Mismatch => ({
      path,
      rule: () => rule,
      message: () =>
        `${problem}\n${atPath(path)}\nObject: ${printValue(object)}\nValidator: ${printValidator(validator)}`,
    });
    for (const [field, { fieldType, optional }] of sortedFields(validator)) {
      const value = Object.hasOwn(object, field) ? object[field] : undefined;
      if (value === undefined && optional) continue;
      if (value === undefined)
        return noMatch(
          `the required field \`${field}\` is missing`,
          `Object is missing the required field \`${field}\`. Consider wrapping the field validator in \`v.optional(...)\` if this is expected.`,
        );
      const mismatch = mismatchOf(fieldType, value, `${path}.${field}`);
      if (mismatch !== null) return mismatch;
    }
    const extra = Object.keys(object).find((field) => !Object.hasOwn(validator.value, field));
    if (extra === undefined) return null;
    return noMatch(
      `the extra field \`${excerpt(extra)}\` is not in the validator`,
      `Object contains extra field \`${extra}\` that is not in the validator.`,
    );
  }
}

/** Whether a value is text, a number or a boolean, as the validator asks: true for most values, at little cost. */
function isScalarOf(validator: ValidatorJson, value: ConvexJson | undefined): boolean {
  switch (validator.type) {
    case "string":
    case "boolean":
      return typeof value === validator.type;
    case "number":
      return Number.isFinite(value);
    case "union":
      return validator.value.some((member) => member.type !== "union" && isScalarOf(member, value));
    default:
      return false;
  }
}

/** Printed validators may have hundreds of lines. */
const MAX_RULE_LENGTH = 200;

function excerpt(text: string): string {
  return text.length > MAX_RULE_LENGTH ? `${text.slice(0, MAX_RULE_LENGTH)}…` : text;
}

/** Whether a value equals a literal, which is a scalar with one spelling. Large values are not compared deeply. */
function isSameScalar(literal: ConvexJson, value: ConvexJson): boolean {
  if (typeof literal !== "object") return literal === value;
  return JSON.stringify(literal) === JSON.stringify(value);
}

function atPath(path: string): string {
  return path === "" ? "" : `Path: ${path}`;
}
