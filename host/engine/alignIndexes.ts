/** Brings the stored indexes of a table in line with its schema, in the transaction at the start. */
import { createTextIndex, dropTextIndex, TEXT_INDEX_FORM, textRow, writeTextRow } from "../search/textIndex";
import {
  createVectorIndex,
  dropVectorIndex,
  VECTOR_INDEX_FORM,
  vectorRow,
  writeVectorRow,
} from "../search/vectorIndex";
import { clearIndex, eachDocument } from "../store/backfill";
import { insertEntry, keyOf } from "../store/documents";
import type { Sqlite } from "../store/sqlite";
import { checksum, type IndexCatalog, type IndexKind, type StoredIndexes } from "../store/storedIndexes";
import {
  BY_CREATION_TIME,
  BY_ID,
  keyPathsOf,
  type Index,
  type Tablet,
  type TextIndex,
  type VectorIndex,
} from "../store/tablets";
import type { ConvexObject, TableDefinition } from "../types";

/** How the indexes of one kind are made and removed. */
interface Kind<T extends { readonly id: number }> {
  /** The name of the kind in the catalog. */
  readonly name: IndexKind;
  /** What tells an index that changed from one that did not. */
  definitionOf(declared: Omit<T, "id">): object;
  create(db: Sqlite, index: T): void;
  drop(db: Sqlite, index: { readonly id: number }): void;
  /** Enters a document that the index does not have yet. */
  enter(db: Sqlite, index: T, seq: number, document: ConvexObject): void;
}

const DATABASE: Kind<Index> = {
  name: "database",
  definitionOf: ({ fields }) => fields,
  create: () => undefined,
  drop: (db, { id }) => clearIndex(db, id),
  enter: (db, index, seq, document) => insertEntry(db, index.id, keyOf(index, document), seq),
};

const TEXT: Kind<TextIndex> = {
  name: "text",
  definitionOf: (declared) => [TEXT_INDEX_FORM, declared],
  create: createTextIndex,
  drop: dropTextIndex,
  enter: (db, index, seq, document) => void writeTextRow(db, index, seq, null, textRow(index, document)),
};

const VECTOR: Kind<VectorIndex> = {
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
 * The indexes of a tablet as `definition` declares them: new and changed ones are filled with its documents, those no
 * longer declared are dropped.
 */
export function alignIndexes(
  db: Sqlite,
  tablet: number,
  definition: TableDefinition | undefined,
  stored: IndexCatalog,
): Pick<Tablet, "indexes" | "byId" | "search"> {
  const { indexes = [], searchIndexes = [], vectorIndexes = [] } = definition ?? {};
  const declared = (name: string, fields: readonly string[]): Omit<Index, "id"> => ({
    name,
    fields,
    keyPaths: keyPathsOf(name, fields),
  });
  const own = new Map(stored(tablet, "database"));
  const storedById = own.get(BY_ID);
  own.delete(BY_ID);
  // By it all others are filled; where it is new, the table is, too, and has nothing to fill them with.
  const byId: Index =
    storedById === undefined
      ? addIndex(db, tablet, DATABASE, declared(BY_ID, []))
      : { ...declared(BY_ID, []), id: storedById.id };
  const align = <T extends { readonly id: number; readonly name: string }>(
    kind: Kind<T>,
    definitions: readonly Omit<T, "id">[],
    found: StoredIndexes,
  ) => alignKind(db, tablet, byId, kind, definitions, found);
  const others = [
    declared(BY_CREATION_TIME, []),
    ...indexes.map(({ name, fields }) => declared(name, fields)),
  ];
  return {
    byId,
    indexes: new Map([[BY_ID, byId], ...align(DATABASE, others, own)]),
    search: {
      text: align(TEXT, searchIndexes, stored(tablet, "text")),
      vector: align(VECTOR, vectorIndexes, stored(tablet, "vector")),
    },
  };
}

function alignKind<T extends { readonly id: number; readonly name: string }>(
  db: Sqlite,
  tablet: number,
  byId: Index,
  kind: Kind<T>,
  declared: readonly Omit<T, "id">[],
  stored: StoredIndexes,
): Map<string, T> {
  const aligned = new Map<string, T>();
  for (const definition of declared) {
    const { name } = definition;
    const sum = checksum(kind.definitionOf(definition));
    const found = stored.get(name);
    if (found?.definition === sum) aligned.set(name, withId(definition, found.id));
  }
  for (const [name, { id }] of stored) {
    if (aligned.has(name)) continue;
    kind.drop(db, { id });
    db.run("DELETE FROM indexes WHERE id = ?", [id]);
  }
  for (const definition of declared) {
    const { name } = definition;
    if (aligned.has(name)) continue;
    const index = addIndex(db, tablet, kind, definition);
    eachDocument(db, byId, (document, seq) => kind.enter(db, index, seq, document));
    aligned.set(name, index);
  }
  return aligned;
}

function addIndex<T extends { readonly id: number; readonly name: string }>(
  db: Sqlite,
  tablet: number,
  kind: Kind<T>,
  definition: Omit<T, "id">,
): T {
  const id = db.run("INSERT INTO indexes (tablet, name, kind, definition) VALUES (?, ?, ?, ?)", [
    tablet,
    definition.name,
    kind.name,
    checksum(kind.definitionOf(definition)),
  ]);
  const index = withId<T>(definition, id);
  kind.create(db, index);
  return index;
}

function withId<T extends { readonly id: number }>(definition: Omit<T, "id">, id: number): T {
  // What `Omit` took away is put back.
  return { ...definition, id } as T;
}
