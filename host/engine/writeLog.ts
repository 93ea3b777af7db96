/** What a transaction has written, beside the database: for its own readers, for its commit, and to be taken back. */
import type { SearchWrite } from "../search/searchWrites";
import type { VectorChange } from "../search/vectorIndex";
import { idOf, type IndexKey } from "../store/documents";
import type { WriteSet } from "../types";

/** A point of the log to which it can be taken back. */
export interface WriteMark {
  readonly keys: number;
  readonly ids: number;
  readonly search: number;
  readonly overlay: ReadonlyMap<string, string>;
}

const NO_OVERLAY: ReadonlyMap<string, string> = new Map();

export class WriteLog {
  /** The index keys that came or went, and the rows of search indexes, in the order of the writes. */
  readonly keys: IndexKey[] = [];
  readonly search: SearchWrite[] = [];
  /** How often some of it was taken back: who has seen a part of the log must ask for this, too. */
  rollbacks = 0;

  private readonly ids: string[] = [];
  /** Documents that hold a placeholder, as their own transaction sees them. */
  private overlay = new Map<string, string>();

  get isEmpty(): boolean {
    return this.ids.length === 0;
  }

  /** Notes a written document. `placeholder` is its text where that differs from what is stored. */
  add(id: string, keys: readonly IndexKey[], placeholder: string | null): void {
    for (const key of keys) this.keys.push(key);
    this.ids.push(id);
    if (placeholder !== null) this.overlay.set(id, placeholder);
    else this.overlay.delete(id);
  }

  addSearch(writes: readonly SearchWrite[]): void {
    for (const write of writes) this.search.push(write);
  }

  /** A stored text, with the placeholders that this transaction wrote into it. */
  visible(id: string | null, json: string): string {
    if (this.overlay.size === 0) return json;
    return this.overlay.get(id ?? idOf(json)) ?? json;
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
    return {
      keys: this.keys.length,
      ids: this.ids.length,
      search: this.search.length,
      overlay: this.overlay.size === 0 ? NO_OVERLAY : new Map(this.overlay),
    };
  }

  takeBackTo(mark: WriteMark): void {
    this.keys.length = mark.keys;
    this.ids.length = mark.ids;
    this.search.length = mark.search;
    this.overlay = new Map(mark.overlay);
    this.rollbacks += 1;
  }
}
