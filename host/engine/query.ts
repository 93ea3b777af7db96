/** A query as a stream of documents: an index range read in small batches, then its operators in their order. */
import { keyOf, readRange, type RangeRow } from "../store/documents";
import type { ConvexObject, KeyInterval } from "../types";
import { afterPrefix } from "../values/keys";
import { compileFilter } from "./filters";
import type { QueryOperator, QueryPlan } from "./queryPlan";
import type { Transaction } from "./transaction";

/** The rows of the first batch where no limit says how many are wanted; each further batch doubles up to the last. */
const FIRST_BATCH = 32;
const LAST_BATCH = 256;

type Step =
  | { readonly kind: "filter"; readonly accepts: (document: ConvexObject) => boolean }
  | { readonly kind: "limit"; remaining: number };

export class DocumentStream {
  /** Documents examined so far, whether they passed the operators or not, and their size. */
  examined = 0;
  examinedBytes = 0;

  private readonly transaction: Transaction;
  private readonly plan: QueryPlan;
  private readonly steps: readonly Step[];
  private batch: readonly RangeRow[] = [];
  private at = 0;
  private batchSize: number;
  /** The text of the last document examined; what follows it is what remains. */
  private lastJson: string | null = null;
  private reachedEnd = false;
  private atEnd = false;
  private seenKeys: number;
  private seenRollbacks: number;

  /** `expected` is how many rows the reader will ask for, where it knows. */
  constructor(
    transaction: Transaction,
    plan: QueryPlan,
    operators: readonly QueryOperator[],
    expected?: number,
  ) {
    this.transaction = transaction;
    this.plan = plan;
    this.steps = operators.map(toStep);
    this.batchSize = Math.min(expected ?? FIRST_BATCH, leadingLimit(this.steps), LAST_BATCH);
    if (this.steps.some(({ kind }) => kind === "filter"))
      this.batchSize = Math.max(this.batchSize, FIRST_BATCH);
    this.seenKeys = transaction.writeLog.keys.length;
    this.seenRollbacks = transaction.writeLog.rollbacks;
    transaction.usage.add("databaseQueries", 1);
    transaction.recordInterval(() => this.interval());
  }

  /** The text of the next document, or `null` at the end. */
  next(): string | null {
    for (;;) {
      if (this.steps.some((step) => step.kind === "limit" && step.remaining === 0)) return null;
      const row = this.nextRow();
      if (row === null) {
        this.atEnd = true;
        return null;
      }
      this.lastJson = row.json;
      this.examined += 1;
      this.examinedBytes += row.size;
      this.transaction.countRead(row.size);
      if (this.passes(row.json)) return this.transaction.visible(null, row.json);
    }
  }

  /** Whether the range has been read to its end. */
  get finished(): boolean {
    return this.atEnd;
  }

  /** The index key of the last document examined, or `null` before the first. */
  lastKey(): Buffer | null {
    return this.lastJson === null ? null : keyOf(this.plan.index, JSON.parse(this.lastJson) as ConvexObject);
  }

  private passes(json: string): boolean {
    let document: ConvexObject | null = null;
    for (const step of this.steps) {
      if (step.kind === "limit") step.remaining -= 1;
      else if (!step.accepts((document ??= JSON.parse(json) as ConvexObject))) return false;
    }
    return true;
  }

  private nextRow(): RangeRow | null {
    this.dropStaleBatch();
    const row = this.batch[this.at];
    if (row !== undefined) {
      this.at += 1;
      return row;
    }
    if (this.reachedEnd) return null;
    const { index, order } = this.plan;
    this.batch = readRange(this.transaction.db, index, this.rest(), order, this.batchSize);
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

  /** A mutation may write ahead of its own reading: rows fetched before that are read again. */
  private dropStaleBatch(): void {
    const { keys, rollbacks } = this.transaction.writeLog;
    if (keys.length === this.seenKeys && rollbacks === this.seenRollbacks) return;
    let stale = rollbacks !== this.seenRollbacks;
    if (!stale) {
      const ahead = this.rest();
      stale = keys
        .slice(this.seenKeys)
        .some(
          ({ indexId, key }) =>
            indexId === this.plan.index.id &&
            Buffer.compare(key, ahead.start) >= 0 &&
            Buffer.compare(key, ahead.end) < 0,
        );
    }
    this.seenKeys = keys.length;
    this.seenRollbacks = rollbacks;
    if (!stale) return;
    this.batch = [];
    this.at = 0;
    this.reachedEnd = false;
  }

  /** What was read of the index: no further than the last document, so that what lies beyond wakes no subscriber. */
  private interval(): KeyInterval | null {
    const { index, range, order } = this.plan;
    const last = this.lastKey();
    if (this.atEnd) return { indexId: index.id, ...range };
    if (last === null) return null;
    if (order === "asc") return { indexId: index.id, start: range.start, end: afterPrefix(last) };
    return { indexId: index.id, start: last, end: range.end };
  }
}

function toStep(operator: QueryOperator): Step {
  if ("limit" in operator) return { kind: "limit", remaining: operator.limit };
  return { kind: "filter", accepts: compileFilter(operator.filter) };
}

/** The smallest limit before any filter: no more rows than that are needed. */
function leadingLimit(steps: readonly Step[]): number {
  let limit = Infinity;
  for (const step of steps) {
    if (step.kind === "filter") break;
    limit = Math.min(limit, step.remaining);
  }
  return Math.max(limit, 1);
}
