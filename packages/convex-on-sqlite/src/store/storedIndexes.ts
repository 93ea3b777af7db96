/** The indexes in the catalog, with checksums of their declarations to detect changed ones. */
import { createHash } from "node:crypto";
import type { Sqlite } from "./sqlite";

/** A stored index with the checksum of its declaration. */
export interface StoredIndex {
  readonly id: number;
  readonly definition: string;
}

/** Of one table and one kind, by name. */
export type StoredIndexes = ReadonlyMap<string, StoredIndex>;

export type IndexKind = "database" | "text" | "vector";

/** Returns the stored indexes of a table. */
export type IndexCatalog = (tablet: number, kind: IndexKind) => StoredIndexes;

/** An empty catalog, for a new table. */
export const NO_INDEXES: IndexCatalog = () => new Map();

/** Reads all indexes at once: a query per table took a third of the time to open a database. */
export function readIndexCatalog(db: Sqlite): IndexCatalog {
  const lists = new Map<string, Map<string, StoredIndex>>();
  for (const row of db.rows("SELECT tablet, kind, name, id, definition FROM indexes ORDER BY id")) {
    const [tablet, kind, name, id, definition] = row;
    const key = `${tablet} ${kind}`;
    const list = lists.get(key) ?? new Map<string, StoredIndex>();
    lists.set(key, list.set(String(name), { id: Number(id), definition: String(definition) }));
  }
  return (tablet, kind) => lists.get(`${tablet} ${kind}`) ?? new Map();
}

/** Definitions don't change. Opening a database takes most of their checksums twice, tests take all of them for each database. */
const checksums = new WeakMap<object, string>();

/** A hash of a definition, stored beside what was made from it. */
export function checksum(definition: object | null): string {
  const known = definition === null ? undefined : checksums.get(definition);
  if (known !== undefined) return known;
  const sum = createHash("sha256").update(JSON.stringify(definition)).digest("hex");
  if (definition !== null) checksums.set(definition, sum);
  return sum;
}
