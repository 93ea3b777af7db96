/** What a transaction has read: counted towards its limits, and for a query kept, since only queries are subscribed to. */
import type { KeyRange } from "../store/documents";
import type { Tablet } from "../store/tablets";
import type { KeyInterval, ReadSet } from "../types";
import type { Usage } from "./limits";

export class Reads {
  private readonly usage: Usage;
  private readonly isKept: boolean;
  private readonly intervals: (() => KeyInterval | null)[] = [];
  private readonly ids = new Set<string>();
  private readonly searchIndexes = new Set<number>();

  constructor(usage: Usage, isKept: boolean) {
    this.usage = usage;
    this.isKept = isKept;
  }

  /** Counts one document read. Throws at the limit. Those of system tables are on nobody's account. */
  addDocument(tablet: Tablet, size: number): void {
    if (tablet.isSystem) return;
    this.usage.add("documentsRead", 1);
    this.usage.add("bytesRead", size);
  }

  /**
   * Adds a document that was looked up by its id, there or not. It is an interval of the index by id, and counts as one
   * however often it is read.
   */
  addId(id: string): void {
    const before = this.ids.size;
    if (this.ids.add(id).size > before) this.usage.add("databaseQueries", 1);
  }

  /** Adds a document that is about to be made. Convex depends on its id, too: to read it costs no interval. */
  addNewId(id: string): void {
    this.ids.add(id);
  }

  /** Adds a stretch of an index; `extent` is asked how far it was read, once the transaction has ended. */
  addRange(indexId: number, extent: () => KeyRange | null): void {
    this.usage.add("databaseQueries", 1);
    if (!this.isKept) return;
    this.intervals.push(() => {
      const range = extent();
      return range === null ? null : { indexId, ...range };
    });
  }

  /** Adds a whole search index: any of its rows can change any of its rankings. */
  addSearchIndex(indexId: number): void {
    if (this.isKept) this.searchIndexes.add(indexId);
  }

  /** What the transaction depended on, once it has ended. */
  readSet(): ReadSet {
    const intervals = this.intervals.map((interval) => interval()).filter((interval) => interval !== null);
    return { intervals, ids: this.ids, searchIndexes: this.searchIndexes };
  }
}
