/** The vectors of an index in the kernel's memory, a row each, with what a search filters and answers by. */
import { KernelRows, paddedLength } from "./kernel";
import { FLOATS } from "./kernelModules";
import { RowFilters } from "./rowFilters";
import { Sketches } from "./sketches";
import { TopMatches } from "./topMatches";
import type { VectorRow } from "./vectorIndex";
import type { VectorQuery } from "./vectorQuery";

/** A document found, and the cosine of its vector with the one searched for. */
export interface VectorMatch {
  readonly documentId: string;
  readonly score: number;
}

/** How many rows the kernel scores in one call: its overhead is nothing then, and the next asks for better ones. */
const BATCH_ROWS = 1_024;
/** How many it scores in the first, when there is nothing yet that the others would have to be better than. */
const FIRST_BATCH_ROWS = 128;

export class VectorMatrix {
  private readonly vectors: KernelRows;
  private readonly sketches: Sketches;
  private readonly dimensions: number;
  private readonly documentIds: string[] = [];
  private readonly rowOf = new Map<string, number>();
  private readonly filters: RowFilters;

  constructor(dimensions: number, filterFields: number) {
    const bytes = 4 * paddedLength(dimensions);
    this.vectors = new KernelRows(FLOATS, bytes, bytes, BATCH_ROWS);
    this.sketches = new Sketches(dimensions, BATCH_ROWS);
    this.dimensions = dimensions;
    this.filters = new RowFilters(filterFields);
  }

  /** The number of vectors. */
  get size(): number {
    return this.documentIds.length;
  }

  /** Enters a document, or puts its new row in place of the old one. Throws where it takes more memory than 32-bit addresses reach. */
  set(documentId: string, { vector, filters }: VectorRow): void {
    const row = this.rowOf.get(documentId) ?? this.addRow(documentId);
    const { buffer } = this.vectors;
    const at = this.vectors.at(row);
    new Uint8Array(buffer).set(vector, at);
    this.sketches.set(row, new Float32Array(buffer, at, this.dimensions));
    this.filters.set(row, filters);
  }

  /** Takes a document out; the last row moves to its place. */
  delete(documentId: string): void {
    const row = this.rowOf.get(documentId);
    const last = this.size - 1;
    const lastId = this.documentIds[last];
    if (row === undefined || lastId === undefined) return;
    this.vectors.move(last, row);
    this.sketches.move(last, row);
    this.filters.move(last, row);
    this.documentIds[row] = lastId;
    this.rowOf.set(lastId, row);
    this.rowOf.delete(documentId);
    this.documentIds.pop();
  }

  /** Finds the rows of the greatest cosines. */
  search({ vector, limit, anyOf }: VectorQuery): VectorMatch[] {
    const top = new TopMatches(limit);
    const meets = anyOf === null ? null : this.filters.predicate(anyOf);
    new Float32Array(this.vectors.buffer, 0, this.dimensions).set(vector);
    this.sketches.begin(vector);
    const rows = new Uint32Array(BATCH_ROWS);
    let batchRows = FIRST_BATCH_ROWS;
    for (let next = 0; next < this.size;) {
      let count = 0;
      for (; next < this.size && count < batchRows; next++) {
        if (meets === null || meets(next)) rows[count++] = next;
      }
      batchRows = Math.min(2 * batchRows, BATCH_ROWS);
      if (count > 0 && top.threshold > -Infinity)
        count = this.sketches.keepPromising(rows, count, top.threshold);
      if (count > 0) this.addScored(top, rows.subarray(0, count));
    }
    return top.best.map(({ item, score }) => ({ documentId: this.documentIds[item] ?? "", score }));
  }

  private addScored(top: TopMatches, rows: Uint32Array): void {
    const scores = new Float32Array(this.vectors.buffer, this.vectors.score(rows), rows.length);
    for (let at = 0; at < rows.length; at++) {
      const score = scores[at] ?? 0;
      if (score > top.threshold) top.add(rows[at] ?? 0, score);
    }
  }

  private addRow(documentId: string): number {
    const row = this.size;
    try {
      this.vectors.reserve(row + 1);
      this.sketches.reserve(row + 1);
    } catch (error) {
      const text = `A vector index does not fit into memory: ${row} vectors of ${this.vectors.bytes} bytes are in it.`;
      throw new Error(text, { cause: error });
    }
    this.documentIds.push(documentId);
    this.rowOf.set(documentId, row);
    return row;
  }
}
