/** The inner loop of vector search in WebAssembly SIMD: dot products of one vector with many, read once from memory. */
import { FLOATS, INTEGERS } from "./kernelModules";

/** Vectors are padded with zeros to a multiple of this many numbers, so that the loop needs no remainder. */
export const STEP = 32;

/** 4 GiB: all that 32-bit addresses reach. */
export const MAX_PAGES = 65_536;

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

const compiled = new Map<string, WebAssembly.Module>();

/** Instantiates a module of `scripts/kernel.ts`. */
function instantiate(base64: string, memory: WebAssembly.Memory): DotProducts {
  let module = compiled.get(base64);
  if (module === undefined) {
    module = new WebAssembly.Module(Buffer.from(base64, "base64"));
    compiled.set(base64, module);
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
