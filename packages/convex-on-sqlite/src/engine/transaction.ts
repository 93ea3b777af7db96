/** A transaction: its reads, its writes, and the rollback of nested calls in it. */
import { convexToJson } from "convex/values";
import { writeSearchRows } from "../search/searchWrites";
import { writesRolledBack } from "../search/rolledBack";
import { schemaMismatch } from "../store/conformance";
import {
  AFTER_ALL,
  BEFORE_ALL,
  deleteDocument,
  insertDocument,
  changedKeys,
  idOf,
  keysOf,
  readDocument,
  updateDocument,
  type StoredDocument,
} from "../store/documents";
import type { Sqlite } from "../store/sqlite";
import type { Tablet, Tablets } from "../store/tablets";
import { storeTable, undeclaredTable } from "../store/undeclaredTables";
import type { ConvexObject } from "../types";
import { storedSize } from "../values/document";
import { newId, tableNumberOf } from "../values/ids";
import { isUndefined } from "../values/classify";
import type { Clock } from "./clock";
import { timeoutMessage } from "./errors";
import { Usage, type TransactionLimits } from "./limits";
import { Reads } from "./reads";
import { isObserved } from "./transactionObserver";
import { WriteLog, type WriteMark } from "./writeLog";

/** Stands for the commit timestamp until it is known. A user's string can't contain it, because its quotes are escaped. */
const PLACEHOLDER = '{"$commitTs":null}';

/** More than most mutations change; a document has at most a mebibyte. */
const MAX_KNOWN = 64;

/** Shared by all transactions of a connection. */
export interface TransactionParts {
  readonly db: Sqlite;
  readonly tablets: Tablets;
  readonly clock: Clock;
  readonly limits: TransactionLimits;
  /** The time limit, in milliseconds. */
  readonly timeoutMs: number;
  /** The limit of JavaScript time of each call, in milliseconds. */
  readonly jsLimitMs: number;
}

/** Documents of one table. */
export interface DocumentCounts {
  readonly read: number;
  readonly written: number;
}

/** A point to roll back to. */
interface Mark {
  readonly savepoint: string | null;
  readonly written: WriteMark;
}

/** Only the reads of queries are recorded, because only queries are subscribed to. */
export type TransactionKind = "query" | "mutation";

export class Transaction {
  readonly db: Sqlite;
  readonly tablets: Tablets;
  readonly kind: TransactionKind;
  readonly usage: Usage;
  readonly reads: Reads;
  readonly writeLog = new WriteLog();
  /** Milliseconds since the epoch, the same for the whole transaction. */
  readonly nowMs: number;
  /** The ts of the last commit that this transaction sees, in nanoseconds. */
  readonly snapshotTs: bigint;
  readonly jsLimitMs: number;
  /** A failure of the host. It prevents the commit, even if the function catches the error. */
  failure: Error | null = null;
  /** It exceeded its time limit. The same query may succeed later. */
  timedOut = false;
  /** A job was scheduled, cancelled or ended; the job loop is notified after the commit. */
  jobsChanged = false;

  private readonly clock: Clock;
  private readonly startedAt = performance.now();
  private readonly timeoutMs: number;
  private assignedTs: bigint | null = null;
  private readonly marks: Mark[] = [];
  /** Documents that it has read or changed last, by id, because a mutation changes what it has read. */
  private readonly known = new Map<string, StoredDocument>();

  /** `snapshotTs` is the last commit that its connection sees, if that differs from the clock's last ts. */
  constructor(parts: TransactionParts, kind: TransactionKind, snapshotTs = parts.clock.lastTs) {
    this.db = parts.db;
    this.tablets = parts.tablets;
    this.clock = parts.clock;
    this.usage = new Usage(parts.limits);
    this.timeoutMs = parts.timeoutMs;
    this.jsLimitMs = parts.jsLimitMs;
    this.kind = kind;
    this.reads = new Reads(this.usage, kind === "query" || isObserved());
    this.nowMs = parts.clock.now();
    this.snapshotTs = snapshotTs;
  }

