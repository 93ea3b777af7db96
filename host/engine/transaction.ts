/** One transaction: what it reads, what it writes, and how a nested call in it is undone. */
import { createTablet } from "../store/catalog";
import { schemaError } from "../store/conformance";
import {
  deleteDocument,
  insertDocument,
  keysOf,
  readDocument,
  updateDocument,
  type IndexKey,
  type StoredDocument,
} from "../store/documents";
import type { Sqlite } from "../store/sqlite";
import { tabletKey, type Tablet, type Tablets } from "../store/tablets";
import type { ConvexJson, ConvexObject, KeyInterval, ReadSet, WriteSet } from "../types";
import { documentError, sizeOf } from "../values/document";
import { decodeId, newId } from "../values/ids";
import type { Clock } from "./clock";
import { Usage, type TransactionLimits } from "./limits";

/** The commit timestamp before there is one. A string of a user can't contain it: its quotes would be escaped. */
const PLACEHOLDER = '{"$commitTs":null}';

/** What every transaction on a connection shares. */
export interface TransactionParts {
  readonly db: Sqlite;
  readonly tablets: Tablets;
  readonly clock: Clock;
  /** Limits in the place of Convex's. */
  readonly limits?: Partial<TransactionLimits>;
}

/** A point of a transaction to which it can be taken back. */
interface Mark {
  readonly savepoint: string | null;
  readonly keys: number;
  readonly ids: number;
  readonly created: number;
  readonly overlay: ReadonlyMap<string, string>;
}

/** What a transaction is begun for: only a query's reads are kept, since only queries are subscribed to. */
export type TransactionKind = "query" | "mutation";

export class Transaction {
  readonly db: Sqlite;
  readonly tablets: Tablets;
  readonly kind: TransactionKind;
  readonly usage: Usage;
  /** Milliseconds since the epoch, the same for the whole transaction. */
  readonly nowMs: number;
  /** The last commit that this transaction sees, in nanoseconds. */
  readonly snapshotTs: bigint;
  /** The ts its own commit will have, should it write. */
  readonly commitTs: bigint;
  /** The host failed under it, so whatever its function makes of that, nothing of it may be committed. */
  failure: Error | null = null;
  /** Something was scheduled, cancelled or ended; the jobs are told after the commit. */
  jobsChanged = false;

  private readonly clock: Clock;
  private readonly marks: Mark[] = [];
  private readonly created: Tablet[] = [];
  private readonly intervals: (() => KeyInterval | null)[] = [];
  private readonly readIds = new Set<string>();
  private writtenKeys: IndexKey[] = [];
  private writtenIds: string[] = [];
  /** Documents that hold a placeholder, as their own transaction sees them. */
  private overlay = new Map<string, string>();
  private rollbackCount = 0;

  constructor(parts: TransactionParts, kind: TransactionKind) {
    this.db = parts.db;
    this.tablets = parts.tablets;
    this.clock = parts.clock;
    this.usage = new Usage(parts.limits);
    this.kind = kind;
    this.nowMs = parts.clock.nowMs();
    this.snapshotTs = parts.clock.lastTs;
    this.commitTs = parts.clock.nextTs();
  }

  // Reading

  /** The table of a component, or `undefined`; a query depends on a table's coming into being, too. */
  tablet(componentPath: string, table: string): Tablet | undefined {
    const tablet = this.tablets.named(componentPath, table);
    if (tablet === undefined && this.kind === "query") this.readIds.add(tabletKey(componentPath, table));
    return tablet;
  }

  /** The text of a document as this transaction sees it, or `null`. Counts as a read. */
  get(tablet: Tablet, id: string): string | null {
    this.usage.add("databaseQueries", 1);
    if (this.kind === "query") this.readIds.add(id);
    const stored = this.read(tablet, id);
    return stored === null ? null : this.visible(id, stored.json);
  }

  private read(tablet: Tablet, id: string): StoredDocument | null {
    const stored = readDocument(this.db, tablet, id);
    if (stored !== null) this.countRead(stored.size);
    return stored;
  }

  /** Counts one document read. Throws at the limit. */
  countRead(size: number): void {
    this.usage.add("documentsRead", 1);
    this.usage.add("bytesRead", size);
  }

  /** A stored text, with the placeholders that this transaction wrote into it. */
  visible(id: string | null, json: string): string {
    if (this.overlay.size === 0) return json;
    return this.overlay.get(id ?? String((JSON.parse(json) as ConvexObject)._id)) ?? json;
  }

  /** Adds an interval to what was read; it is asked for once the transaction has ended. */
  recordInterval(interval: () => KeyInterval | null): void {
    if (this.kind === "query") this.intervals.push(interval);
  }

