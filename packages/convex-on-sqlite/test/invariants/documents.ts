/** Checks every document against its table, its id, the clock, and all indexes. */
import { schemaMismatch } from "../../src/store/conformance";
import { keysOf } from "../../src/store/documents";
import type { Sqlite } from "../../src/store/sqlite";
import type { Tablet } from "../../src/store/tablets";
import type { ConvexObject } from "../../src/types";
import { storedSize } from "../../src/values/document";
import { tableNumberOf } from "../../src/values/ids";
import type { Catalog } from "./catalog";
import type { Report } from "./finding";

/** A document with its sequence number and table. */
export interface CheckedDocument {
  readonly seq: number;
  readonly tablet: Tablet;
  readonly id: string;
  readonly document: ConvexObject;
}

/** Reads and checks all documents; returns them in creation order. */
export function checkDocuments(db: Sqlite, catalog: Catalog, report: Report): CheckedDocument[] {
  const documents: CheckedDocument[] = [];
  const ids = new Set<string>();
  const entries = new EntryCounts();
  let lastCreationTime = 0;
  for (const [place, number, size, json] of db.rows(
    "SELECT seq, tablet, size, json FROM documents ORDER BY seq",
  )) {
    const seq = Number(place);
    const tablet = catalog.tablets.numbered(Number(number));
    const document = parsed(String(json));
    if (tablet === undefined || document === null) {
      report(
        "document",
        `the document at ${seq} ${document === null ? "is not a JSON object" : "has no table"}`,
      );
      continue;
    }
    const { _id: id, _creationTime: creationTime } = document;
    if (typeof id !== "string" || typeof creationTime !== "number") {
      report("document", `the document at ${seq} of ${nameOf(tablet)} lacks its system fields`);
      continue;
    }
    const where = `${id} of ${nameOf(tablet)}`;
    if (tableNumberOf(id) !== tablet.id) report("id", `${where} has the id of another table`);
    if (ids.has(id)) report("id", `${where} is a duplicate`);
    ids.add(id);
    if (creationTime <= lastCreationTime)
      report("clock", `${where} was created no later than the one before it`);
    lastCreationTime = Math.max(lastCreationTime, creationTime);
    const problem = problemOf(catalog, tablet, document, Number(size));
    if (problem !== null) report("document", `${where}: ${problem}`);
    for (const { indexId, key } of keysOf(tablet, document)) {
      entries.expect(indexId);
      const found = db.row("SELECT seq FROM index_entries WHERE index_id = ? AND key = ?", [
        indexId,
        key,
      ])?.[0];
      if (found !== seq)
        report("index", `${where} is not where index ${nameOfIndex(tablet, indexId)} must have it`);
    }
    documents.push({ seq, tablet, id, document });
  }
  entries.compare(db, report);
  return documents;
}

/** Why a document or its size is invalid, or `null`. */
function problemOf(catalog: Catalog, tablet: Tablet, document: ConvexObject, size: number): string | null {
  try {
    if (storedSize(document, tablet.isSystem) !== size) return "its stored size is wrong";
  } catch (refused) {
    return String(refused);
  }
  return schemaMismatch(catalog.tablets, tablet, document)?.message() ?? null;
}

/** The expected number of entries per index. All expected entries are looked up, so a larger count means extra ones. */
class EntryCounts {
  private readonly expected = new Map<number, number>();

  expect(indexId: number): void {
    this.expected.set(indexId, (this.expected.get(indexId) ?? 0) + 1);
  }

  compare(db: Sqlite, report: Report): void {
    for (const [index, count] of db.rows("SELECT index_id, count(*) FROM index_entries GROUP BY index_id")) {
      const expected = this.expected.get(Number(index)) ?? 0;
      if (count !== expected) report("index", `index ${index} has ${count} entries instead of ${expected}`);
    }
  }
}

/** A table's name in findings. */
export function nameOf({ componentPath, name }: Tablet): string {
  return componentPath === "" ? name : `${componentPath}:${name}`;
}

function nameOfIndex(tablet: Tablet, indexId: number): string {
  return [...tablet.indexes.values()].find(({ id }) => id === indexId)?.name ?? String(indexId);
}

function parsed(json: string): ConvexObject | null {
  try {
    const value = JSON.parse(json) as unknown;
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as ConvexObject)
      : null;
  } catch (cause) {
    if (cause instanceof SyntaxError) return null;
    throw cause;
  }
}
