/**
 * Every vector once more, in 8 bits a number: a quarter of the bytes to read. What a sketch leaves out is measured when it
 * is made, so its score comes with a bound, and only rows that the bound can't rule out need their exact score.
 */
import { KernelRows, paddedLength } from "./kernel";
import { INTEGERS } from "./kernelModules";

/** The greatest number of a sketch: signed bytes, symmetric. */
const MAX_ROW = 127;
/** The greatest number of a query's sketch, where the sum of the products allows it: signed 16-bit numbers. */
const MAX_QUERY = 32_767;
const MAX_SUM = 2 ** 31 - 1;
/** Vectors have the length one, as well as floats can say it. */
const MAX_LENGTH = 1.0001;
/** Half the distance of a 32-bit float from its neighbours, of numbers about one. */
const ROUNDING = 2 ** -24;

/** A vector in whole numbers: times `scale` it is the vector but for a rest of the length `error`. */
interface Sketch {
  readonly scale: number;
  readonly error: number;
}

export class Sketches {
  private readonly rows: KernelRows;
  private readonly maxQuery: number;
  /** How far the exact score, itself a sum of rounded floats, may be from the true one. */
  private readonly exactError: number;
  private readonly scales: number[] = [];
  private readonly errors: number[] = [];
  private query: Sketch = { scale: 0, error: 0 };

  /** `batchRows` is how many rows are asked about at once at most. */
  constructor(dimensions: number, batchRows: number) {
    const length = paddedLength(dimensions);
    this.rows = new KernelRows(INTEGERS, length, 2 * length, batchRows);
    // Each of the kernel's lanes and their sum stay in range.
    this.maxQuery = Math.min(MAX_QUERY, Math.floor(MAX_SUM / (MAX_ROW * length)));
    this.exactError = (length / 4 + 8) * ROUNDING * 1.01;
  }

  /** Makes room for so many rows. Throws a `RangeError` where there is none. */
  reserve(rows: number): void {
    this.rows.reserve(rows);
  }

  /** Sketches a vector of length one, or zero, into a row that has been reserved. */
  set(row: number, vector: Float32Array): void {
    const { buffer, bytes } = this.rows;
    const { scale, error } = sketch(vector, new Int8Array(buffer, this.rows.at(row), bytes), MAX_ROW);
    this.scales[row] = scale;
    this.errors[row] = error;
  }

  /** Copies a row over another. */
  move(from: number, to: number): void {
    this.rows.move(from, to);
    this.scales.copyWithin(to, from, from + 1);
    this.errors.copyWithin(to, from, from + 1);
  }

  /** Says which vector the rows are asked about from now on: one of length one, or zero. */
  begin(query: Float32Array): void {
    this.query = sketch(query, new Int16Array(this.rows.buffer, 0, this.rows.bytes), this.maxQuery);
  }

  /**
   * Keeps, at the beginning of `rows`, those of the first `count` whose exact score may be above `threshold`, in their
   * order; answers how many. None of the others is above it.
   */
  keepPromising(rows: Uint32Array, count: number, threshold: number): number {
    const scoresAt = this.rows.score(rows.subarray(0, count));
    const scores = new Int32Array(this.rows.buffer, scoresAt, count);
    // With r and q for the sketches and e for their errors: (r + e)(q + e') = rq + e(q + e') + re', and |q + e'| is the
    // length of the query, |r| at most that of the row and |e|.
    const { scale, error } = this.query;
    const ofRow = MAX_LENGTH + error;
    const ofQuery = MAX_LENGTH * error + this.exactError;
    let kept = 0;
    for (let at = 0; at < count; at++) {
      const row = rows[at] ?? 0;
      const most =
        (scores[at] ?? 0) * scale * (this.scales[row] ?? 0) + (this.errors[row] ?? 0) * ofRow + ofQuery;
      if (most > threshold) rows[kept++] = row;
    }
    return kept;
  }
}

/** Writes the whole numbers nearest to a vector's, the greatest of which becomes `max`. Of one without length none count: its scale is zero. */
function sketch(vector: Float32Array, numbers: Int8Array | Int16Array, max: number): Sketch {
  let greatest = 0;
  for (let at = 0; at < vector.length; at++) {
    const size = Math.abs(vector[at] ?? 0);
    if (size > greatest) greatest = size;
  }
  if (greatest === 0) return { scale: 0, error: 0 };
  const scale = greatest / max;
  const inverse = max / greatest;
  let squares = 0;
  for (let at = 0; at < vector.length; at++) {
    const exact = vector[at] ?? 0;
    const number = Math.floor(exact * inverse + 0.5);
    numbers[at] = number;
    const rest = exact - number * scale;
    squares += rest * rest;
  }
  // A little more than it is, for its own rounding.
  return { scale, error: Math.sqrt(squares) * 1.000001 };
}
