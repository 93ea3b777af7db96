/** The inner loop of vector search in WebAssembly SIMD: dot products of one vector with many, read once from memory. */
import { I32, MAX_PAGES, op, V128, wasmModule, type Code } from "./wasm";

/** Vectors are padded with zeros to a multiple of this many numbers, so that the loop needs no remainder. */
const STEP = 32;

/**
 * So many rows are read side by side: their sums don't wait for each other, and the query is read once for all of them.
 */
export const ROWS_AT_ONCE = 8;

/** The numbers that a vector of so many dimensions takes. */
export function paddedLength(dimensions: number): number {
  return Math.ceil(dimensions / STEP) * STEP;
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

/** How the numbers of a kernel are stored and multiplied. */
interface Numbers {
  /** The bytes of one number in a row, and of one in the query. */
  readonly rowWidth: number;
  readonly queryWidth: number;
  /** So many numbers fill a register of the query. */
  readonly perPart: number;
  /** Loads so many numbers of a row. */
  readonly load: (offset: number) => Code;
  /** The products of two registers in four lanes. */
  readonly multiply: Code;
  readonly add: Code;
  readonly extractLane: (lane: number) => Code;
  readonly addLanes: Code;
  readonly store: (offset: number) => Code;
}

/** 32-bit floats. */
const FLOATS: Numbers = {
  rowWidth: 4,
  queryWidth: 4,
  perPart: 4,
  load: op.v128Load,
  multiply: op.f32x4Mul,
  add: op.f32x4Add,
  extractLane: op.f32x4ExtractLane,
  addLanes: op.f32Add,
  store: op.f32Store,
};

/** Signed 8-bit numbers in the rows, 16-bit ones in the query, 32-bit sums. */
const INTEGERS: Numbers = {
  rowWidth: 1,
  queryWidth: 2,
  perPart: 8,
  load: op.v128Load8x8S,
  multiply: op.i32x4DotI16x8S,
  add: op.i32x4Add,
  extractLane: op.i32x4ExtractLane,
  addLanes: op.i32Add,
  store: op.i32Store,
};

/** vectorAt = vectors + rowBytes * rows[row], and nothing summed yet. */
const beginRows = ROWS.flatMap(({ row, vectorAt, sum }) => [
  ...[...op.localGet(vectors), ...op.localGet(rows), ...op.i32Load(4 * row), ...op.localGet(rowBytes)],
  ...[...op.i32Mul, ...op.i32Add, ...op.localSet(vectorAt), ...op.v128Zero, ...op.localSet(sum)],
]);

/** Adds the products of `STEP` numbers of the query with those of each row. */
function addProducts({ perPart, queryWidth, rowWidth, load, multiply, add }: Numbers): Code {
  return Array.from({ length: STEP / perPart }, (_, part) => [
    ...[...op.localGet(queryAt), ...op.v128Load(part * perPart * queryWidth), ...op.localSet(queryPart)],
    ...ROWS.flatMap(({ vectorAt, sum }) => [
      ...[
        ...op.localGet(queryPart),
        ...op.localGet(vectorAt),
        ...load(part * perPart * rowWidth),
        ...multiply,
      ],
      ...[...op.localGet(sum), ...add, ...op.localSet(sum)],
    ]),
  ]).flat();
}

/** scores[row] = the sum of the four lanes */
function endRows({ extractLane, addLanes, store }: Numbers): Code {
  return ROWS.flatMap(({ row, sum }) => {
    const lane = (number: number): Code => [...op.localGet(sum), ...extractLane(number)];
    return [
      ...[...op.localGet(scores), ...lane(0), ...lane(1), ...addLanes, ...lane(2), ...lane(3), ...addLanes],
      ...[...addLanes, ...store(4 * row)],
    ];
  });
}

function kernelBody(numbers: Numbers): Code {
  const { queryWidth, rowWidth } = numbers;
  return [
    // rowsEnd = rows + 4 * count; queryEnd = query + rowBytes * queryWidth / rowWidth
    ...[...op.localGet(rows), ...op.localGet(count), ...op.i32Const(4), ...op.i32Mul, ...op.i32Add],
    ...op.localSet(rowsEnd),
    ...[...op.localGet(query), ...op.localGet(rowBytes), ...op.i32Const(queryWidth / rowWidth), ...op.i32Mul],
    ...[...op.i32Add, ...op.localSet(queryEnd)],
    ...op.loopWhile([
      ...beginRows,
      ...[...op.localGet(query), ...op.localSet(queryAt)],
      ...op.loopWhile([
        ...addProducts(numbers),
        ...ROWS.flatMap(({ vectorAt }) => advance(vectorAt, STEP * rowWidth)),
        ...advance(queryAt, STEP * queryWidth),
        ...[...op.localGet(queryAt), ...op.localGet(queryEnd), ...op.i32LtU],
      ]),
      ...endRows(numbers),
      ...advance(scores, 4 * ROWS_AT_ONCE),
      ...advance(rows, 4 * ROWS_AT_ONCE),
      ...[...op.localGet(rows), ...op.localGet(rowsEnd), ...op.i32LtU],
    ]),
  ];
}

const compiled = new Map<Numbers, WebAssembly.Module>();

function instantiate(numbers: Numbers, memory: WebAssembly.Memory): DotProducts {
  let module = compiled.get(numbers);
  if (module === undefined) {
    module = new WebAssembly.Module(
      wasmModule({
        name: "dotProducts",
        parameters: new Array<number>(6).fill(I32),
        locals: [I32, I32, I32, V128, ...ROWS.flatMap(() => [I32, V128])],
        body: kernelBody(numbers),
      }),
    );
    compiled.set(numbers, module);
  }
  const { exports } = new WebAssembly.Instance(module, { host: { memory } });
  return exports.dotProducts as DotProducts;
}

/** The kernel for 32-bit floats, on a memory made by `kernelMemory`. */
export function instantiateKernel(memory: WebAssembly.Memory): DotProducts {
  return instantiate(FLOATS, memory);
}

/**
 * The kernel for rows of signed 8-bit numbers and a query of signed 16-bit ones. Its scores are 32-bit integers: the
 * caller sees to it that no sum leaves their range.
 */
export function instantiateIntegerKernel(memory: WebAssembly.Memory): DotProducts {
  return instantiate(INTEGERS, memory);
}

/** A memory that the kernel takes; it can grow to 4 GiB. */
export function kernelMemory(): WebAssembly.Memory {
  return new WebAssembly.Memory({ initial: 1, maximum: MAX_PAGES });
}

const PAGE_BYTES = 65_536;
/** Memory grows by an eighth, and by this much at least. */
const MIN_GROWTH_PAGES = 64;

/** Makes a memory at least so many bytes long. Throws a `RangeError` where that can't be had. */
export function growMemory(memory: WebAssembly.Memory, bytes: number): void {
  const { byteLength } = memory.buffer;
  const missing = Math.ceil((bytes - byteLength) / PAGE_BYTES);
  if (missing <= 0) return;
  const pages = byteLength / PAGE_BYTES;
  const wanted = Math.max(missing, Math.ceil(pages / 8), MIN_GROWTH_PAGES);
  memory.grow(Math.max(missing, Math.min(wanted, MAX_PAGES - pages)));
}
