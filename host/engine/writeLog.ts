/** What a transaction has written, beside the database: for its own readers, for its commit, and to be taken back. */
import type { SearchWrite } from "../search/searchWrites";
import type { VectorChange } from "../search/vectorIndex";
import type { IndexKey } from "../store/documents";
import type { WriteSet } from "../types";

/** A point of the log to which it can be taken back. */
export interface WriteMark {
  readonly keys: number;
  readonly ids: number;
  readonly search: number;
}

export class WriteLog {
  /** Another with each write and each taking back: who has read ahead of it reads again. */
  version = 0;
  /** The same for what a text search finds, which costs more to ask for again. */
  searchVersion = 0;

  /** The index keys that came or went, and the rows of search indexes, in the order of the writes. */
  private readonly keys: IndexKey[] = [];
  private readonly ids: string[] = [];
  private readonly search: SearchWrite[] = [];

  get isEmpty(): boolean {
    return this.ids.length === 0;
  }

  /** Notes a written document. */
  add(id: string, keys: readonly IndexKey[], search: readonly SearchWrite[]): void {
    for (const key of keys) this.keys.push(key);
    for (const write of search) this.search.push(write);
    this.ids.push(id);
    this.version += 1;
    if (search.length > 0) this.searchVersion += 1;
  }

  /** What subscribers are asked about. */
  writeSet(): WriteSet {
    const searchIndexes = new Set<number>();
    for (const { kind, indexId } of this.search) if (kind === "text") searchIndexes.add(indexId);
    return { keys: this.keys, ids: new Set(this.ids), searchIndexes };
  }

  /** What the vectors in memory must follow. */
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
