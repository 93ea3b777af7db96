/** The documents of an index range in its order, read in small batches. */
import { keyOf, readRange, type KeyRange, type DocumentText } from "../store/documents";
import type { ConvexObject } from "../types";
import { afterPrefix } from "../values/keys";
import type { RangePlan, RowSource } from "./queryPlan";
import type { Transaction } from "./transaction";

/** Each batch is twice the one before, between these. */
export const FIRST_BATCH = 32;
const LAST_BATCH = 64;

export class IndexRows implements RowSource {
  private readonly transaction: Transaction;
  private readonly plan: RangePlan;
  private batch: readonly DocumentText[] = [];
  private at = 0;
  private batchSize: number;
  /** The text of the last document given; what follows it is what remains. */
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
    // Bounds may exclude each other: of such a range nothing can ever be read.
    if (Buffer.compare(range.start, range.end) < 0) transaction.reads.addRange(index.id, () => this.extent());
  }

  next(): DocumentText | null {
    const row = this.nextRow();
    if (row === null) this.atEnd = true;
    else this.lastJson = row.json;
    return row;
  }

  lastKey(): Buffer | null {
    return this.lastJson === null ? null : keyOf(this.plan.index, JSON.parse(this.lastJson) as ConvexObject);
  }

  private nextRow(): DocumentText | null {
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

  /** What lies beyond the last document examined. */
  private rest() {
    const { range, order } = this.plan;
    const last = this.lastKey();
    if (last === null) return range;
    return order === "asc" ? { start: afterPrefix(last), end: range.end } : { start: range.start, end: last };
  }

  /**
   * A mutation may write ahead of its own reading: rows fetched before that are read again. It may do so with each row, so
   * few are then fetched at a time.
   */
  private dropStaleBatch(): void {
    const { version } = this.transaction.writeLog;
    if (version === this.seenVersion) return;
    this.seenVersion = version;
    this.batch = [];
    this.batchSize = 1;
    this.reachedEnd = false;
  }

  /** What was read of the index: no further than the last document, so that what lies beyond wakes no subscriber. */
  private extent(): KeyRange | null {
    const { range, order } = this.plan;
    if (this.atEnd) return range;
    const last = this.lastKey();
    if (last === null) return null;
    return order === "asc" ? { start: range.start, end: afterPrefix(last) } : { start: last, end: range.end };
  }
}
