/** Writes WebAssembly modules byte by byte: as much of the binary format as the vector kernel needs. */
import { MAX_PAGES } from "../../host/search/kernel";

/** Code: the bytes of instructions. */
export type Code = readonly number[];

/** An unsigned number in LEB128. */
function unsigned(value: number): Code {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

/** A signed 32-bit number in LEB128. */
function signed(value: number): Code {
  const isLast = value >= -0x40 && value < 0x40;
  return isLast ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(value >> 7)];
}

function list(items: readonly Code[]): Code {
  return [...unsigned(items.length), ...items.flat()];
}

function name(text: string): Code {
  const bytes = [...Buffer.from(text, "utf8")];
  return [...unsigned(bytes.length), ...bytes];
}

function section(id: number, content: Code): Code {
  return [id, ...unsigned(content.length), ...content];
}

/** Types of values, as the binary format numbers them. */
export const I32 = 0x7f;
export const V128 = 0x7b;

const VOID_BLOCK = 0x40;

/** An address is what stands on the stack plus `offset`; `align` is the binary logarithm of its alignment. */
const memory = (align: number, offset: number): Code => [...unsigned(align), ...unsigned(offset)];
const simd = (operation: number, ...immediate: number[]): Code => [
  0xfd,
  ...unsigned(operation),
  ...immediate,
];

/** The instructions, by their names in the text format. */
export const op = {
  localGet: (local: number): Code => [0x20, ...unsigned(local)],
  localSet: (local: number): Code => [0x21, ...unsigned(local)],
  i32Const: (value: number): Code => [0x41, ...signed(value)],
  i32Add: [0x6a],
  i32Mul: [0x6c],
  i32Load: (offset: number): Code => [0x28, ...memory(2, offset)],
  i32Store: (offset: number): Code => [0x36, ...memory(2, offset)],
  f32Store: (offset: number): Code => [0x38, ...memory(2, offset)],
  i32LtU: [0x49],
  f32Add: [0x92],
  v128Load: (offset: number): Code => simd(0, ...memory(4, offset)),
  /** Eight bytes, each widened to a signed 16-bit number. */
  v128Load8x8S: (offset: number): Code => simd(1, ...memory(3, offset)),
  v128Zero: simd(12, ...new Array<number>(16).fill(0)),
  i32x4ExtractLane: (lane: number): Code => simd(27, lane),
  i32x4Add: simd(174),
  /** The products of signed 16-bit numbers, added up in pairs. */
  i32x4DotI16x8S: simd(186),
  f32x4ExtractLane: (lane: number): Code => simd(31, lane),
  f32x4Add: simd(228),
  f32x4Mul: simd(230),
  /** Runs `body` once, and again for as long as it leaves a number other than zero on the stack. */
  loopWhile: (body: Code): Code => [0x03, VOID_BLOCK, ...body, 0x0d, 0, 0x0b],
} satisfies Record<string, Code | ((...immediate: never[]) => Code)>;

/** A function without a result. */
export interface WasmFunction {
  readonly name: string;
  readonly parameters: readonly number[];
  readonly locals: readonly number[];
  readonly body: Code;
}

/** The bytes of a module that exports one function and works on the memory `host.memory`. */
export function wasmModule(fn: WasmFunction): Uint8Array<ArrayBuffer> {
  const type = [0x60, ...list(fn.parameters.map((parameter) => [parameter])), ...list([])];
  const memoryImport = [
    ...name("host"),
    ...name("memory"),
    0x02,
    0x01,
    ...unsigned(0),
    ...unsigned(MAX_PAGES),
  ];
  const locals = list(fn.locals.map((local) => [...unsigned(1), local]));
  const body = [...locals, ...fn.body, 0x0b];
  return Uint8Array.from([
    ...Buffer.from("\0asm"),
    ...[1, 0, 0, 0],
    ...section(1, list([type])),
    ...section(2, list([memoryImport])),
    ...section(3, list([unsigned(0)])),
    ...section(7, list([[...name(fn.name), 0x00, ...unsigned(0)]])),
    ...section(10, list([[...unsigned(body.length), ...body]])),
  ]);
}
