/** The vectors of an index in the kernel's memory, a row each, with what a search filters and answers by. */
import { FILTER_HASH_BYTES } from "./filterValues";
import { growMemory, instantiateKernel, kernelMemory, paddedLength, type DotProducts } from "./kernel";
import { Sketches } from "./sketches";
import { TopMatches } from "./topMatches";
import type { VectorRow } from "./vectorIndex";
import type { FilterCondition, VectorQuery } from "./vectorQuery";

/** A document found, and the cosine of its vector with the one searched for. */
export interface VectorMatch {
  readonly documentId: string;
  readonly score: number;
}

/** How many rows the kernel scores in one call: its overhead is nothing then, and the next asks for better ones. */
const BATCH_ROWS = 1_024;
/** How many it scores in the first, when there is nothing yet that the others would have to be better than. */
const FIRST_BATCH_ROWS = 128;

/** A hash of a filter field's value, as rows are filtered by it: in words. */
const HASH_WORDS = FILTER_HASH_BYTES / Uint32Array.BYTES_PER_ELEMENT;

/** A condition ready to be asked row by row: where a row has its hash, and the hash. */
interface RowCondition {
  readonly at: number;
  readonly hash: Uint32Array;
}

export class VectorMatrix {
  private readonly memory = kernelMemory();
  private readonly dotProducts: DotProducts = instantiateKernel(this.memory);
  private readonly sketches: Sketches;
  private readonly dimensions: number;
  private readonly rowBytes: number;
  /** Where the parts of the memory begin: the query, the rows of a batch, their scores, all vectors. */
  private readonly rowsAt: number;
  private readonly scoresAt: number;
  private readonly vectorsAt: number;
  private readonly documentIds: string[] = [];
  private readonly rowOf = new Map<string, number>();
  /** The hashes of all rows, end to end. */
  private filters = new Uint32Array(0);
  private readonly filterWords: number;

  constructor(dimensions: number, filterFields: number) {
    this.sketches = new Sketches(dimensions, BATCH_ROWS);
    this.dimensions = dimensions;
    this.rowBytes = 4 * paddedLength(dimensions);
    this.rowsAt = this.rowBytes;
    this.scoresAt = this.rowsAt + 4 * BATCH_ROWS;
    this.vectorsAt = this.scoresAt + 4 * BATCH_ROWS;
    this.filterWords = filterFields * HASH_WORDS;
  }

  /** The number of vectors. */
  get size(): number {
    return this.documentIds.length;
  }

  /** Enters a document, or puts its new row in place of the old one. Throws where it takes more memory than 32-bit addresses reach. */
  set(documentId: string, { vector, filters }: VectorRow): void {
    const row = this.rowOf.get(documentId) ?? this.addRow(documentId);
    const at = this.vectorsAt + row * this.rowBytes;
    new Uint8Array(this.memory.buffer).set(vector, at);
    this.sketches.set(row, new Float32Array(this.memory.buffer, at, this.dimensions));
    new Uint8Array(this.filters.buffer).set(filters, row * this.filterWords * this.filters.BYTES_PER_ELEMENT);
  }

  /** Takes a document out; the last row moves to its place. */
  delete(documentId: string): void {
    const row = this.rowOf.get(documentId);
    const last = this.size - 1;
    const lastId = this.documentIds[last];
    if (row === undefined || lastId === undefined) return;
    const from = this.vectorsAt + last * this.rowBytes;
    new Uint8Array(this.memory.buffer).copyWithin(
      this.vectorsAt + row * this.rowBytes,
      from,
      from + this.rowBytes,
    );
    this.sketches.move(last, row);
    const { filterWords } = this;
    this.filters.copyWithin(row * filterWords, last * filterWords, (last + 1) * filterWords);
    this.documentIds[row] = lastId;
    this.rowOf.set(lastId, row);
    this.rowOf.delete(documentId);
    this.documentIds.pop();
  }

  /** Finds the rows of the greatest cosines. */
  search({ vector, limit, anyOf }: VectorQuery): VectorMatch[] {
    const top = new TopMatches(limit);
    const filter = anyOf?.map(rowCondition) ?? null;
    const { buffer } = this.memory;
    new Float32Array(buffer, 0, this.rowBytes / 4).fill(0).set(vector);
    const rows = new Uint32Array(buffer, this.rowsAt, BATCH_ROWS);
    this.sketches.begin(vector);
    let batchRows = FIRST_BATCH_ROWS;
    for (let next = 0; next < this.size;) {
      let count = 0;
      for (; next < this.size && count < batchRows; next++) {
        if (filter === null || this.meets(next, filter)) rows[count++] = next;
      }
      batchRows = Math.min(2 * batchRows, BATCH_ROWS);
      if (count === 0) break;
      if (top.threshold > -Infinity) count = this.sketches.keepPromising(rows, count, top.threshold);
      if (count > 0) this.addScored(top, rows, count);
    }
    return top.sorted().map(({ item, score }) => ({ documentId: this.documentIds[item] ?? "", score }));
  }

  /** Scores the first `count` of `rows`, which lie in the kernel's memory. */
  private addScored(top: TopMatches, rows: Uint32Array, count: number): void {
    this.dotProducts(0, this.vectorsAt, this.rowBytes, this.rowsAt, count, this.scoresAt);
    const scores = new Float32Array(this.memory.buffer, this.scoresAt, count);
    for (let at = 0; at < count; at++) {
      const score = scores[at] ?? 0;
      if (score > top.threshold) top.add(rows[at] ?? 0, score);
    }
  }

  /** Whether a row meets one of the conditions. */
  private meets(row: number, conditions: readonly RowCondition[]): boolean {
    const { filters } = this;
    const start = row * this.filterWords;
    for (const { at, hash } of conditions) if (isAt(filters, start + at, hash)) return true;
    return false;
  }

  private addRow(documentId: string): number {
    const row = this.size;
    this.reserve(row + 1);
    this.documentIds.push(documentId);
    this.rowOf.set(documentId, row);
    return row;
  }

  private reserve(rows: number): void {
    try {
      growMemory(this.memory, this.vectorsAt + rows * this.rowBytes);
      this.sketches.reserve(rows);
    } catch (error) {
      const text = `A vector index does not fit into memory: ${this.size} vectors of ${this.rowBytes} bytes are in it.`;
      throw new Error(text, { cause: error });
    }
    if (rows * this.filterWords <= this.filters.length) return;
    const grown = new Uint32Array(2 * rows * this.filterWords);
    grown.set(this.filters);
    this.filters = grown;
  }
}

function rowCondition({ field, hash }: FilterCondition): RowCondition {
  return { at: field * HASH_WORDS, hash: new Uint32Array(Uint8Array.from(hash).buffer) };
}

/** Whether a hash stands at a place. Most differ in their first word. */
function isAt(filters: Uint32Array, place: number, hash: Uint32Array): boolean {
  if (filters[place] !== hash[0]) return false;
  return hash.every((word, at) => filters[place + at] === word);
}
