/** The writes of a transaction, recorded for its own readers, for the commit, and for rollbacks. */
import type { SearchWrite } from "../search/searchWrites";
import type { VectorChange } from "../search/vectorIndex";
import type { IndexKey } from "../store/documents";
import type { WriteSet } from "../types";

/** A point of the log to roll back to. */
export interface WriteMark {
  readonly keys: number;
  readonly ids: number;
  readonly search: number;
}

export class WriteLog {
  /** Changes with each write and rollback, so that readers know that their fetched rows are stale. */
  version = 0;
  /** The same for text search results, which are more expensive to fetch again. */
  searchVersion = 0;

  /** Added and removed index keys, and rows of search indexes, in the order of the writes. */
  private readonly keys: IndexKey[] = [];
  private readonly ids: string[] = [];
  private readonly search: SearchWrite[] = [];

  get isEmpty(): boolean {
    return this.ids.length === 0;
  }

  /** Records a written document. */
  add(id: string, keys: readonly IndexKey[], search: readonly SearchWrite[]): void {
    for (const key of keys) this.keys.push(key);
    for (const write of search) this.search.push(write);
    this.ids.push(id);
    this.version += 1;
    if (search.length > 0) this.searchVersion += 1;
  }

  /** The writes for the invalidation of subscriptions. */
  writeSet(): WriteSet {
    const searchIndexes = new Set<number>();
    for (const { kind, indexId } of this.search) if (kind === "text") searchIndexes.add(indexId);
    return { keys: this.keys, ids: new Set(this.ids), searchIndexes };
  }

  /** The id of the document of each write. */
  documentIds(): readonly string[] {
    return this.ids;
  }

  /** The changes that the vectors in memory must follow. */
  vectorChanges(): VectorChange[] {
    return this.search.filter((write) => write.kind === "vector");
  }

  mark(): WriteMark {
    return { keys: this.keys.length, ids: this.ids.length, search: this.search.length };
  }

  rollBackTo(mark: WriteMark): void {
    this.keys.length = mark.keys;
    this.ids.length = mark.ids;
    this.search.length = mark.search;
    this.version += 1;
    this.searchVersion += 1;
  }
}
