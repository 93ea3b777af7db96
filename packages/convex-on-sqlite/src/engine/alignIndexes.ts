/** Updates the stored indexes of a table to match its schema, in the transaction at the start. */
import { createTextIndex, dropTextIndex, TEXT_INDEX_FORM, textRow, writeTextRow } from "../search/textIndex";
import {
  createVectorIndex,
  dropVectorIndex,
  VECTOR_INDEX_FORM,
  vectorRow,
  writeVectorRow,
} from "../search/vectorIndex";
import type { Logger } from "../log";
import { clearIndex, eachDocument } from "../store/backfill";
import { insertEntry, keyOf } from "../store/documents";
import type { Sqlite } from "../store/sqlite";
import { checksum, type IndexCatalog, type IndexKind, type StoredIndexes } from "../store/storedIndexes";
import { BY_CREATION_TIME, BY_ID, keyPathsOf, type Index, type Tablet } from "../store/tablets";
import type { ConvexObject, TableDefinition } from "../types";

interface Named {
  readonly name: string;
}
type Stored<D> = D & { readonly id: number };
type IndexFields = Pick<Index, "name" | "fields" | "keyPaths">;

/** Creates and removes the indexes of one kind; `D` is their declaration. */
interface Kind<D extends Named> {
  /** The name of the kind in the catalog. */
  readonly name: IndexKind;
  /** The part of the declaration that decides whether an index has to be rebuilt. */
  definitionOf(declared: D): object;
  create(db: Sqlite, index: Stored<D>): void;
  drop(db: Sqlite, index: { readonly id: number }): void;
  /** Adds a document that the index does not contain yet. */
  enter(db: Sqlite, index: Stored<D>, seq: number, document: ConvexObject): void;
}

const DATABASE: Kind<IndexFields> = {
  name: "database",
  definitionOf: ({ fields }) => fields,
  create: () => undefined,
  drop: (db, { id }) => clearIndex(db, id),
  enter: (db, index, seq, document) => insertEntry(db, index.id, keyOf(index, document), seq),
};

const TEXT: Kind<TableDefinition["searchIndexes"][number]> = {
  name: "text",
  definitionOf: (declared) => [TEXT_INDEX_FORM, declared],
  create: createTextIndex,
  drop: dropTextIndex,
  enter: (db, index, seq, document) => void writeTextRow(db, index, seq, null, textRow(index, document)),
};

const VECTOR: Kind<TableDefinition["vectorIndexes"][number]> = {
  name: "vector",
  definitionOf: (declared) => [VECTOR_INDEX_FORM, declared],
  create: createVectorIndex,
  drop: dropVectorIndex,
  enter: (db, index, seq, document) => {
    const place = { seq, id: String(document._id) };
    writeVectorRow(db, index, place, null, vectorRow(index, document));
  },
};

/**
 * Aligns the indexes of a tablet with `definition`: fills new and changed ones with its documents, drops those no longer
 * declared. Logs progress when filling an index takes long.
 */
export function alignIndexes(
  { db, log }: Pick<Place, "db" | "log">,
  { id: tablet, name: table }: Pick<Tablet, "id" | "name">,
  definition: TableDefinition | undefined,
  stored: IndexCatalog,
): Pick<Tablet, "indexes" | "byId" | "search"> {
  const { indexes = [], searchIndexes = [], vectorIndexes = [] } = definition ?? {};
  const declared = [{ name: BY_CREATION_TIME, fields: [] }, ...indexes];
  const own = new Map(stored(tablet, "database"));
  const byIdFields = withPaths({ name: BY_ID, fields: [] });
  // All other indexes are filled from this one. If it is new, so is the table, and there are no documents.
  const byId = { ...byIdFields, id: own.get(BY_ID)?.id ?? addIndex(db, tablet, DATABASE, byIdFields) };
  own.delete(BY_ID);
  const place = { db, tablet, table, byId, log };
  return {
    byId,
    indexes: new Map([[BY_ID, byId], ...alignKind(place, DATABASE, declared.map(withPaths), own)]),
    search: {
      text: alignKind(place, TEXT, searchIndexes, stored(tablet, "text")),
      vector: alignKind(place, VECTOR, vectorIndexes, stored(tablet, "vector")),
    },
  };
}

function withPaths({ name, fields }: Pick<Index, "name" | "fields">): IndexFields {
  return { name, fields, keyPaths: keyPathsOf(name, fields) };
}

/** The tablet whose indexes are being aligned. */
interface Place {
  readonly db: Sqlite;
  readonly tablet: number;
  readonly table: string;
  readonly byId: Index;
  readonly log: Pick<Logger, "info">;
}

function alignKind<D extends Named>(
  { db, tablet, table, byId, log }: Place,
  kind: Kind<D>,
  declared: readonly D[],
  stored: StoredIndexes,
): Map<string, Stored<D>> {
  const kept = new Map<string, number>();
  for (const definition of declared) {
    const found = stored.get(definition.name);
    if (found?.definition === checksum(kind.definitionOf(definition))) kept.set(definition.name, found.id);
  }
  for (const [name, { id }] of stored) {
    if (kept.has(name)) continue;
    kind.drop(db, { id });
    db.run("DELETE FROM indexes WHERE id = ?", [id]);
  }
  const aligned = new Map<string, Stored<D>>();
  for (const definition of declared) {
    const id = kept.get(definition.name);
    const index = { ...definition, id: id ?? addIndex(db, tablet, kind, definition) };
    aligned.set(definition.name, index);
    if (id !== undefined) continue;
    kind.create(db, index);
    eachDocument(
      db,
      byId,
      (document, seq) => kind.enter(db, index, seq, document),
      (documents) => log.info("filling an index", { table, index: index.name, documents }),
    );
  }
  return aligned;
}

/** Returns the new index's id. */
function addIndex<D extends Named>(db: Sqlite, tablet: number, kind: Kind<D>, definition: D): number {
  const sum = checksum(kind.definitionOf(definition));
  const sql = "INSERT INTO indexes (tablet, name, kind, definition) VALUES (?, ?, ?, ?)";
  return db.run(sql, [tablet, definition.name, kind.name, sum]);
}
