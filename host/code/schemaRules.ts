/**
 * What Convex refuses of a schema's indexes: an app that starts here can be deployed there. What only search indexes have
 * is looked at where they are made.
 */
import type { TableDefinition } from "../types";
import { LoadError } from "./load-error";

const MOST_INDEXES = 32;
const MOST_FIELDS = 16;
const NAME = /^[a-zA-Z][a-zA-Z0-9_]{0,63}$/;
const RESERVED: ReadonlySet<string> = new Set(["by_id", "by_creation_time"]);

/** Throws a `LoadError` that names the table and the index where one can't be. */
export function checkIndexes({ name: table, indexes, searchIndexes, vectorIndexes }: TableDefinition): void {
  const names = [...indexes, ...searchIndexes, ...vectorIndexes].map(({ name }) => name);
  const refuse = (index: string, why: string): never => {
    throw new LoadError(`The schema can't have the index "${index}" of the table "${table}": ${why}.`);
  };
  if (names.length > MOST_INDEXES)
    throw new LoadError(
      `The schema has ${names.length} indexes of the table "${table}", and ${MOST_INDEXES} are the most.`,
    );
  for (const [at, name] of names.entries()) {
    if (RESERVED.has(name)) refuse(name, "this name is that of an index that every table has");
    if (!NAME.test(name))
      refuse(name, "a name has up to 64 letters, digits and underscores, and begins with a letter");
    if (names.indexOf(name) !== at) refuse(name, "there is another one of this name");
  }
  for (const { name, fields } of indexes) {
    if (fields.length === 0) refuse(name, "it has no fields");
    checkFields(fields, (why) => refuse(name, why));
  }
}

function checkFields(fields: readonly string[], refuse: (why: string) => void): void {
  if (fields.length > MOST_FIELDS) refuse(`it has ${fields.length} fields, and ${MOST_FIELDS} are the most`);
  for (const [at, field] of fields.entries()) {
    if (field === "_creationTime") refuse("every index ends with the creation time by itself");
    if (fields.indexOf(field) !== at) refuse(`it has the field "${field}" twice`);
  }
}
