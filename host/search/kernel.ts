/** The inner loop of vector search in WebAssembly SIMD: dot products of one vector with many, read once from memory. */

/** Vectors are padded with zeros to a multiple of this many numbers, so that the loop needs no remainder. */
export const STEP = 32;

/** 4 GiB: all that 32-bit addresses reach. */
export const MAX_PAGES = 65_536;

/** The numbers that a vector of so many dimensions takes. */
export function paddedLength(dimensions: number): number {
  return Math.ceil(dimensions / STEP) * STEP;
}

const PAGE_BYTES = 65_536;

/**
 * Writes to `scores[i]` the dot product of the vector at `query` with row `rows[i]` of the matrix at `vectors`, for
 * `i` below `count`, which is not zero. `query`, `vectors`, `rows` and `scores` are addresses, `rowBytes` is the length
 * of a row. Scores of integers are 32-bit integers: the caller sees to it that no sum leaves their range.
 */
type DotProducts = (
  query: number,
  vectors: number,
  rowBytes: number,
  rows: number,
  count: number,
  scores: number,
) => void;

/**
 * Rows of numbers in the memory of a kernel, which tells their dot products with one vector. The memory holds that vector, a
 * batch of rows' numbers, their scores, and the rows.
 */
export class KernelRows {
  /** Of one row. */
  readonly bytes: number;
  private readonly memory = new WebAssembly.Memory({ initial: 1, maximum: MAX_PAGES });
  private readonly dotProducts: DotProducts;
  private readonly batchAt: number;
  private readonly scoresAt: number;
  private readonly rowsAt: number;

  /** `kernel` is a module of `scripts/kernel.ts`; a batch has at most `batchRows` rows. */
  constructor(kernel: string, bytes: number, queryBytes: number, batchRows: number) {
    this.bytes = bytes;
    this.batchAt = queryBytes;
    this.scoresAt = this.batchAt + 4 * batchRows;
    this.rowsAt = this.scoresAt + 4 * batchRows;
    const module = new WebAssembly.Module(Buffer.from(kernel, "base64"));
    const { exports } = new WebAssembly.Instance(module, { host: { memory: this.memory } });
    this.dotProducts = exports.dotProducts as DotProducts;
  }

  /** The memory as it is until more rows are reserved. The vector asked about is at its beginning. */
  get buffer(): ArrayBuffer {
    return this.memory.buffer;
  }

  /** The address of a row. */
  at(row: number): number {
    return this.rowsAt + row * this.bytes;
  }

  /** Makes room for so many rows, and for an eighth more. Throws a `RangeError` where there is none. */
  reserve(rows: number): void {
    const pages = this.buffer.byteLength / PAGE_BYTES;
    const missing = Math.ceil(this.at(rows) / PAGE_BYTES) - pages;
    if (missing <= 0) return;
    this.memory.grow(Math.max(missing, Math.min(Math.ceil(pages / 8), MAX_PAGES - pages)));
  }

  /** Copies a row over another. */
  move(from: number, to: number): void {
    new Uint8Array(this.buffer).copyWithin(this.at(to), this.at(from), this.at(from + 1));
  }

  /** Scores a batch of rows, of which there is one at least; answers the address of their scores, of four bytes each. */
  score(batch: Uint32Array): number {
    new Uint32Array(this.buffer, this.batchAt, batch.length).set(batch);
    this.dotProducts(0, this.rowsAt, this.bytes, this.batchAt, batch.length, this.scoresAt);
    return this.scoresAt;
  }
}
