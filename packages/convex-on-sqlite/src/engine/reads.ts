/** The reads of a transaction: counted towards its limits, and recorded for queries, because only queries are subscribed to. */
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
  /** The number of documents read, by table. */
  readonly documents = new Map<Tablet, number>();

  constructor(usage: Usage, isKept: boolean) {
    this.usage = usage;
    this.isKept = isKept;
  }

  /** Counts one document read. Throws at the limit. Documents of system tables are not counted. */
  addDocument(tablet: Tablet, size: number): void {
    if (tablet.isSystem) return;
    this.documents.set(tablet, (this.documents.get(tablet) ?? 0) + 1);
    this.usage.add("documentsRead", 1);
    this.usage.add("bytesRead", size);
  }

  /**
   * Adds a document that was looked up by its id, whether it exists or not. Counts as one interval of the index by id,
   * however often it is read.
   */
  addId(id: string): void {
    const before = this.ids.size;
    if (this.ids.add(id).size > before) this.usage.add("databaseQueries", 1);
  }

  /** Adds a document about to be inserted. Convex also depends on its id, so reading it later costs no interval. */
  addNewId(id: string): void {
    this.ids.add(id);
  }

  /** Adds a range of an index; `extent` returns the part that was read and is called after the transaction has ended. */
  addRange(indexId: number, extent: () => KeyRange | null): void {
    this.usage.add("databaseQueries", 1);
    if (!this.isKept) return;
    this.intervals.push(() => {
      const range = extent();
      return range === null ? null : { indexId, ...range };
    });
  }

  /** Adds a whole search index: a change of any row can change any ranking. */
  addSearchIndex(indexId: number): void {
    if (this.isKept) this.searchIndexes.add(indexId);
  }

  /** Everything that the transaction depends on. Call it after the transaction has ended. */
  readSet(): ReadSet {
    const intervals = this.intervals.map((interval) => interval()).filter((interval) => interval !== null);
    return { intervals, ids: this.ids, searchIndexes: this.searchIndexes };
  }
}
