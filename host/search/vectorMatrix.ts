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

/** A filter ready to be asked row by row. */
type RowFilter = readonly { readonly column: Uint32Array; readonly value: number }[];

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
  /** For each filter field the number of each row's value. */
  private readonly columns: Uint32Array[];
  private readonly valueNumbers = new Map<string, number>();

  constructor(dimensions: number, filterFields: number) {
    this.sketches = new Sketches(dimensions, BATCH_ROWS);
    this.dimensions = dimensions;
    this.rowBytes = 4 * paddedLength(dimensions);
    this.rowsAt = this.rowBytes;
    this.scoresAt = this.rowsAt + 4 * BATCH_ROWS;
    this.vectorsAt = this.scoresAt + 4 * BATCH_ROWS;
    this.columns = Array.from({ length: filterFields }, () => new Uint32Array(BATCH_ROWS));
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
    for (const [field, column] of this.columns.entries()) {
      const start = field * FILTER_HASH_BYTES;
      column[row] = this.numberOf(textOf(filters.subarray(start, start + FILTER_HASH_BYTES)));
    }
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
    for (const column of this.columns) column[row] = column[last] ?? 0;
    this.documentIds[row] = lastId;
    this.rowOf.set(lastId, row);
    this.rowOf.delete(documentId);
    this.documentIds.pop();
  }

  /** Finds the rows of the greatest cosines. */
  search({ vector, limit, anyOf }: VectorQuery): VectorMatch[] {
    const top = new TopMatches(limit);
    const filter = anyOf === null ? null : this.rowFilter(anyOf);
    const { buffer } = this.memory;
    new Float32Array(buffer, 0, this.rowBytes / 4).fill(0).set(vector);
    const rows = new Uint32Array(buffer, this.rowsAt, BATCH_ROWS);
    this.sketches.begin(vector);
    let batchRows = FIRST_BATCH_ROWS;
    for (let next = 0; next < this.size;) {
      let count = 0;
      for (; next < this.size && count < batchRows; next++) {
        if (filter === null || passes(filter, next)) rows[count++] = next;
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

  private rowFilter(anyOf: readonly FilterCondition[]): RowFilter {
    return anyOf.flatMap(({ field, hash }) => {
      const column = this.columns[field];
      // A value without a number is in no row.
      const value = this.valueNumbers.get(textOf(hash));
      return column === undefined || value === undefined ? [] : [{ column, value }];
    });
  }

  private numberOf(hash: string): number {
    let number = this.valueNumbers.get(hash);
    if (number === undefined) {
      number = this.valueNumbers.size;
      this.valueNumbers.set(hash, number);
    }
    return number;
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
    for (const [field, column] of this.columns.entries()) {
      if (rows <= column.length) continue;
      const grown = new Uint32Array(2 * column.length);
      grown.set(column);
      this.columns[field] = grown;
    }
  }
}

/** Bytes as a text, to be found by. */
function textOf({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString("latin1");
}

function passes(filter: RowFilter, row: number): boolean {
  for (const { column, value } of filter) if (column[row] === value) return true;
  return false;
}
