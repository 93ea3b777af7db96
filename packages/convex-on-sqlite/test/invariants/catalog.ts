/** Checks the stored catalog against the schemas: the same tables and indexes, made from the same definitions. */
import { TEXT_INDEX_FORM } from "../../src/search/textIndex";
import { VECTOR_INDEX_FORM } from "../../src/search/vectorIndex";
import { checksum } from "../../src/store/storedIndexes";
import type { Sqlite } from "../../src/store/sqlite";
import {
  BY_CREATION_TIME,
  BY_ID,
  keyPathsOf,
  Tablets,
  type Index,
  type Tablet,
  type TextIndex,
  type VectorIndex,
} from "../../src/store/tablets";
import type { SchemaDefinition, TableDefinition } from "../../src/types";
import type { Report } from "./finding";

/** Schemas by component path; null for a component without one, or a removed component. */
export type Schemas = ReadonlyMap<string, SchemaDefinition | null>;

/** The stored catalog. */
export interface Catalog {
  readonly tablets: Tablets;
  readonly all: readonly Tablet[];
}

/** A row of the `indexes` table. */
interface StoredIndex {
  readonly id: number;
  readonly name: string;
  readonly kind: string;
  readonly definition: string;
}

/** Reads the catalog and reports differences from the schemas. */
export function readCatalog(db: Sqlite, schemas: Schemas, report: Report): Catalog {
  const tablets = new Tablets();
  const all: Tablet[] = [];
  for (const [number, component, table, sum] of db.rows(
    "SELECT id, component, name, checksum FROM tablets",
  )) {
    const [id, componentPath, name] = [Number(number), String(component), String(table)];
    const schema = schemas.get(componentPath);
    const definition = schema?.tables.get(name);
    const documentType = schema?.validate === true ? (definition?.documentType ?? null) : null;
    if (sum !== checksum(documentType))
      report("catalog", `table ${componentPath}:${name} was checked against another validator`);
    const indexes = storedIndexes(db, id, `${componentPath}:${name}`, definition, report);
    const byId = indexes.database.get(BY_ID);
    if (byId === undefined) continue;
    const isSystem = name.startsWith("_");
    const tablet: Tablet = {
      ...{ id, componentPath, name, isSystem, documentType, byId },
      indexes: indexes.database,
      staged: new Set(definition?.staged),
      search: { text: indexes.text, vector: indexes.vector },
    };
    tablets.add(tablet);
    all.push(tablet);
  }
  for (const [path, schema] of schemas) {
    for (const name of schema?.tables.keys() ?? []) {
      if (tablets.named(path, name) === undefined) report("catalog", `table ${path}:${name} is missing`);
    }
  }
  for (const [id] of db.rows("SELECT id FROM indexes WHERE tablet NOT IN (SELECT id FROM tablets)"))
    report("catalog", `index ${id} belongs to no table`);
  return { tablets, all };
}

interface TableIndexes {
  readonly database: ReadonlyMap<string, Index>;
  readonly text: ReadonlyMap<string, TextIndex>;
  readonly vector: ReadonlyMap<string, VectorIndex>;
}

function storedIndexes(
  db: Sqlite,
  tablet: number,
  table: string,
  definition: TableDefinition | undefined,
  report: Report,
): TableIndexes {
  const stored = new Map<string, StoredIndex>();
  const sql = "SELECT id, name, kind, definition FROM indexes WHERE tablet = ?";
  for (const [id, name, kind, text] of db.rows(sql, [tablet])) {
    const index = { id: Number(id), name: String(name), kind: String(kind), definition: String(text) };
    stored.set(`${index.kind} ${index.name}`, index);
  }
  /** Removes a declared index from `stored` and returns its id; undeclared ones remain. */
  const take = (kind: string, name: string, sum: string): number | null => {
    const found = stored.get(`${kind} ${name}`);
    stored.delete(`${kind} ${name}`);
    if (found?.definition === sum) return found.id;
    const problem = found === undefined ? "is missing" : "was made from another definition";
    report("catalog", `${kind} index ${table}.${name} ${problem}`);
    return null;
  };
  const database = new Map<string, Index>();
  const implied = [BY_ID, BY_CREATION_TIME].map((name) => ({ name, fields: [] }));
  for (const { name, fields } of [...implied, ...(definition?.indexes ?? [])]) {
    const id = take("database", name, checksum(fields));
    if (id !== null) database.set(name, { id, name, fields, keyPaths: keyPathsOf(name, fields) });
  }
  const text = new Map<string, TextIndex>();
  for (const index of definition?.searchIndexes ?? []) {
    const id = take("text", index.name, checksum([TEXT_INDEX_FORM, index]));
    if (id !== null) text.set(index.name, { ...index, id });
  }
  const vector = new Map<string, VectorIndex>();
  for (const index of definition?.vectorIndexes ?? []) {
    const id = take("vector", index.name, checksum([VECTOR_INDEX_FORM, index]));
    if (id !== null) vector.set(index.name, { ...index, id });
  }
  for (const { kind, name } of stored.values())
    report("catalog", `${kind} index ${table}.${name} is stored, but not declared`);
  return { database, text, vector };
}
