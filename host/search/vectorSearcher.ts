/** Vector search over committed documents: an index's vectors are loaded ahead, or at its first search, and follow every commit. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Sqlite } from "../store/sqlite";
import { readVectorRows, type VectorChange, type VectorIndex } from "./vectorIndex";
import { VectorMatrix, type VectorMatch } from "./vectorMatrix";
import type { VectorQuery } from "./vectorQuery";

/** Short enough that nothing else waits long, long enough that the turns are no cost. */
const SLICE_MS = 4;
/** About as much as is read from the database at once, in bytes and in rows: what takes no longer than a slice. */
const PAGE_BYTES = 1 << 19;
const MAX_PAGE_ROWS = 500;

/** Runs a read of committed state between transactions. */
export type CommittedRead = <T>(body: (db: Sqlite) => T) => Promise<T>;

export class VectorSearcher {
  private readonly read: CommittedRead;
  private readonly sliceMs: number;
  private readonly caches = new Map<number, VectorCache>();

  /** `sliceMs` is after how much scanning the event loop gets its turn. */
  constructor(read: CommittedRead, sliceMs = SLICE_MS) {
    this.read = read;
    this.sliceMs = sliceMs;
  }

  /** The documents nearest to a vector, nearest first, as of a commit no older than the call. */
  search(index: VectorIndex, query: VectorQuery): Promise<VectorMatch[]> {
    return this.cacheOf(index).search(query);
  }

  /** Loads the vectors of an index, a page at a time between other reads, so that its first search need not. */
  preload(index: VectorIndex): Promise<void> {
    return this.cacheOf(index).preload();
  }

  /** Takes over what a commit changed; to be called before anything else is read or committed. */
  committed(changes: readonly VectorChange[]): void {
    for (const change of changes) this.caches.get(change.indexId)?.committed(change);
  }

  private cacheOf(index: VectorIndex): VectorCache {
    let cache = this.caches.get(index.id);
    if (cache === undefined) {
      cache = new VectorCache(index, this.read, this.sliceMs);
      this.caches.set(index.id, cache);
    }
    return cache;
  }
}

/** The vectors of one index in memory. */
class VectorCache {
  private readonly index: VectorIndex;
  private readonly read: CommittedRead;
  private readonly sliceMs: number;
  private matrix: VectorMatrix | null = null;
  /** Settles when the searches asked for so far have ended: they run one after the other. */
  private last: Promise<unknown> = Promise.resolve();
  private scanning = false;
  /** What was committed while a search scanned: it sees the state in which it began. */
  private waiting: VectorChange[] = [];

  constructor(index: VectorIndex, read: CommittedRead, sliceMs: number) {
    this.index = index;
    this.read = read;
    this.sliceMs = sliceMs;
  }

  search(query: VectorQuery): Promise<VectorMatch[]> {
    return this.inTurn(async () => this.scan(await this.loaded(), query));
  }

  preload(): Promise<void> {
    return this.inTurn(async () => void (await this.loaded()));
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.last.then(work);
    this.last = result.then(ignore, ignore);
    return result;
  }

  committed(change: VectorChange): void {
    if (this.scanning) this.waiting.push(change);
    else this.apply(change);
  }

  private apply({ documentId, row }: VectorChange): void {
    const { matrix } = this;
    if (matrix === null) return;
    try {
      if (row === null) matrix.delete(documentId);
      else matrix.set(documentId, row);
    } catch {
      // It can't follow the commits any more; the next search loads anew, and says why that fails if it does.
      this.matrix = null;
    }
  }

  private async scan(matrix: VectorMatrix, query: VectorQuery): Promise<VectorMatch[]> {
    this.scanning = true;
    try {
      const search = matrix.search(query);
      let sliceEnd = performance.now() + this.sliceMs;
      for (;;) {
        const step = search.next();
        if (step.done === true) return step.value;
        if (performance.now() < sliceEnd) continue;
        await nextTurn();
        sliceEnd = performance.now() + this.sliceMs;
      }
    } finally {
      this.scanning = false;
      for (const change of this.waiting.splice(0)) this.apply(change);
    }
  }

  /**
   * The matrix with all committed vectors. Pages are read between commits, and each commit is applied to what is
   * loaded already: so with the last page the matrix is as the database is.
   */
  private async loaded(): Promise<VectorMatrix> {
    if (this.matrix !== null) return this.matrix;
    const { dimensions, filterFields } = this.index;
    const matrix = new VectorMatrix(dimensions, filterFields.length);
    const pageRows = Math.min(MAX_PAGE_ROWS, Math.ceil(PAGE_BYTES / (4 * dimensions)));
    this.matrix = matrix;
    try {
      for (let last = 0, more = true; more;) {
        await this.read((db) => {
          const rows = readVectorRows(db, this.index, last, pageRows);
          for (const row of rows) matrix.set(row.documentId, row);
          last = rows.at(-1)?.seq ?? last;
          more = rows.length === pageRows;
        });
      }
    } catch (error) {
      this.matrix = null;
      throw error;
    }
    return matrix;
  }
}

function ignore(): void {
  // How a search ended concerns only the one who asked for it.
}
