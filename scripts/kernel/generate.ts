/** Writes the kernels of vector search, which `host/search/kernel.ts` instantiates: the same loop for two kinds of numbers. */
import { STEP } from "../../host/search/kernel";
import { I32, op, V128, wasmModule, type Code } from "./wasm";

const [query, vectors, rowBytes, rows, count, scores] = [0, 1, 2, 3, 4, 5] as const;
const [rowsEnd, queryAt, queryEnd, rowAt, FIRST_SUM] = [6, 7, 8, 9, 10] as const;

const advance = (local: number, bytes: number): Code => [
  ...[...op.localGet(local), ...op.i32Const(bytes), ...op.i32Add, ...op.localSet(local)],
];

/** How the numbers of a kernel are stored and multiplied. */
export interface Numbers {
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
export const FLOATS: Numbers = {
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
export const INTEGERS: Numbers = {
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

/** The bytes of a kernel. */
export function kernelModule(numbers: Numbers): Uint8Array<ArrayBuffer> {
  return wasmModule({
    name: "dotProducts",
    parameters: new Array<number>(6).fill(I32),
    locals: [I32, I32, I32, I32, ...sumsOf(numbers).map(() => V128)],
    body: kernelBody(numbers),
  });
}

/** The text of `host/search/kernelModules.ts`. */
export function kernelModulesSource(): string {
  const constant = (name: string, numbers: Numbers): string => {
    const base64 = Buffer.from(kernelModule(numbers)).toString("base64");
    const lines = base64.match(/.{1,100}/g) ?? [];
    return `export const ${name} =\n${lines.map((line) => `  "${line}"`).join(" +\n")};\n`;
  };
  return [
    "/** The kernels of vector search as WebAssembly modules in base64, written by `node scripts/run.mjs scripts/kernel.ts`. */\n",
    constant("FLOATS", FLOATS),
    constant("INTEGERS", INTEGERS),
  ].join("\n");
}
