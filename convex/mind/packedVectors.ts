/** Vectors packed small, so that a text's can be read with the text: cosines to a hundred-thousandth, a tenth of the bytes. */

/** The greatest component of a packed vector. Only its direction is kept. */
const GREATEST = 32_767;

/** Packs the direction of a vector into 16 bits a component; the zeros that widen a narrow vector are left off. */
export function packVector(vector: readonly number[]): ArrayBuffer {
  let length = vector.length;
  while (length > 0 && vector[length - 1] === 0) length -= 1;
  let greatest = 0;
  for (const value of vector) greatest = Math.max(greatest, Math.abs(value));
  const packed = new Int16Array(length);
  for (let i = 0; i < length; i++) packed[i] = Math.round(((vector[i] ?? 0) / greatest) * GREATEST);
  return packed.buffer;
}

/** Cosine of a vector and a packed one, −1 to 1; 0 where one of them has no direction. */
export function packedCosine(vector: readonly number[], packed: ArrayBuffer): number {
  const components = new Int16Array(packed);
  let dot = 0;
  let squares = 0;
  for (let i = 0; i < components.length; i++) {
    const component = components[i] ?? 0;
    dot += (vector[i] ?? 0) * component;
    squares += component * component;
  }
  const lengths = lengthOf(vector) * Math.sqrt(squares);
  return lengths === 0 ? 0 : Math.min(1, Math.max(-1, dot / lengths));
}

function lengthOf(vector: readonly number[]): number {
  let squares = 0;
  for (const value of vector) squares += value * value;
  return Math.sqrt(squares);
}
