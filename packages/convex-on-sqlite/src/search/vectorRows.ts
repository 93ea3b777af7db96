/**
 * Rows of 32-bit floats in the memory of a WebAssembly module that computes dot products. The module uses SIMD, which
 * JavaScript lacks: a JavaScript loop takes about three times as long (docs/vector-search.md).
 */

/** `dotProduct.wat`, compiled. */
const DOT_PRODUCT =
  "AGFzbQEAAAABCAFgA39/fwF9AhMBBGhvc3QGbWVtb3J5AgEBgIAEAwIBAAcOAQpkb3RQcm9kdWN0AAAKrAEBqQECAX8EeyAAIAJqIQMD" +
  "QCAEIAD9AAQAIAH9AAQA/eYB/eQBIQQgBSAA/QAEECAB/QAEEP3mAf3kASEFIAYgAP0ABCAgAf0ABCD95gH95AEhBiAHIAD9AAQwIAH9" +
  "AAQw/eYB/eQBIQcgAUHAAGohASAAQcAAaiEAIAAgA0kNAAsgBCAF/eQBIAYgB/3kAf3kASEEIAT9HwAgBP0fAZIgBP0fAiAE/R8DkpIL";

const PAGE_BYTES = 65_536;

/** 4 GiB, the most that 32-bit addresses reach: 699,000 vectors of 1,536 floats. */
const MAX_PAGES = 65_536;

/** The module adds up this many products at a time. Zeros pad a row to a multiple of it. */
const FLOATS_PER_STEP = 16;

/** The length of a row in floats, padding included. */
export function paddedLength(dimensions: number): number {
  return Math.ceil(dimensions / FLOATS_PER_STEP) * FLOATS_PER_STEP;
}

/** The memory holds the query at address 0, then the rows. */
export class VectorRows {
  private readonly dimensions: number;
  private readonly rowBytes: number;
  private readonly memory = new WebAssembly.Memory({ initial: 1, maximum: MAX_PAGES });
  private readonly dotProduct: (a: number, b: number, bytes: number) => number;

  constructor(dimensions: number) {
    this.dimensions = dimensions;
    this.rowBytes = Float32Array.BYTES_PER_ELEMENT * paddedLength(dimensions);
    const module = new WebAssembly.Module(Buffer.from(DOT_PRODUCT, "base64"));
    const { exports } = new WebAssembly.Instance(module, { host: { memory: this.memory } });
    this.dotProduct = exports.dotProduct as VectorRows["dotProduct"];
  }

  /** Makes room for `rows` rows and for an eighth more. Throws a `RangeError` beyond 4 GiB. */
  reserve(rows: number): void {
    const pages = this.memory.buffer.byteLength / PAGE_BYTES;
    const missing = Math.ceil(this.address(rows) / PAGE_BYTES) - pages;
    if (missing <= 0) return;
    this.memory.grow(Math.max(missing, Math.min(Math.ceil(pages / 8), MAX_PAGES - pages)));
  }

  /** Writes a vector, given as the bytes of its floats, to a reserved row. */
  set(row: number, vector: Uint8Array): void {
    new Uint8Array(this.memory.buffer).set(vector, this.address(row));
  }

  /** Copies one row over another. */
  copy(from: number, to: number): void {
    const bytes = new Uint8Array(this.memory.buffer);
    bytes.copyWithin(this.address(to), this.address(from), this.address(from + 1));
  }

  /** Sets the vector that `score` compares rows with. */
  setQuery(vector: Float32Array): void {
    new Float32Array(this.memory.buffer, 0, this.dimensions).set(vector);
  }

  /** The dot product of the query and a row. */
  score(row: number): number {
    return this.dotProduct(0, this.address(row), this.rowBytes);
  }

  private address(row: number): number {
    return (row + 1) * this.rowBytes;
  }
}
