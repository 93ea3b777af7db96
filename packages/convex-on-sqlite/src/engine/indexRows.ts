/** Reads the documents of an index range in order, in small batches. */
import { keyOf, readRange, type KeyRange, type DocumentText, type StoredDocument } from "../store/documents";
import type { ConvexObject } from "../types";
import { afterPrefix } from "../values/keys";
import type { RangePlan, RowSource } from "./queryPlan";
import type { Transaction } from "./transaction";

/** Each batch is twice as large as the one before, within these bounds. */
export const FIRST_BATCH = 32;
const LAST_BATCH = 64;

export class IndexRows implements RowSource {
  private readonly transaction: Transaction;
  private readonly plan: RangePlan;
  private batch: readonly StoredDocument[] = [];
  private at = 0;
  private batchSize: number;
  /** The text of the last returned document; the rest of the range starts after it. */
  private lastJson: string | null = null;
  private reachedEnd = false;
  private atEnd = false;
  private seenVersion: number;

  /** `expected` is the size of the first batch. */
  constructor(transaction: Transaction, plan: RangePlan, expected: number) {
    this.transaction = transaction;
    this.plan = plan;
    this.batchSize = Math.min(expected, LAST_BATCH);
    this.seenVersion = transaction.writeLog.version;
    const { index, range } = plan;
    // Contradictory bounds make an empty range, which no write can affect.
    if (Buffer.compare(range.start, range.end) < 0) transaction.reads.addRange(index.id, () => this.extent());
  }

  next(): DocumentText | null {
    const row = this.nextRow();
    if (row === null) {
      this.atEnd = true;
      return null;
    }
    this.lastJson = row.json;
    this.transaction.keep(row);
    return row;
  }

  lastKey(): Buffer | null {
    return this.lastJson === null ? null : keyOf(this.plan.index, JSON.parse(this.lastJson) as ConvexObject);
  }

  private nextRow(): StoredDocument | null {
    this.dropStaleBatch();
    const row = this.batch[this.at];
    if (row !== undefined) {
      this.at += 1;
      return row;
    }
    if (this.reachedEnd) return null;
    const { index, order } = this.plan;
    const { db } = this.transaction;
    this.batch = readRange(db, index, this.rest(), order, this.batchSize);
    this.reachedEnd = this.batch.length < this.batchSize;
    this.batchSize = Math.min(2 * Math.max(this.batchSize, FIRST_BATCH), LAST_BATCH);
    this.at = 1;
    return this.batch[0] ?? null;
  }

  /** The part of the range after the last examined document. */
  private rest() {
    const { range, order } = this.plan;
    const last = this.lastKey();
    if (last === null) return range;
    return order === "asc" ? { start: afterPrefix(last), end: range.end } : { start: range.start, end: last };
  }

  /**
   * Discards fetched rows after a write: a mutation may write ahead of its own reading. It may write after each row, so the
   * next batch is small.
   */
  private dropStaleBatch(): void {
    const { version } = this.transaction.writeLog;
    if (version === this.seenVersion) return;
    this.seenVersion = version;
    this.batch = [];
    this.batchSize = 1;
    this.reachedEnd = false;
  }

  /** The part of the range that was read, up to the last document: writes beyond it must not invalidate subscriptions. */
  private extent(): KeyRange | null {
    const { range, order } = this.plan;
    if (this.atEnd) return range;
    const last = this.lastKey();
    if (last === null) return null;
    return order === "asc" ? { start: range.start, end: afterPrefix(last) } : { start: last, end: range.end };
  }
}