  /** The ts of its own commit, if it writes. Chosen on first use, because queries never need it. */
  get commitTs(): bigint {
    return (this.assignedTs ??= this.clock.nextTs());
  }

  /**
   * Throws if the time limit has passed. A function that only awaits immediate results never lets a timer run, so the
   * limit is checked at its syscalls.
   */
  throwIfTimedOut(): void {
    if (performance.now() - this.startedAt <= this.timeoutMs) return;
    this.timedOut = true;
    throw new Error(timeoutMessage(this.timeoutMs));
  }

  // Reading

  /** A table of a component; a new one if there is none of the name. */
  table(componentPath: string, name: string): Tablet {
    const tablet = this.tablets.named(componentPath, name);
    if (tablet !== undefined) return tablet;
    if (name === "_storage")
      throw new Error(
        "This host has no file storage, so there is no `_storage` table. Store files elsewhere, or deploy to Convex.",
      );
    if (name.startsWith("_")) throw new Error(`There is no system table "${name}".`);
    return undeclaredTable(this.db, this.tablets, componentPath, name);
  }

  /** The text of a document as this transaction sees it, or `null`. Counts as a read. */
  get(tablet: Tablet, id: string): string | null {
    const stored = this.read(tablet, id);
    return stored === null ? null : this.restorePlaceholders(stored.json);
  }

  private read(tablet: Tablet, id: string): StoredDocument | null {
    this.reads.addId(id);
    const stored = this.known.get(id) ?? readDocument(this.db, tablet, id);
    if (stored === null) return null;
    this.reads.addDocument(tablet, stored.size);
    this.know(id, stored);
    return stored;
  }

  /** Keeps a document that a query of a mutation returned. */
  keep(stored: StoredDocument): void {
    if (this.kind === "mutation") this.know(idOf(stored.json), stored);
  }

  private know(id: string, stored: StoredDocument): void {
    if (this.kind === "query") return;
    if (this.known.size >= MAX_KNOWN) this.known.clear();
    this.known.set(id, stored);
  }

  /** The number of documents of a table. Any document that is added or removed changes it. */
  count({ byId }: Tablet): number {
    this.reads.addRange(byId.id, () => ({ start: BEFORE_ALL, end: AFTER_ALL }));
    const row = this.db.row("SELECT count(*) FROM index_entries WHERE index_id = ?", [byId.id]);
    return Number(row?.[0] ?? 0);
  }

  // Writing

  /** Inserts a document of a user's table. */
  insert(componentPath: string, table: string, value: ConvexObject): string {
    if (table.startsWith("_")) throw new Error("System tables (prefixed with `_`) are read-only.");
    const tablet = this.table(componentPath, table);
    for (const field of ["_id", "_creationTime"]) {
      if (value[field] !== undefined) throw new Error(`Provided \`${field}\` field can't be set on insert.`);
    }
    return this.insertInto(tablet, value);
  }

  /** Inserts a document, into system tables as well; the host may give it an id and a creation time. */
  insertInto(
    tablet: Tablet,
    value: ConvexObject,
    id = newId(tablet.id),
    creationTime = this.clock.nextCreationTime(this.nowMs),
  ): string {
    this.reads.addNewId(id);
    if (this.tablets.isUnstored(tablet)) storeTable(this.db, this.tablets, tablet);
    const document = { _creationTime: creationTime, _id: id, ...value };
    const ready = this.prepare(tablet, document, this.resolvePlaceholders(textOf(document)));
    const seq = insertDocument(this.db, tablet, ready, ready.keys);
    const search = writeSearchRows(this.db, tablet, { seq, id }, null, ready.document);
    this.writeLog.add(id, ready.keys, search);
    return id;
  }

