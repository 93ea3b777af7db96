/** Brings the stored text and vector indexes of a table in line with its schema, in the transaction at the start. */
import { eachDocument } from "../store/backfill";
import { checksum } from "../store/checksum";
import type { Sqlite } from "../store/sqlite";
import type { IndexCatalog, StoredIndexes } from "../store/storedIndexes";
import type { Index, SearchIndexes } from "../store/tablets";
import type { ConvexObject, TableDefinition } from "../types";
import {
  createTextIndex,
  dropTextIndex,
  TEXT_INDEX_FORM,
  textRow,
  writeTextRow,
  type TextIndex,
} from "./textIndex";
import {
  createVectorIndex,
  dropVectorIndex,
  VECTOR_INDEX_FORM,
  vectorRow,
  writeVectorRow,
  type VectorIndex,
} from "./vectorIndex";

/** How the indexes of one kind are made and removed. */
interface Kind<T extends { readonly id: number }> {
  /** The name of the kind in the catalog. */
  readonly name: "text" | "vector";
  readonly form: number;
  create(db: Sqlite, index: T): void;
  drop(db: Sqlite, index: { readonly id: number }): void;
  /** Enters a document that the index does not have yet. */
  enter(db: Sqlite, index: T, seq: number, document: ConvexObject): void;
}

const TEXT: Kind<TextIndex> = {
  name: "text",
  form: TEXT_INDEX_FORM,
  create: createTextIndex,
  drop: dropTextIndex,
  enter: (db, index, seq, document) => void writeTextRow(db, index, seq, null, textRow(index, document)),
};

const VECTOR: Kind<VectorIndex> = {
  name: "vector",
  form: VECTOR_INDEX_FORM,
  create: createVectorIndex,
  drop: dropVectorIndex,
  enter: (db, index, seq, document) => {
    const place = { seq, id: String(document._id) };
    writeVectorRow(db, index, place, null, vectorRow(index, document));
  },
};

/**
 * The search indexes of a tablet as `definition` declares them: new and changed ones are filled with the documents
 * that `byId` lists, those no longer declared are dropped.
 */
export function alignSearchIndexes(
  db: Sqlite,
  tablet: number,
  byId: Index,
  definition: TableDefinition | undefined,
  stored: IndexCatalog,
): SearchIndexes {
  const { searchIndexes = [], vectorIndexes = [] } = definition ?? {};
  return {
    text: alignKind(db, tablet, byId, TEXT, searchIndexes, stored.of(tablet, "text")),
    vector: alignKind(db, tablet, byId, VECTOR, vectorIndexes, stored.of(tablet, "vector")),
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
    const sum = checksum([kind.form, definition]);
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
    const id = db.run("INSERT INTO indexes (tablet, name, kind, definition) VALUES (?, ?, ?, ?)", [
      tablet,
      name,
      kind.name,
      checksum([kind.form, definition]),
    ]);
    const index = withId<T>(definition, id);
    kind.create(db, index);
    eachDocument(db, byId, (document, seq) => kind.enter(db, index, seq, document));
    aligned.set(name, index);
  }
  return aligned;
}

function withId<T extends { readonly id: number }>(definition: Omit<T, "id">, id: number): T {
  // What `Omit` took away is put back.
  return { ...definition, id } as T;
}
