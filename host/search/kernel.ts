/** The inner loop of vector search in WebAssembly SIMD: dot products of one vector with many, read once from memory. */
import { I32, MAX_PAGES, op, V128, wasmModule, type Code } from "./wasm";

/** Vectors are padded with zeros to a multiple of this many floats, so that the loop needs no remainder. */
export const LANES = 16;

/**
 * So many rows are read side by side: their sums don't wait for each other, and the query is read once for all of them.
 */
export const ROWS_AT_ONCE = 8;

/** The floats that a vector of so many dimensions takes. */
export function paddedLength(dimensions: number): number {
  return Math.ceil(dimensions / LANES) * LANES;
}

/**
 * Writes to `scores[i]` the dot product of the vector at `query` with row `rows[i]` of the matrix at `vectors`, for
 * `i` below `count`, which is a multiple of `ROWS_AT_ONCE` and not zero. `query`, `vectors`, `rows` and `scores` are
 * addresses, `rowBytes` is the length of a row.
 */
export type DotProducts = (
  query: number,
  vectors: number,
  rowBytes: number,
  rows: number,
  count: number,
  scores: number,
) => void;

const [query, vectors, rowBytes, rows, count, scores] = [0, 1, 2, 3, 4, 5] as const;
const [rowsEnd, queryAt, queryEnd, queryPart] = [6, 7, 8, 9] as const;
const FIRST_ROW = 10;

/** The locals of each row: where it is read, and the sum of its products so far, lane by lane. */
const ROWS = Array.from({ length: ROWS_AT_ONCE }, (_, row) => {
  return { row, vectorAt: FIRST_ROW + 2 * row, sum: FIRST_ROW + 2 * row + 1 };
});

const advance = (local: number, bytes: number): Code => [
  ...[...op.localGet(local), ...op.i32Const(bytes), ...op.i32Add, ...op.localSet(local)],
];

/** vectorAt = vectors + rowBytes * rows[row], and nothing summed yet. */
const beginRows = ROWS.flatMap(({ row, vectorAt, sum }) => [
  ...[...op.localGet(vectors), ...op.localGet(rows), ...op.i32Load(4 * row), ...op.localGet(rowBytes)],
  ...[...op.i32Mul, ...op.i32Add, ...op.localSet(vectorAt), ...op.v128Zero, ...op.localSet(sum)],
]);

/** Adds the products of `LANES` floats of the query with those of each row. */
const addProducts = [0, 1, 2, 3].flatMap((part) => [
  ...[...op.localGet(queryAt), ...op.v128Load(16 * part), ...op.localSet(queryPart)],
  ...ROWS.flatMap(({ vectorAt, sum }) => [
    ...[...op.localGet(queryPart), ...op.localGet(vectorAt), ...op.v128Load(16 * part), ...op.f32x4Mul],
    ...[...op.localGet(sum), ...op.f32x4Add, ...op.localSet(sum)],
  ]),
]);

/** scores[row] = the sum of the four lanes */
const endRows = ROWS.flatMap(({ row, sum }) => {
  const lane = (number: number): Code => [...op.localGet(sum), ...op.f32x4ExtractLane(number)];
  return [
    ...[...op.localGet(scores), ...lane(0), ...lane(1), ...op.f32Add, ...lane(2), ...lane(3), ...op.f32Add],
    ...[...op.f32Add, ...op.f32Store(4 * row)],
  ];
});

const body: Code = [
  // rowsEnd = rows + 4 * count; queryEnd = query + rowBytes
  ...[...op.localGet(rows), ...op.localGet(count), ...op.i32Const(4), ...op.i32Mul, ...op.i32Add],
  ...op.localSet(rowsEnd),
  ...[...op.localGet(query), ...op.localGet(rowBytes), ...op.i32Add, ...op.localSet(queryEnd)],
  ...op.loopWhile([
    ...beginRows,
    ...[...op.localGet(query), ...op.localSet(queryAt)],
    ...op.loopWhile([
      ...addProducts,
      ...ROWS.flatMap(({ vectorAt }) => advance(vectorAt, 4 * LANES)),
      ...advance(queryAt, 4 * LANES),
      ...[...op.localGet(queryAt), ...op.localGet(queryEnd), ...op.i32LtU],
    ]),
    ...endRows,
    ...advance(scores, 4 * ROWS_AT_ONCE),
    ...advance(rows, 4 * ROWS_AT_ONCE),
    ...[...op.localGet(rows), ...op.localGet(rowsEnd), ...op.i32LtU],
  ]),
];

let compiled: WebAssembly.Module | null = null;

/** The kernel on a memory made by `kernelMemory`. */
export function instantiateKernel(memory: WebAssembly.Memory): DotProducts {
  compiled ??= new WebAssembly.Module(
    wasmModule({
      name: "dotProducts",
      parameters: new Array<number>(6).fill(I32),
      locals: [I32, I32, I32, V128, ...ROWS.flatMap(() => [I32, V128])],
      body,
    }),
  );
  const { exports } = new WebAssembly.Instance(compiled, { host: { memory } });
  return exports.dotProducts as DotProducts;
}

/** A memory that the kernel takes; it can grow to 4 GiB. */
export function kernelMemory(): WebAssembly.Memory {
  return new WebAssembly.Memory({ initial: 1, maximum: MAX_PAGES });
}
