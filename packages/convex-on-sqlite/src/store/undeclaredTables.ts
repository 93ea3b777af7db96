/**
 * Tables that no schema declares. As on Convex, a table comes into being with its first document, whether the app has a schema or
 * not: `strictTableNameTypes` is a matter of types. Until then a query finds nothing in it.
 */
import type { Sqlite } from "./sqlite";
import { checksum } from "./storedIndexes";
import { BY_CREATION_TIME, BY_ID, keyPathsOf, type Index, type Tablet, type Tablets } from "./tablets";

/** The first table number. On Convex, smaller numbers belong to system tables. */
export const FIRST_TABLET = 10_001;

/** Convex's rule for names. */
const NAME = /^(?=.*[A-Za-z0-9])[A-Za-z][A-Za-z0-9_]{0,63}$/;

/** The numbers that the next new tables get. Nothing but their use here gives out numbers after the start. */
interface Free {
  tablet: number;
  index: number;
}

const freeNumbers = new WeakMap<Tablets, Free>();

function freeIn(db: Sqlite, tablets: Tablets): Free {
  const known = freeNumbers.get(tablets);
  if (known !== undefined) return known;
  const next = (table: string): number => Number(db.row(`SELECT max(id) FROM ${table}`)?.[0] ?? 0) + 1;
  // An index that was dropped may have had a higher number than all that are left.
  const used = Number(db.row("SELECT seq FROM sqlite_sequence WHERE name = 'indexes'")?.[0] ?? 0) + 1;
  const free = { tablet: Math.max(next("tablets"), FIRST_TABLET), index: Math.max(next("indexes"), used) };
  freeNumbers.set(tablets, free);
  return free;
}

/**
 * A table that is not in the database yet. It has its numbers already, so that a query that found nothing in it runs again when
 * it gets a document.
 * @throws for a name that Convex rejects
 */
export function undeclaredTable(db: Sqlite, tablets: Tablets, componentPath: string, name: string): Tablet {
  if (!NAME.test(name))
    throw new Error(
      `Invalid table name: "${name}". Names start with a letter and contain only letters, digits and underscores, at most 64.`,
    );
  const free = freeIn(db, tablets);
  const index = (indexName: string): Index => {
    const keyPaths = keyPathsOf(indexName, []);
    return { id: free.index++, name: indexName, fields: [], keyPaths };
  };
  const byId = index(BY_ID);
  const tablet: Tablet = {
    ...{
      id: free.tablet++,
      componentPath,
      name,
      isSystem: false,
      documentType: null,
      staged: new Set<string>(),
    },
    ...{ byId, indexes: new Map([byId, index(BY_CREATION_TIME)].map((one) => [one.name, one])) },
    search: { text: new Map(), vector: new Map() },
  };
  tablets.addUnstored(tablet);
  return tablet;
}

/**
 * Writes the table itself, with each of its documents: the transaction that wrote it first may have been rolled back. Cheap
 * enough for tables of development.
 */
export function storeTable(db: Sqlite, tablets: Tablets, tablet: Tablet): void {
  const sql = "INSERT OR IGNORE INTO tablets (id, component, name, checksum) VALUES (?, ?, ?, ?)";
  db.run(sql, [tablet.id, tablet.componentPath, tablet.name, checksum(null)]);
  for (const { id, name, fields } of tablet.indexes.values())
    db.run(
      "INSERT OR IGNORE INTO indexes (id, tablet, name, kind, definition) VALUES (?, ?, ?, 'database', ?)",
      [...[id, tablet.id, name], checksum(fields)],
    );
  tablets.noteStored(tablet);
}