  /** What the transaction depended on. */
  readSet(): ReadSet {
    const intervals = this.intervals.map((interval) => interval()).filter((interval) => interval !== null);
    return { intervals, ids: this.readIds, searchIndexes: new Set() };
  }

  // Writing

  /** Inserts a document of a user's table. Makes the table where the schema does not name it. */
  insert(componentPath: string, table: string, value: ConvexObject): string {
    if (table.startsWith("_")) throw new Error("System tables (prefixed with `_`) are read-only.");
    const tablet = this.tablets.named(componentPath, table) ?? this.create(componentPath, table);
    for (const field of ["_id", "_creationTime"]) {
      if (value[field] !== undefined) throw new Error(`Provided \`${field}\` field can't be set on insert.`);
    }
    return this.insertInto(tablet, value);
  }

  /** Inserts a document without asking who may write to its table. */
  insertInto(tablet: Tablet, value: ConvexObject): string {
    const id = newId(tablet.id);
    const document = { ...value, _creationTime: this.clock.nextCreationTime(this.nowMs), _id: id };
    const ready = this.prepare(tablet, document);
    insertDocument(this.db, tablet, ready, ready.keys);
    this.logWrite(id, ready.keys, ready.placeholder);
    return id;
  }

  /** Merges fields into a document; a field that is `{"$undefined": null}` is removed. */
  patch(tablet: Tablet, id: string, changes: ConvexObject): void {
    const stored = this.mustRead(tablet, id);
    const document = { ...(JSON.parse(this.visible(id, stored.json)) as ConvexObject) };
    refuseSystemFields(document, changes);
    for (const [field, value] of Object.entries(changes)) {
      if (isUndefined(value)) delete document[field];
      else document[field] = value;
    }
    this.update(tablet, id, stored, document);
  }

  /** Replaces all fields of a document but its id and creation time. */
  replace(tablet: Tablet, id: string, value: ConvexObject): void {
    const stored = this.mustRead(tablet, id);
    const { _id, _creationTime } = JSON.parse(stored.json) as ConvexObject;
    if (_id === undefined || _creationTime === undefined)
      throw new Error(`Document ${id} lacks its system fields.`);
    refuseSystemFields({ _id, _creationTime }, value);
    this.update(tablet, id, stored, { ...value, _id, _creationTime });
  }

  remove(tablet: Tablet, id: string): void {
    const stored = this.read(tablet, id);
    if (stored === null) throw new Error(`Delete on nonexistent document ID ${id}`);
    const keys = keysOf(tablet, JSON.parse(stored.json) as ConvexObject);
    this.countWrite(stored.size);
    deleteDocument(this.db, stored.seq, keys);
    this.logWrite(id, keys, null);
  }

  private mustRead(tablet: Tablet, id: string): StoredDocument {
    const stored = this.read(tablet, id);
    if (stored === null) throw new Error(`Update on nonexistent document ID ${id}`);
    return stored;
  }

  private update(tablet: Tablet, id: string, stored: StoredDocument, document: ConvexObject): void {
    const before = keysOf(tablet, JSON.parse(stored.json) as ConvexObject);
    const ready = this.prepare(tablet, document);
    updateDocument(this.db, stored.seq, ready, before, ready.keys);
    this.logWrite(id, before, null);
    this.logWrite(id, ready.keys, ready.placeholder);
  }

  /** A document as it will be stored: checked, counted, its placeholders replaced by the timestamp to come. */
  private prepare(tablet: Tablet, document: ConvexObject) {
    const text = JSON.stringify(sorted(document));
    const json = this.resolved(text);
    const placeholder = json === text ? null : text;
    const stored = placeholder === null ? document : (JSON.parse(json) as ConvexObject);
    const unstorable = documentError(stored);
    if (unstorable !== null) throw new Error(unstorable);
    const problem = schemaError(this.tablets, tablet, stored);
    if (problem !== null) {
      throw new Error(
        `Failed to insert or update a document in table "${tablet.name}" because it does not match the schema: ${problem}`,
      );
    }
    const size = sizeOf(stored);
    this.countWrite(size);
    return { json, size, placeholder, keys: keysOf(tablet, stored) };
  }

  private countWrite(size: number): void {
    this.usage.add("documentsWritten", 1);
    this.usage.add("bytesWritten", size);
  }

  private logWrite(id: string, keys: readonly IndexKey[], placeholder: string | null): void {
    for (const key of keys) this.writtenKeys.push(key);
    this.writtenIds.push(id);
    if (placeholder !== null) this.overlay.set(id, placeholder);
    else this.overlay.delete(id);
  }