  /** Merges fields into a document; a field that is `{"$undefined": null}` is removed. */
  patch(tablet: Tablet, id: string, changes: ConvexObject): void {
    const stored = this.readExisting(tablet, id);
    const replaced = JSON.parse(stored.json) as ConvexObject;
    rejectSystemFieldChanges(replaced, changes);
    const document = { ...replaced };
    for (const [field, value] of Object.entries(changes)) {
      if (isUndefined(value)) delete document[field];
      else document[field] = value;
    }
    this.update(tablet, id, stored, { replaced, document });
  }

  /** Replaces all fields of a document but its id and creation time. */
  replace(tablet: Tablet, id: string, value: ConvexObject): void {
    const stored = this.readExisting(tablet, id);
    const replaced = JSON.parse(stored.json) as ConvexObject;
    const { _id, _creationTime } = replaced;
    if (_id === undefined || _creationTime === undefined)
      throw new Error(`Document ${id} lacks its system fields.`);
    rejectSystemFieldChanges({ _id, _creationTime }, value);
    this.update(tablet, id, stored, { replaced, document: { ...value, _creationTime, _id } });
  }

  remove(tablet: Tablet, id: string): void {
    const stored = this.read(tablet, id);
    if (stored === null) throw new Error(`Delete on nonexistent document ID ${id}`);
    const document = JSON.parse(stored.json) as ConvexObject;
    const keys = keysOf(tablet, document);
    this.countWrite(tablet, stored.size);
    this.known.delete(id);
    deleteDocument(this.db, stored.seq, keys);
    const search = writeSearchRows(this.db, tablet, { seq: stored.seq, id }, document, null);
    this.writeLog.add(id, keys, search);
  }

  private readExisting(tablet: Tablet, id: string): StoredDocument {
    const stored = this.read(tablet, id);
    if (stored === null) throw new Error(`Update on nonexistent document ID ${id}`);
    return stored;
  }

  /** An update that changes nothing is not a write, so it does not invalidate subscriptions. */
  private update(
    tablet: Tablet,
    id: string,
    stored: StoredDocument,
    { replaced, document }: { readonly replaced: ConvexObject; readonly document: ConvexObject },
  ): void {
    const json = this.resolvePlaceholders(textOf(document));
    if (json === stored.json) return;
    const before = keysOf(tablet, replaced);
    const ready = this.prepare(tablet, document, json, (changed) =>
      changedKeys(tablet, before, replaced, changed),
    );
    this.know(id, { seq: stored.seq, size: ready.size, json });
    updateDocument(this.db, stored.seq, ready, before, ready.keys);
    const search = writeSearchRows(this.db, tablet, { seq: stored.seq, id }, replaced, ready.document);
    this.writeLog.add(id, [...before, ...ready.keys], search);
  }

  /** Validates and counts a document about to be stored; `json` is its text. */
  private prepare(
    tablet: Tablet,
    given: ConvexObject,
    json: string,
    keys = (document: ConvexObject) => keysOf(tablet, document),
  ) {
    const document = this.assignedTs === null ? given : (JSON.parse(json) as ConvexObject);
    const size = storedSize(document, tablet.isSystem);
    const problem = schemaMismatch(this.tablets, tablet, document);
    if (problem !== null) {
      throw new Error(
        `Failed to insert or update a document in table "${tablet.name}" because it does not match the schema: ${problem.message()}`,
      );
    }
    this.countWrite(tablet, size);
    return { json, size, document, keys: keys(document) };
  }

  /** Scheduled functions are counted separately, so system tables are exempt. */
  private countWrite(tablet: Tablet, size: number): void {
    if (tablet.isSystem) return;
    this.usage.add("documentsWritten", 1);
    this.usage.add("bytesWritten", size);
  }

  /** Replaces the placeholders of the commit timestamp in Convex JSON text. */
  resolvePlaceholders(text: string): string {
    if (!text.includes(PLACEHOLDER)) return text;
    return text.replaceAll(PLACEHOLDER, JSON.stringify(convexToJson(this.commitTs)));
  }

  /** The inverse, for the transaction's own reads: no other transaction has written that timestamp yet. */
  restorePlaceholders(json: string): string {
    if (this.assignedTs === null) return json;
    return json.replaceAll(JSON.stringify(convexToJson(this.assignedTs)), PLACEHOLDER);
  }

