/** Reads embedding responses strictly: a wrong vector would stay in use for years. */
import * as z from "zod";

/** Dimensions of stored vectors and of the vector indexes. */
export const WIDTH = 1536;

const responseShape = z.object({
  data: z.array(
    z.object({ index: z.int().nullish(), embedding: z.union([z.string(), z.array(z.unknown())]) }),
  ),
});

export type Vectors =
  /** In the order of the texts, all of one width. */
  | { readonly kind: "vectors"; readonly vectors: readonly (readonly number[])[]; readonly width: number }
  | {
      readonly kind: "unusable";
      readonly reason: string;
      /** Whether one text may be at fault, because only its vector is invalid. */
      readonly blamesInput: boolean;
    };

/** Reads the response to a request for the vectors of `count` texts. */
export function vectorsFrom(body: unknown, count: number): Vectors {
  const parsed = responseShape.safeParse(body);
  if (!parsed.success) return unusable("the provider's response was no list of embeddings");
  const { data } = parsed.data;
  if (data.length !== count) return unusable(`the provider sent ${data.length} vectors for ${count} texts`);

  // Servers that omit the index keep the order.
  const placed = new Map(data.map(({ index, embedding }, at) => [index ?? at, embedding]));
  const vectors: (readonly number[])[] = [];
  for (let at = 0; at < count; at += 1) {
    const embedding = placed.get(at);
    if (embedding === undefined) return unusable("the provider's vectors have repeated indexes");
    const vector = numbersOf(embedding);
    if (vector === null || !vector.some((value) => value !== 0)) {
      return { kind: "unusable", reason: "the provider sent a vector without direction", blamesInput: true };
    }
    vectors.push(vector);
  }
  const width = vectors[0]?.length ?? 0;
  if (vectors.some((vector) => vector.length !== width)) {
    return unusable("the provider sent vectors of different widths");
  }
  return { kind: "vectors", vectors, width };
}

/** Components are rounded to 8 decimals: about the precision of vector indexes, in half the digits. */
const PARTS = 1e8;

/**
 * Scales a vector to unit length, within a millionth, and pads it with zeros to `WIDTH`. Padding changes neither its length
 * nor its cosines. The vector has at most `WIDTH` numbers, not all zero.
 */
export function storedVector(vector: readonly number[]): number[] {
  // Dividing by the largest keeps the squares in a double's range.
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const scaled = vector.map((value) => value / largest);
  const norm = Math.sqrt(scaled.reduce((sum, value) => sum + value * value, 0));
  // Adding 0 turns −0 into 0.
  return Array.from({ length: WIDTH }, (_, at) => Math.round(((scaled[at] ?? 0) / norm) * PARTS) / PARTS + 0);
}

/** The numbers of an array or of base64, which some servers send unasked; null where one is not finite. */
function numbersOf(embedding: string | readonly unknown[]): readonly number[] | null {
  const values = typeof embedding === "string" ? floatsIn(embedding) : embedding;
  return values.every(isFiniteNumber) ? values : null;
}

/** Little-endian 32-bit floats in base64; empty where it is malformed. */
function floatsIn(base64: string): readonly number[] {
  if (!/^([A-Za-z\d+/]{4})*([A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/.test(base64)) return [];
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  if (bytes.length % 4 !== 0) return [];
  const view = new DataView(bytes.buffer);
  return Array.from({ length: bytes.length / 4 }, (_, at) => view.getFloat32(at * 4, true));
}

function isFiniteNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

function unusable(reason: string): Vectors {
  return { kind: "unusable", reason, blamesInput: false };
}
