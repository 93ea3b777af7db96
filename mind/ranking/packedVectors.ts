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

/** The direction that `packVector` kept, as a vector of another length; `width` numbers where that is more. */
export function unpacked(packed: ArrayBuffer, width = 0): number[] {
  const components = new Int16Array(packed);
  return Array.from({ length: Math.max(width, components.length) }, (_, i) => components[i] ?? 0);
}

/** The direction that `packVector` kept, at unit length; null where there is none. */
export function unitVector(packed: ArrayBuffer): number[] | null {
  const components = unpacked(packed);
  const length = Math.sqrt(components.reduce((sum, value) => sum + value * value, 0));
  return length === 0 ? null : components.map((value) => value / length);
}

/** A vector as 32-bit floats in a row: to pass it on as text costs ten times as long. */
export function vectorBytes(vector: readonly number[]): ArrayBuffer {
  return Float32Array.from(vector).buffer;
}

/** The vector of `bytesOf`. */
export function vectorOf(bytes: ArrayBuffer): number[] {
  return [...new Float32Array(bytes)];
}

/** Cosine of `vector` and packed ones, −1 to 1; 0 where one of the two has no direction. */
export function cosineWith(vector: readonly number[]): (packed: ArrayBuffer) => number {
  // A typed array is read several times as fast, and its length is the same for all.
  const own = Float64Array.from(vector);
  const ownLength = Math.sqrt(own.reduce((sum, value) => sum + value * value, 0));
  return (packed) => {
    const components = new Int16Array(packed);
    const shared = Math.min(components.length, own.length);
    let i = 0;
    // Four at a time, each sum of its own: they don't wait for one another, which takes half the time. Declared one by
    // one, for sums that begin as elements of a list take twice the time again.
    let dot = 0;
    let dot1 = 0;
    let dot2 = 0;
    let dot3 = 0;
    let squares = 0;
    let squares1 = 0;
    let squares2 = 0;
    let squares3 = 0;
    for (; i + 3 < shared; i += 4) {
      const c0 = components[i] ?? 0;
      const c1 = components[i + 1] ?? 0;
      const c2 = components[i + 2] ?? 0;
      const c3 = components[i + 3] ?? 0;
      dot += (own[i] ?? 0) * c0;
      dot1 += (own[i + 1] ?? 0) * c1;
      dot2 += (own[i + 2] ?? 0) * c2;
      dot3 += (own[i + 3] ?? 0) * c3;
      squares += c0 * c0;
      squares1 += c1 * c1;
      squares2 += c2 * c2;
      squares3 += c3 * c3;
    }
    for (; i < components.length; i++) {
      const component = components[i] ?? 0;
      dot += (own[i] ?? 0) * component;
      squares += component * component;
    }
    const lengths = ownLength * Math.sqrt(squares + squares1 + squares2 + squares3);
    return lengths === 0 ? 0 : Math.min(1, Math.max(-1, (dot + dot1 + dot2 + dot3) / lengths));
  };
}
