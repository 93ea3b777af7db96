/** Reads the default export of a `schema` module. */
import type { SchemaDefinition, TableDefinition, ValidatorJson } from "../types";
import { LoadError } from "./load-error";
import { checkIndexes } from "./schemaRules";

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

function readTable(name: string, table: ExportedTable): TableDefinition {
  return {
    name,
    documentType: table.documentType,
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
    checkIndexes(definition);
    return [name, definition] as const;
  });
  return { tables: new Map(tables), validate: exported.schemaValidation };
}
