/** Updates the search index rows of a document in the transaction that writes the document. */
import type { Sqlite } from "../store/sqlite";
import type { Tablet } from "../store/tablets";
import type { ConvexObject } from "../types";
import { textRow, writeTextRow } from "./textIndex";
import { vectorRow, writeVectorRow, type VectorChange } from "./vectorIndex";

/** A change of a search index row. */
export type SearchWrite =
  | { readonly kind: "text"; readonly indexId: number }
  | ({ readonly kind: "vector" } & VectorChange);

/**
 * Updates the search rows of a document from its state `before` to `after`; `null` means that there is no document. Returns
 * the changed rows: nothing is written while the indexed fields stay the same.
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
        documentId: document.id,
        row: changed,
      });
  }
  return writes;
}