  /** How many documents of each table it has read, and how many it has written if its writes are `kept`. */
  documentCounts(kept: boolean): Map<string, DocumentCounts> {
    const counts = new Map<string, DocumentCounts>();
    const add = ({ name, isSystem }: Tablet, kind: keyof DocumentCounts, documents: number): void => {
      if (isSystem) return;
      const { read, written } = counts.get(name) ?? { read: 0, written: 0 };
      counts.set(name, { read, written, [kind]: (kind === "read" ? read : written) + documents });
    };
    for (const [tablet, documents] of this.reads.documents) add(tablet, "read", documents);
    for (const id of kept ? this.writeLog.documentIds() : []) {
      const tablet = this.tablets.numbered(tableNumberOf(id) ?? 0);
      if (tablet !== undefined) add(tablet, "written", 1);
    }
    return counts;
  }

  get hasWritten(): boolean {
    return !this.writeLog.isEmpty;
  }

  // Nesting

  /** The number of open nested calls. */
  get depth(): number {
    return this.marks.length;
  }

  /** Opens a nested call. A query needs no savepoint. */
  enter(kind: TransactionKind, limits?: Partial<TransactionLimits>): void {
    const savepoint = kind === "mutation" ? `nested${this.marks.length}` : null;
    if (savepoint !== null) this.db.exec(`SAVEPOINT ${savepoint}`);
    this.usage.enter(limits);
    this.marks.push({ savepoint, written: this.writeLog.mark() });
  }

  /** Closes the innermost nested call and keeps its writes or rolls them back. */
  leave(end: "kept" | "rolledBack"): void {
    const mark = this.marks.pop();
    if (mark === undefined) throw new Error("No nested call is open.");
    this.usage.leave(end);
    if (mark.savepoint === null) return;
    if (end === "rolledBack") {
      this.db.exec(`ROLLBACK TO ${mark.savepoint}`);
      this.known.clear();
      writesRolledBack();
      this.writeLog.rollBackTo(mark.written);
    }
    this.db.exec(`RELEASE ${mark.savepoint}`);
  }

  /**
   * The tablet of an id; `null` for an id of another component or of no table. Throws for text that is not an id, and for
   * an id of a table other than `table`, if the caller named one.
   */
  tabletOfId(componentPath: string, id: string, table: string | undefined, operation: string): Tablet | null {
    const number = tableNumberOf(id);
    if (number === null) {
      throw new Error(
        `Invalid argument \`id\` for \`db.${operation}\`: Unable to decode ID: "${id.slice(0, 100)}".`,
      );
    }
    const found = this.tablets.numbered(number);
    const tablet = found?.componentPath === componentPath ? found : null;
    if (table !== undefined && tablet !== null && tablet.name !== table) {
      throw new Error(
        `Invalid argument \`id\` for \`db.${operation}\`: expected ID in table '${table}' but got ID in table '${tablet.name}'.`,
      );
    }
    return tablet;
  }
}

function rejectSystemFieldChanges(document: ConvexObject, changes: ConvexObject): void {
  for (const field of ["_id", "_creationTime"]) {
    const value = changes[field];
    if (value === undefined || value === document[field]) continue;
    throw new Error(
      `Provided \`${field}\` field value ${JSON.stringify(value)} does not match the document's ${JSON.stringify(document[field])}.`,
    );
  }
}

/** A document's text with sorted fields, as Convex writes it: equal documents have equal texts. */
function textOf(document: ConvexObject): string {
  const fields = Object.keys(document);
  // As most are: they come from such a text, or from the library, which sorts them.
  const isSorted = fields.every((field, at) => at === 0 || (fields[at - 1] ?? "") < field);
  if (isSorted) return JSON.stringify(document);
  fields.sort();
  return JSON.stringify(Object.fromEntries(fields.map((field) => [field, document[field] ?? null])));
}
