/** Reads the default export of a `schema` module. */
import type { SchemaDefinition, TableDefinition, ValidatorJson } from "../types";
import { LoadError } from "./loadError";
import { checkTable } from "./schemaRules";

/** An index in the form that `table.export()` returns. */
type Exported<Index extends { readonly name: string }> = Omit<Index, "name"> & {
  readonly indexDescriptor: string;
};

interface ExportedTable {
  readonly indexes: readonly Exported<TableDefinition["indexes"][number]>[];
  readonly searchIndexes: readonly Exported<TableDefinition["searchIndexes"][number]>[];
  readonly vectorIndexes: readonly Exported<TableDefinition["vectorIndexes"][number]>[];
  readonly stagedDbIndexes: ExportedTable["indexes"];
  readonly stagedSearchIndexes: ExportedTable["searchIndexes"];
  readonly stagedVectorIndexes: ExportedTable["vectorIndexes"];
  readonly documentType: ValidatorJson;
}

interface RuntimeSchema {
  readonly tables: Readonly<Record<string, { export(): ExportedTable }>>;
  readonly schemaValidation: boolean;
}

function isSchema(value: unknown): value is RuntimeSchema {
  return typeof value === "object" && value !== null && "tables" in value && "schemaValidation" in value;
}

/** The type without system fields, which Convex also omits from a table's validator. */
function ownFields(documentType: ValidatorJson): ValidatorJson {
  if (documentType.type === "union") return { ...documentType, value: documentType.value.map(ownFields) };
  if (documentType.type !== "object") return documentType;
  const own = Object.entries(documentType.value).filter(([field]) => !field.startsWith("_"));
  return { ...documentType, value: Object.fromEntries(own) };
}

function named<Index extends { readonly indexDescriptor: string }>({ indexDescriptor, ...index }: Index) {
  return { name: indexDescriptor, ...index };
}

function readTable(name: string, table: ExportedTable): TableDefinition {
  return {
    name,
    documentType: ownFields(table.documentType),
    indexes: table.indexes.map(named),
    searchIndexes: table.searchIndexes.map(named),
    vectorIndexes: table.vectorIndexes.map(named),
    staged: Object.values(readStaged(table)).flatMap((indexes) => indexes.map(({ name }) => name)),
  };
}

/** The staged indexes, which no query may use yet. */
function readStaged({ stagedDbIndexes, stagedSearchIndexes, stagedVectorIndexes }: ExportedTable) {
  return {
    indexes: stagedDbIndexes.map(named),
    searchIndexes: stagedSearchIndexes.map(named),
    vectorIndexes: stagedVectorIndexes.map(named),
  };
}

/**
 * Reads a schema. Of staged indexes only the names are kept, because no query may use them yet.
 * @throws {LoadError} when the module's default export is not a schema, or a deployment would reject it
 */
export function readSchema(exported: unknown): SchemaDefinition {
  if (!isSchema(exported))
    throw new LoadError("The schema module must export defineSchema() as its default.");
  const tables = Object.entries(exported.tables).map(([name, table]) => {
    const tableExport = table.export();
    const definition = readTable(name, tableExport);
    checkTable(definition, readStaged(tableExport), exported.schemaValidation);
    return [name, definition] as const;
  });
  return { tables: new Map(tables), validate: exported.schemaValidation };
}
