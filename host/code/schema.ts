/** Reads the default export of a `schema` module. */
import type { SchemaDefinition, TableDefinition, ValidatorJson } from "../types";
import { BY_CREATION_TIME, BY_ID } from "../store/tablets";
import { LoadError } from "./loadError";

interface ExportedTable {
  readonly indexes: readonly { readonly indexDescriptor: string; readonly fields: readonly string[] }[];
  readonly searchIndexes: readonly {
    readonly indexDescriptor: string;
    readonly searchField: string;
    readonly filterFields: readonly string[];
  }[];
  readonly vectorIndexes: readonly {
    readonly indexDescriptor: string;
    readonly vectorField: string;
    readonly dimensions: number;
    readonly filterFields: readonly string[];
  }[];
  readonly documentType: ValidatorJson;
}

interface RuntimeSchema {
  readonly tables: Readonly<Record<string, { export(): ExportedTable }>>;
  readonly schemaValidation: boolean;
}

function isSchema(value: unknown): value is RuntimeSchema {
  return typeof value === "object" && value !== null && "tables" in value && "schemaValidation" in value;
}

/** Without the fields that only the system may write: Convex leaves them out of a table's validator as well. */
function ownFields(documentType: ValidatorJson): ValidatorJson {
  if (documentType.type === "union") return { ...documentType, value: documentType.value.map(ownFields) };
  if (documentType.type !== "object") return documentType;
  const own = Object.entries(documentType.value).filter(([field]) => !field.startsWith("_"));
  return { ...documentType, value: Object.fromEntries(own) };
}

function readTable(name: string, table: ExportedTable): TableDefinition {
  return {
    name,
    documentType: ownFields(table.documentType),
    indexes: table.indexes.map(({ indexDescriptor, fields }) => ({ name: indexDescriptor, fields })),
    searchIndexes: table.searchIndexes.map(({ indexDescriptor, searchField, filterFields }) => ({
      name: indexDescriptor,
      searchField,
      filterFields,
    })),
    vectorIndexes: table.vectorIndexes.map(({ indexDescriptor, vectorField, dimensions, filterFields }) => ({
      name: indexDescriptor,
      vectorField,
      dimensions,
      filterFields,
    })),
  };
}

/** The engine goes by names. What else Convex refuses of a schema, a deployment tells. */
function checkNames({ name: table, indexes, searchIndexes, vectorIndexes }: TableDefinition): void {
  if (table.startsWith("_"))
    throw new LoadError(`The schema can't have the table "${table}": such names are the system's.`);
  const names = new Set([BY_ID, BY_CREATION_TIME]);
  for (const { name } of [...indexes, ...searchIndexes, ...vectorIndexes]) {
    if (names.has(name))
      throw new LoadError(`The schema can't have the index "${name}" of the table "${table}": it has one.`);
    names.add(name);
  }
}

/**
 * Reads a schema. Staged indexes are left out: as on Convex, nothing may use them yet.
 * @throws {LoadError} when the module's default export is no schema, or gives a table or an index a name that is taken
 */
export function readSchema(exported: unknown): SchemaDefinition {
  if (!isSchema(exported))
    throw new LoadError("The schema module must export defineSchema() as its default.");
  const tables = Object.entries(exported.tables).map(([name, table]) => {
    const definition = readTable(name, table.export());
    checkNames(definition);
    return [name, definition] as const;
  });
  return { tables: new Map(tables), validate: exported.schemaValidation };
}
