/** Reads the default export of a `schema` module. */
import type { SchemaDefinition, TableDefinition, ValidatorJson } from "../types";
import { LoadError } from "./loadError";
import { checkTable } from "./schemaRules";

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

/**
 * Reads a schema. Staged indexes are left out: nothing may use them yet.
 * @throws {LoadError} when the module's default export is no schema, or one that Convex refuses
 */
export function readSchema(exported: unknown): SchemaDefinition {
  if (!isSchema(exported))
    throw new LoadError("The schema module must export defineSchema() as its default.");
  const tables = Object.entries(exported.tables).map(([name, table]) => {
    const definition = readTable(name, table.export());
    checkTable(definition, { validate: exported.schemaValidation });
    return [name, definition] as const;
  });
  return { tables: new Map(tables), validate: exported.schemaValidation };
}
