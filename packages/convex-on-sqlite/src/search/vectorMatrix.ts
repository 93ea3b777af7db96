/** The vectors of an index in memory, one row each, with the document ids and filter values of the rows. */
import { RowFilters } from "./rowFilters";
import { TopMatches } from "./topMatches";
import type { VectorRow } from "./vectorIndex";
import type { VectorQuery } from "./vectorQuery";
import { VectorRows } from "./vectorRows";

/** A document that a search found. The score is the cosine of its vector and the query's. */
export interface VectorMatch {
  readonly documentId: string;
  readonly score: number;
}

export class VectorMatrix {
  private readonly vectors: VectorRows;
  private readonly filters: RowFilters;
  private readonly documentIds: string[] = [];
  private readonly rowOf = new Map<string, number>();

  constructor(dimensions: number, filterFields: number) {
    this.vectors = new VectorRows(dimensions);
    this.filters = new RowFilters(filterFields);
  }

  /** The number of vectors. */
  get size(): number {
    return this.documentIds.length;
  }

  /** Inserts or replaces a document's row. Throws when the vectors exceed 4 GiB. */
  set(documentId: string, { vector, filters }: VectorRow): void {
    const row = this.rowOf.get(documentId) ?? this.addRow(documentId);
    this.vectors.set(row, vector);
    this.filters.set(row, filters);
  }

  /** Removes a document. The last row moves to its place. */
  delete(documentId: string): void {
    const row = this.rowOf.get(documentId);
    const last = this.size - 1;
    const lastId = this.documentIds[last];
    if (row === undefined || lastId === undefined) return;
    this.vectors.copy(last, row);
    this.filters.copy(last, row);
    this.documentIds[row] = lastId;
    this.rowOf.set(lastId, row);
    this.rowOf.delete(documentId);
    this.documentIds.pop();
  }

  /** The documents with the highest cosines, best first. Exact: every row that passes the filter is scored. */
  search({ vector, limit, anyOf }: VectorQuery): VectorMatch[] {
    const top = new TopMatches(limit);
    const matches = anyOf === null ? null : this.filters.matcher(anyOf);
    this.vectors.setQuery(vector);
    for (let row = 0; row < this.size; row++) {
      if (matches !== null && !matches(row)) continue;
      const score = this.vectors.score(row);
      if (score > top.threshold) top.add(row, score);
    }
    return top.best.map(({ item, score }) => ({ documentId: this.documentIds[item] ?? "", score }));
  }

  private addRow(documentId: string): number {
    const row = this.size;
    try {
      this.vectors.reserve(row + 1);
    } catch (cause) {
      throw new Error(`A vector index with ${row} vectors has no memory for another one.`, { cause });
    }
    this.documentIds.push(documentId);
    this.rowOf.set(documentId, row);
    return row;
  }
}
