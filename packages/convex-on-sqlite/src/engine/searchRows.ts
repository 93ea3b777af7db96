/** Reads the matches of a text search, the most relevant first. */
import { MAX_MATCHES, textMatches, type Match } from "../search/textMatches";
import { AFTER_ALL, BEFORE_ALL, idOf, readDocuments, type DocumentText } from "../store/documents";
import type { RowSource, SearchPlan } from "./queryPlan";
import type { Transaction } from "./transaction";

/** Documents read at once; the first batch is usually all that a search needs. */
const BATCH = 32;

export class SearchRows implements RowSource {
  private readonly transaction: Transaction;
  private readonly plan: SearchPlan;
  private parts: Generator<readonly Match[]>;
  /** Matches not returned yet; the documents of the first of them have been read. */
  private upcoming: Match[] = [];
  private batch: DocumentText[] = [];
  private last: Match | null = null;
  private readonly returned = new Set<number>();
  private seenVersion: number;
  private seenSearch: number;

  constructor(transaction: Transaction, plan: SearchPlan) {
    this.transaction = transaction;
    this.plan = plan;
    this.parts = this.search();
    this.seenVersion = transaction.writeLog.version;
    this.seenSearch = transaction.writeLog.searchVersion;
    transaction.reads.addSearchIndex(plan.index.id);
  }

  next(): DocumentText | null {
    if (this.returned.size === MAX_MATCHES) {
      throw new Error(
        `Search query scanned too many documents (fetched ${MAX_MATCHES}). Consider using a smaller limit, paginating ` +
          "the query, or using a filter field to limit the number of documents pulled from the search index.",
      );
    }
    this.discardStale();
    if (this.batch.length === 0) this.readBatch();
    const match = this.upcoming.shift();
    const row = this.batch.shift();
    if (match === undefined || row === undefined) return null;
    this.last = match;
    this.returned.add(match.seq);
    // Convex reads each match by its id.
    this.transaction.reads.addId(idOf(row.json));
    return row;
  }

  lastKey(): Buffer | null {
    return this.last?.key ?? null;
  }

  private search(): Generator<readonly Match[]> {
    return textMatches(this.transaction.db, this.plan.index, this.plan.query);
  }

  private readBatch(): void {
    while (this.upcoming.length === 0) {
      const part = this.parts.next();
      if (part.done === true) return;
      this.upcoming = part.value.filter((match) => !this.returned.has(match.seq) && this.isInRange(match));
    }
    const seqs = this.upcoming.slice(0, BATCH).map(({ seq }) => seq);
    this.batch = readDocuments(this.transaction.db, seqs);
  }

  private isInRange(match: Match): boolean {
    const { start, end } = this.plan.range;
    if (start === BEFORE_ALL && end === AFTER_ALL) return true;
    const { key } = match;
    return Buffer.compare(key, start) >= 0 && Buffer.compare(key, end) < 0;
  }

  /** Discards stale documents or matches: a mutation may write ahead of its own reading. */
  private discardStale(): void {
    const { version, searchVersion } = this.transaction.writeLog;
    if (version === this.seenVersion) return;
    this.seenVersion = version;
    this.batch = [];
    if (searchVersion === this.seenSearch) return;
    this.seenSearch = searchVersion;
    this.parts = this.search();
    this.upcoming = [];
  }
}
