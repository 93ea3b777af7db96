/**
 * What Convex refuses of a schema: an app that starts here can be deployed there. The limits are the documented ones.
 * How many filter fields and dimensions an index has is looked at where the index is made.
 */
import type { SchemaDefinition, TableDefinition, ValidatorJson } from "../types";
import { LoadError } from "./loadError";
import {
  canHaveField,
  canHaveVector,
  IDENTIFIER_RULE,
  isIdentifier,
  isOwnIdentifier,
  validatorProblem,
} from "./validatorRules";

const MOST_INDEXES = 32;
const MOST_FIELDS = 16;
/** Of search indexes, and of vector indexes. */
const MOST_OF_A_KIND = 4;
const RESERVED: ReadonlySet<string> = new Set(["by_id", "by_creation_time"]);

/** Names an index and says why it can't be. */
type Refuse = (index: string, why: string) => never;

/** Throws a `LoadError` that names the table, and the index where it is one, that Convex would not take. */
export function checkTable(table: TableDefinition, { validate }: Pick<SchemaDefinition, "validate">): void {
  const { name, documentType } = table;
  if (!isOwnIdentifier(name))
    throw new LoadError(`The schema can't have the table "${name}": ${IDENTIFIER_RULE}.`);
  if (documentType !== null) checkDocumentType(name, documentType);
  const refuse: Refuse = (index, why) => {
    throw new LoadError(`The schema can't have the index "${index}" of the table "${name}": ${why}.`);
  };
  checkNumbers(table);
  checkNames(table, refuse);
  checkPaths(table, refuse);
  checkDifferent(table, refuse);
  if (validate && documentType !== null) checkReferences(table, documentType, refuse);
}

function checkDocumentType(table: string, documentType: ValidatorJson): void {
  const problem = isDocumentType(documentType)
    ? validatorProblem(documentType)
    : "it must be an object, a union of objects, or v.any()";
  if (problem !== null)
    throw new LoadError(`The schema can't have this validator of the table "${table}": ${problem}.`);
}

function isDocumentType(validator: ValidatorJson): boolean {
  if (validator.type === "union") return validator.value.every(({ type }) => type === "object");
  return validator.type === "any" || validator.type === "object";
}

function checkNumbers({ name, indexes, searchIndexes, vectorIndexes }: TableDefinition): void {
  const numbers: readonly (readonly [number, string, number])[] = [
    [indexes.length + searchIndexes.length + vectorIndexes.length, "indexes", MOST_INDEXES],
    [searchIndexes.length, "search indexes", MOST_OF_A_KIND],
    [vectorIndexes.length, "vector indexes", MOST_OF_A_KIND],
  ];
  for (const [number, kind, most] of numbers) {
    if (number > most)
      throw new LoadError(
        `The schema has ${number} ${kind} of the table "${name}", and ${most} are the most.`,
      );
  }
}

function checkNames({ indexes, searchIndexes, vectorIndexes }: TableDefinition, refuse: Refuse): void {
  const names = [...indexes, ...searchIndexes, ...vectorIndexes].map(({ name }) => name);
  for (const [at, name] of names.entries()) {
    if (RESERVED.has(name)) refuse(name, "this name is that of an index that every table has");
    if (!isOwnIdentifier(name)) refuse(name, IDENTIFIER_RULE);
    if (names.indexOf(name) !== at) refuse(name, "there is another one of this name");
  }
}

function checkPaths({ indexes, searchIndexes, vectorIndexes }: TableDefinition, refuse: Refuse): void {
  for (const { name, fields } of indexes) {
    if (fields.length === 0) refuse(name, "it has no fields");
    if (fields.length > MOST_FIELDS)
      refuse(name, `it has ${fields.length} fields, and ${MOST_FIELDS} are the most`);
    for (const [at, field] of fields.entries()) {
      if (field === "_creationTime") refuse(name, "every index ends with the creation time by itself");
      if (field === "_id") refuse(name, "documents are found by their id with db.get, not by an index");
      if (parts(field).some((part) => part.startsWith("_")))
        refuse(name, `the field "${field}" begins with "_", as only the system's do`);
      if (fields.indexOf(field) !== at) refuse(name, `it has the field "${field}" twice`);
    }
  }
  const all = [
    ...indexes,
    ...searchIndexes.map((one) => ({ name: one.name, fields: [one.searchField, ...one.filterFields] })),
    ...vectorIndexes.map((one) => ({ name: one.name, fields: [one.vectorField, ...one.filterFields] })),
  ];
  for (const { name, fields } of all) {
    const wrong = fields.find((field) => !parts(field).every(isIdentifier));
    if (wrong !== undefined) refuse(name, `"${wrong}" is no path of a field`);
  }
}

/** Two indexes that would hold the same are one too many. */
function checkDifferent({ indexes, searchIndexes, vectorIndexes }: TableDefinition, refuse: Refuse): void {
  const kinds = [
    indexes.map(({ name, fields }) => ({ name, holds: fields })),
    searchIndexes.map(({ name, searchField, filterFields }) => ({
      name,
      holds: [searchField, ...[...filterFields].sort()],
    })),
    vectorIndexes.map(({ name, vectorField, dimensions }) => ({ name, holds: [vectorField, dimensions] })),
  ];
  for (const kind of kinds) {
    const seen = new Map<string, string>();
    for (const { name, holds } of kind) {
      const key = JSON.stringify(holds);
      const other = seen.get(key);
      if (other !== undefined) refuse(name, `the index "${other}" has the same fields`);
      seen.set(key, name);
    }
  }
}

/** Refuses only a field that no document can have. */
function checkReferences(
  { indexes, searchIndexes, vectorIndexes }: TableDefinition,
  documentType: ValidatorJson,
  refuse: Refuse,
): void {
  const named = [
    ...indexes,
    ...searchIndexes.map((one) => ({ name: one.name, fields: [one.searchField, ...one.filterFields] })),
    ...vectorIndexes.map((one) => ({ name: one.name, fields: [one.vectorField] })),
  ];
  for (const { name, fields } of named) {
    const lacking = fields.find(
      (field) => !isSystemField(field) && !canHaveField(documentType, parts(field)),
    );
    if (lacking !== undefined) refuse(name, `the table's validator has no field "${lacking}"`);
  }
  for (const { name, vectorField } of vectorIndexes) {
    if (!canHaveVector(documentType, parts(vectorField)))
      refuse(name, `the field "${vectorField}" is no array of v.float64()`);
  }
}

function isSystemField(field: string): boolean {
  return field.startsWith("_") && !field.includes(".");
}

function parts(field: string): string[] {
  return field.split(".");
}
