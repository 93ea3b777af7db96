/** Applies a changed schema to existing documents: fills new indexes and visits documents for validation. */
import type { ConvexObject } from "../types";
import { BEFORE_ALL } from "./documents";
import type { Sqlite, SqlRow, SqlValue } from "./sqlite";
import type { Index } from "./tablets";

/** Documents per page: small enough for memory, large enough to make the statement's cost negligible. */
const PAGE = 500;
/** This many documents take up to a few seconds; then a waiting operator should see progress. */
const REPORT_EVERY = 10_000;

/** Calls `visit` for every document of a tablet, and `onProgress` now and then with the number visited. */
export function eachDocument(
  db: Sqlite,
  byId: Index,
  visit: (document: ConvexObject, seq: number) => void,
  onProgress: (documents: number) => void,
): void {
  let visited = 0;
  const sql = `
    SELECT d.seq, d.json, e.key
    FROM index_entries e CROSS JOIN documents d ON d.seq = e.seq
    WHERE e.index_id = ? AND e.key > ? ORDER BY e.key LIMIT ${PAGE}`;
  for (let after: SqlValue | undefined = BEFORE_ALL; after !== undefined;) {
    const page: SqlRow[] = db.rows(sql, [byId.id, after]);
    for (const [seq, json] of page) visit(JSON.parse(String(json)) as ConvexObject, Number(seq));
    visited += page.length;
    if (page.length > 0 && visited % REPORT_EVERY === 0) onProgress(visited);
    after = page.at(-1)?.[2];
  }
}

/** Empties an index that the schema no longer declares. */
export function clearIndex(db: Sqlite, indexId: number): void {
  db.run("DELETE FROM index_entries WHERE index_id = ?", [indexId]);
}
