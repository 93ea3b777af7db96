/** The inner loop of vector search in WebAssembly SIMD: dot products of one vector with many, read once from memory. */
import { I32, MAX_PAGES, op, V128, wasmModule, type Code } from "./wasm";

/** Vectors are padded with zeros to a multiple of this many numbers, so that the loop needs no remainder. */
const STEP = 32;

/** The numbers that a vector of so many dimensions takes. */
export function paddedLength(dimensions: number): number {
  return Math.ceil(dimensions / STEP) * STEP;
}

/**
 * Writes to `scores[i]` the dot product of the vector at `query` with row `rows[i]` of the matrix at `vectors`, for
 * `i` below `count`, which is not zero. `query`, `vectors`, `rows` and `scores` are addresses, `rowBytes` is the length
 * of a row.
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
const [rowsEnd, queryAt, queryEnd, rowAt, FIRST_SUM] = [6, 7, 8, 9, 10] as const;

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

/** The sums of a row's products: one for each register of a step, so that none waits for the one before. */
function sumsOf({ perPart }: Numbers): number[] {
  return Array.from({ length: STEP / perPart }, (_, part) => FIRST_SUM + part);
}

/** rowAt = vectors + rowBytes * rows[0], and nothing summed yet. */
function beginRow(numbers: Numbers): Code {
  return [
    ...[...op.localGet(vectors), ...op.localGet(rows), ...op.i32Load(0), ...op.localGet(rowBytes)],
    ...[...op.i32Mul, ...op.i32Add, ...op.localSet(rowAt), ...op.localGet(query), ...op.localSet(queryAt)],
    ...sumsOf(numbers).flatMap((sum) => [...op.v128Zero, ...op.localSet(sum)]),
  ];
}

/** Adds the products of `STEP` numbers of the query with those of the row. */
function addProducts(numbers: Numbers): Code {
  const { perPart, queryWidth, rowWidth, load, multiply, add } = numbers;
  return sumsOf(numbers).flatMap((sum, part) => [
    ...[...op.localGet(sum), ...op.localGet(rowAt), ...load(part * perPart * rowWidth)],
    ...[...op.localGet(queryAt), ...op.v128Load(part * perPart * queryWidth), ...multiply],
    ...[...add, ...op.localSet(sum)],
  ]);
}

/** scores[0] = the sum of all lanes of all sums */
function endRow(numbers: Numbers): Code {
  const { add, extractLane, addLanes, store } = numbers;
  const [total = FIRST_SUM, ...others] = sumsOf(numbers);
  const lane = (number: number): Code => [...op.localGet(total), ...extractLane(number)];
  return [
    ...others.flatMap((sum) => [
      ...[...op.localGet(total), ...op.localGet(sum), ...add, ...op.localSet(total)],
    ]),
    ...[...op.localGet(scores), ...lane(0), ...lane(1), ...addLanes, ...lane(2), ...lane(3), ...addLanes],
    ...[...addLanes, ...store(0)],
  ];
}

/**
 * One row after the other: rows that are next to each other are then read in one sequence, which the processor's
 * prefetching follows. Several side by side were measured at half the speed once they don't fit into its caches.
 */
function kernelBody(numbers: Numbers): Code {
  const { queryWidth, rowWidth } = numbers;
  return [
    // rowsEnd = rows + 4 * count; queryEnd = query + rowBytes * queryWidth / rowWidth
    ...[...op.localGet(rows), ...op.localGet(count), ...op.i32Const(4), ...op.i32Mul, ...op.i32Add],
    ...op.localSet(rowsEnd),
    ...[...op.localGet(query), ...op.localGet(rowBytes), ...op.i32Const(queryWidth / rowWidth), ...op.i32Mul],
    ...[...op.i32Add, ...op.localSet(queryEnd)],
    ...op.loopWhile([
      ...beginRow(numbers),
      ...op.loopWhile([
        ...addProducts(numbers),
        ...advance(rowAt, STEP * rowWidth),
        ...advance(queryAt, STEP * queryWidth),
        ...[...op.localGet(queryAt), ...op.localGet(queryEnd), ...op.i32LtU],
      ]),
      ...endRow(numbers),
      ...advance(scores, 4),
      ...advance(rows, 4),
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
        locals: [I32, I32, I32, I32, ...sumsOf(numbers).map(() => V128)],
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
