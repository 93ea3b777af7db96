/** Updates the rows of a table's search indexes in the transaction that writes its documents. */
import type { Sqlite } from "../store/sqlite";
import type { Tablet } from "../store/tablets";
import type { ConvexObject } from "../types";
import { textRow, writeTextRow } from "./textIndex";
import { vectorRow, writeVectorRow, type VectorChange } from "./vectorIndex";

/** A row of a search index that a transaction changed. */
export type SearchWrite =
  { readonly kind: "text"; readonly indexId: number } | ({ readonly kind: "vector" } & VectorChange);

/**
 * Updates the search rows of a document from one state to another; `null` means no document. Returns the changes: a
 * document whose indexed fields stay the same costs no write.
 */
export function writeSearchRows(
  db: Sqlite,
  { search }: Tablet,
  document: { readonly seq: number; readonly id: string },
  before: ConvexObject | null,
  after: ConvexObject | null,
): SearchWrite[] {
  const writes: SearchWrite[] = [];
  for (const index of search.text.values()) {
    const row = (state: ConvexObject | null) => (state === null ? null : textRow(index, state));
    if (writeTextRow(db, index, document.seq, row(before), row(after)))
      writes.push({ kind: "text", indexId: index.id });
  }
  for (const index of search.vector.values()) {
    const row = (state: ConvexObject | null) => (state === null ? null : vectorRow(index, state));
    const changed = row(after);
    if (writeVectorRow(db, index, document, row(before), changed))
      writes.push({
        kind: "vector",
        indexId: index.id,
        seq: document.seq,
        documentId: document.id,
        row: changed,
      });
  }
  return writes;
}
