/** The indexes that the catalog lists, and what each was declared as, so that a changed one is told from one that is not. */
import { createHash } from "node:crypto";
import type { Sqlite } from "./sqlite";

/** An index as it is stored, with the checksum of what it was declared as. */
export interface StoredIndex {
  readonly id: number;
  readonly definition: string;
}

/** Of one table and one kind, by name. */
export type StoredIndexes = ReadonlyMap<string, StoredIndex>;

export type IndexKind = "database" | "text" | "vector";

/** What is stored of a table. */
export type IndexCatalog = (tablet: number, kind: IndexKind) => StoredIndexes;

/** A catalog that lists none yet, as for a table that is made. */
export const NO_INDEXES: IndexCatalog = () => new Map();

/** Reads all at once: a query for each table took a third of opening a database. */
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

/** A hash of a definition, as it is stored beside what was made from it. */
export function checksum(definition: object | null): string {
  return createHash("sha256").update(JSON.stringify(definition)).digest("hex");
}
