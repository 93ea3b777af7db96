/** What a changed schema asks of the documents that exist: entries in new indexes, and a check against new validators. */
import type { ConvexObject } from "../types";
import type { Sqlite } from "./sqlite";
import { BEFORE_ALL, readPage } from "./documents";
import type { Index } from "./tablets";

/** Few enough to stay small in memory, many enough that the statement is no cost. */
const PAGE = 500;

/** Calls `visit` with every document of a tablet. */
export function eachDocument(
  db: Sqlite,
  byId: Index,
  visit: (document: ConvexObject, seq: number) => void,
): void {
  let after = BEFORE_ALL;
  for (;;) {
    const page = readPage(db, byId, after, PAGE);
    for (const { json, seq } of page) visit(JSON.parse(json) as ConvexObject, seq);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = last.key;
  }
}

/** Empties an index that the schema no longer declares. */
export function clearIndex(db: Sqlite, indexId: number): void {
  db.run("DELETE FROM index_entries WHERE index_id = ?", [indexId]);
}