  private create(componentPath: string, table: string): Tablet {
    if (!/^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(table)) {
      throw new Error(`Table names must be valid identifiers of at most 64 characters, got "${table}".`);
    }
    const tablet = createTablet(this.db, componentPath, table);
    this.tablets.add(tablet);
    this.created.push(tablet);
    this.writtenIds.push(tabletKey(componentPath, table));
    return tablet;
  }

  /** Convex JSON text with the commit's timestamp in place of its placeholders. */
  resolved(text: string): string {
    return text.includes(PLACEHOLDER)
      ? text.replaceAll(PLACEHOLDER, this.clock.int64Text(this.commitTs))
      : text;
  }

  get hasWritten(): boolean {
    return this.writtenIds.length > 0;
  }

  writeSet(): WriteSet {
    return { keys: this.writtenKeys, ids: new Set(this.writtenIds), searchIndexes: new Set() };
  }

  /** The keys written so far, and how often some of them were taken back: a reader in between asks both. */
  get writeLog(): { readonly keys: readonly IndexKey[]; readonly rollbacks: number } {
    return { keys: this.writtenKeys, rollbacks: this.rollbackCount };
  }

  // Nesting

  /** How many nested calls are open. */
  get depth(): number {
    return this.marks.length;
  }

  /** Opens a nested call. One that can't write needs no savepoint. */
  enter(kind: TransactionKind, limits?: Partial<TransactionLimits>): void {
    const savepoint = kind === "mutation" ? `nested${this.marks.length}` : null;
    if (savepoint !== null) this.db.exec(`SAVEPOINT ${savepoint}`);
    this.usage.enter(limits);
    this.marks.push({
      savepoint,
      keys: this.writtenKeys.length,
      ids: this.writtenIds.length,
      created: this.created.length,
      overlay: this.overlay.size === 0 ? NO_OVERLAY : new Map(this.overlay),
    });
  }

  /** Closes the nested call opened last, with its writes or without. */
  leave(end: "kept" | "rolledBack"): void {
    const mark = this.marks.pop();
    if (mark === undefined) throw new Error("No nested call is open.");
    this.usage.leave(end);
    if (mark.savepoint === null) return;
    if (end === "rolledBack") {
      this.db.exec(`ROLLBACK TO ${mark.savepoint}`);
      this.forget(mark);
    }
    this.db.exec(`RELEASE ${mark.savepoint}`);
  }

  /** Takes back what the transaction keeps in memory, when the database has been rolled back under it. */
  forgetAll(): void {
    this.forget({ keys: 0, ids: 0, created: 0, overlay: NO_OVERLAY });
  }

  private forget(mark: Omit<Mark, "savepoint">): void {
    for (const tablet of this.created.splice(mark.created)) this.tablets.remove(tablet);
    this.writtenKeys.length = mark.keys;
    this.writtenIds.length = mark.ids;
    this.overlay = new Map(mark.overlay);
    this.rollbackCount += 1;
  }

  /**
   * The tablet an id belongs to. `null`: an id of another component, or of no table. Throws for text that is no id,
   * and for an id of another table than the `table` that the caller named.
   */
  tabletOfId(componentPath: string, id: string, table: string | undefined, operation: string): Tablet | null {
    const decoded = decodeId(id);
    if (decoded === null) {
      throw new Error(
        `Invalid argument \`id\` for \`db.${operation}\`: Unable to decode ID: "${id.slice(0, 100)}".`,
      );
    }
    const found = this.tablets.numbered(decoded.tableNumber);
    const tablet = found?.componentPath === componentPath ? found : null;
    if (table !== undefined && tablet !== null && tablet.name !== table) {
      throw new Error(
        `Invalid argument \`id\` for \`db.${operation}\`: expected ID in table '${table}' but got ID in table '${tablet.name}'.`,
      );
    }
    return tablet;
  }
}

const NO_OVERLAY: ReadonlyMap<string, string> = new Map();

/** The form in which a patch, a filter or a range says `undefined`. */
export function isUndefined(value: ConvexJson | undefined): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value) && "$undefined" in value;
}

function refuseSystemFields(document: ConvexObject, changes: ConvexObject): void {
  for (const field of ["_id", "_creationTime"]) {
    const value = changes[field];
    if (value === undefined || value === document[field]) continue;
    throw new Error(
      `Provided \`${field}\` field value ${JSON.stringify(value)} does not match the document's ${JSON.stringify(document[field])}.`,
    );
  }
}

/** Fields in the order in which Convex writes them. */
function sorted(document: ConvexObject): ConvexObject {
  const fields = Object.keys(document).sort();
  return Object.fromEntries(fields.map((field) => [field, document[field] ?? null]));
}
