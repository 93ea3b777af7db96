/**
 * Rules that a deployment enforces for schemas: names, indexes, and index fields that documents can have. The rules and
 * their error codes come from the open-source backend (crates/common/src/schemas and bootstrap_model/index), so that an
 * app that starts here also deploys.
 */
import type { TableDefinition, ValidatorJson } from "../types";
import { BY_CREATION_TIME, BY_ID } from "../store/tablets";
import { LoadError } from "./loadError";

/** Per table, including staged, search and vector indexes. */
const MAX_INDEXES = 64;
/** Per index; the same limit applies to filter fields of a search or vector index. */
const MAX_INDEX_FIELDS = 16;
const [MIN_DIMENSIONS, MAX_DIMENSIONS] = [2, 4096];
/** Names of tables, indexes and fields: a letter first, after optional underscores, and 64 characters at most. */
const IDENTIFIER = /^(?=.{1,64}$)_*[a-zA-Z][a-zA-Z0-9_]*$/;

const IDENTIFIER_RULE =
  "must start with a letter and contain only letters, digits and underscores, at most 64 of them.";

/** Rejects the schema, with the backend's code for the rule. */
type Fail = (code: string, what: string) => never;

type Indexes = Pick<TableDefinition, "indexes" | "searchIndexes" | "vectorIndexes">;

/**
 * @param staged indexes that no query may use yet; the rules apply to them as well
 * @param isEnforced whether documents are validated against the schema: then an index's fields must exist in it
 * @throws {LoadError} that names the table, the index and the rule
 */
export function checkTable(table: TableDefinition, staged: Indexes, isEnforced: boolean): void {
  const fail: Fail = (code, what) => {
    throw new LoadError(`The schema's table "${table.name}": ${what} (${code})`);
  };
  if (table.name.startsWith("_"))
    fail("TableNameReserved", "names that start with an underscore are reserved.");
  if (!IDENTIFIER.test(table.name)) fail("InvalidTableName", `the name ${IDENTIFIER_RULE}`);
  if (table.documentType !== null) checkDocument(table.documentType, fail);
  const all = {
    indexes: [...table.indexes, ...staged.indexes],
    searchIndexes: [...table.searchIndexes, ...staged.searchIndexes],
    vectorIndexes: [...table.vectorIndexes, ...staged.vectorIndexes],
  };
  checkNames([...all.indexes, ...all.searchIndexes, ...all.vectorIndexes], fail);
  checkIndexes(all, fail);
  if (isEnforced && table.documentType !== null) checkReferences(all, table.documentType, fail);
}

function checkNames(indexes: readonly { readonly name: string }[], fail: Fail): void {
  if (indexes.length > MAX_INDEXES)
    fail("TooManyIndexes", `it has ${indexes.length} indexes; the maximum is ${MAX_INDEXES}.`);
  const names = new Set<string>();
  for (const { name } of indexes) {
    if (name.startsWith("_") || name === BY_ID || name === BY_CREATION_TIME)
      fail(
        "IndexNameReserved",
        `it can't have an index "${name}": names that start with an underscore, "${BY_ID}" and "${BY_CREATION_TIME}" are reserved.`,
      );
    if (!IDENTIFIER.test(name)) fail("InvalidIndexName", `the index name "${name}" ${IDENTIFIER_RULE}`);
    if (names.has(name)) fail("IndexNamesNotUnique", `it has more than one index "${name}".`);
    names.add(name);
  }
}

function checkIndexes({ indexes, searchIndexes, vectorIndexes }: Indexes, fail: Fail): void {
  for (const index of indexes) checkFields(index, fail);
  for (const { name, filterFields } of [...searchIndexes, ...vectorIndexes])
    if (new Set(filterFields).size > MAX_INDEX_FIELDS)
      fail(
        "IndexTooManyFilterFields",
        `the index "${name}" may have at most ${MAX_INDEX_FIELDS} filter fields.`,
      );
  for (const { name, dimensions } of vectorIndexes)
    if (!Number.isInteger(dimensions) || dimensions < MIN_DIMENSIONS || dimensions > MAX_DIMENSIONS)
      fail(
        "InvalidVectorDimensionError",
        `the index "${name}" has ${dimensions} dimensions; it must have ${MIN_DIMENSIONS} to ${MAX_DIMENSIONS}.`,
      );
  checkDuplicates(indexes, ({ fields }) => fields, "IndexNotUnique", fail);
  const searchKey = ({ searchField, filterFields }: Indexes["searchIndexes"][number]) => [
    searchField,
    [...new Set(filterFields)].sort(),
  ];
  checkDuplicates(searchIndexes, searchKey, "SearchIndexFieldNotUnique", fail);
  const vectorKey = ({ vectorField, dimensions }: Indexes["vectorIndexes"][number]) => [
    vectorField,
    dimensions,
  ];
  checkDuplicates(vectorIndexes, vectorKey, "VectorIndexFieldNotUnique", fail);
}

/** Index fields must exist in the document type. Filter fields of vector indexes are not checked, as on Convex. */
function checkReferences(
  { indexes, searchIndexes, vectorIndexes }: Indexes,
  documentType: ValidatorJson,
  fail: Fail,
): void {
  const references = [
    ...indexes,
    ...searchIndexes.map(({ name, searchField, filterFields }) => ({
      name,
      fields: [searchField, ...filterFields],
    })),
    ...vectorIndexes.map(({ name, vectorField }) => ({ name, fields: [vectorField] })),
  ];
  for (const { name, fields } of references)
    for (const field of fields)
      if (typesAt(documentType, field.split(".")).length === 0)
        fail(
          "SchemaDefinitionError",
          `the index "${name}" uses the field "${field}", which the table does not have.`,
        );
  for (const { name, vectorField } of vectorIndexes)
    if (!typesAt(documentType, vectorField.split(".")).some(canBeVector))
      fail(
        "SchemaDefinitionError",
        `the vector index "${name}" uses "${vectorField}", which must be v.array(v.float64()); it may be optional.`,
      );
}

function checkFields({ name, fields }: Indexes["indexes"][number], fail: Fail): void {
  if (fields.length === 0) fail("EmptyIndex", `the index "${name}" must have at least one field.`);
  if (fields.length > MAX_INDEX_FIELDS)
    fail("IndexTooManyFields", `the index "${name}" may have at most ${MAX_INDEX_FIELDS} fields.`);
  if (fields.includes("_id"))
    fail(
      "IndexFieldsContainId",
      `the index "${name}" can't use "_id": db.get(id) finds a document by its id.`,
    );
  if (fields.includes("_creationTime"))
    fail(
      "IndexFieldsContainCreationTime",
      `the index "${name}" already ends with "_creationTime": leave it out.`,
    );
  const parts = fields.flatMap((field) => field.split("."));
  if (parts.some((part) => part.startsWith("_")))
    fail(
      "IndexFieldNameReserved",
      `the index "${name}" can't use a field that starts with an underscore: such fields are reserved.`,
    );
  const invalid = fields.find((field) => !field.split(".").every((part) => IDENTIFIER.test(part)));
  if (invalid !== undefined)
    fail("InvalidIndexField", `the index "${name}" can't use "${invalid}": a field ${IDENTIFIER_RULE}`);
  const twice = fields.find((field, i) => fields.indexOf(field) < i);
  if (twice !== undefined)
    fail("FieldsNotUniqueWithinIndex", `the index "${name}" has the field "${twice}" twice.`);
}

/** Rejects two indexes with the same contents. */
function checkDuplicates<T extends { readonly name: string }>(
  indexes: readonly T[],
  contentsOf: (index: T) => unknown,
  code: string,
  fail: Fail,
): void {
  const seen = new Map<string, string>();
  for (const index of indexes) {
    const held = JSON.stringify(contentsOf(index));
    const other = seen.get(held);
    if (other !== undefined)
      fail(code, `the indexes "${other}" and "${index.name}" have the same contents: remove one of them.`);
    seen.set(held, index.name);
  }
}

/** A document type must be an object, a union of objects, or `any`; field names must be identifiers. */
function checkDocument(type: ValidatorJson, fail: Fail): void {
  const kinds = type.type === "union" ? type.value : [type];
  const wrong = kinds.find((kind) => kind.type !== "object" && !(kind === type && kind.type === "any"));
  if (wrong !== undefined)
    fail(
      "SchemaDefinitionError",
      `a document can't have the type ${wrong.type}: use v.object() or a union of objects.`,
    );
  const invalid = fieldsIn(type).find((field) => !IDENTIFIER.test(field));
  if (invalid !== undefined) fail("SchemaDefinitionError", `the field "${invalid}" ${IDENTIFIER_RULE}`);
}

function fieldsIn(type: ValidatorJson): string[] {
  switch (type.type) {
    case "object":
      return Object.entries(type.value).flatMap(([name, { fieldType }]) => [name, ...fieldsIn(fieldType)]);
    case "union":
      return type.value.flatMap(fieldsIn);
    case "array":
      return fieldsIn(type.value);
    case "record":
      return [...fieldsIn(type.keys), ...fieldsIn(type.values.fieldType)];
    default:
      return [];
  }
}

/** The types that a value of `type` may have at a path; empty if the path can't exist. */
function typesAt(type: ValidatorJson, path: readonly string[]): ValidatorJson[] {
  const [field, ...rest] = path;
  if (field === undefined || type.type === "any") return [type];
  if (type.type === "union") return type.value.flatMap((kind) => typesAt(kind, path));
  if (type.type !== "object") return [];
  const of = Object.hasOwn(type.value, field) ? type.value[field] : undefined;
  return of === undefined ? [] : typesAt(of.fieldType, rest);
}

function canBeVector(type: ValidatorJson): boolean {
  if (type.type === "union") return type.value.some(canBeVector);
  if (type.type === "array") return type.value.type === "number" || type.value.type === "any";
  return type.type === "any";
}
