/** What an embedding response says, read with care: vectors are compared for years, so none may be wrong. */
import * as z from "zod";

/** Numbers in a vector as it is stored: the width of the vector indexes. */
export const WIDTH = 1536;

const responseShape = z.object({
  data: z.array(
    z.object({ index: z.int().nullish(), embedding: z.union([z.string(), z.array(z.unknown())]) }),
  ),
});

export type Vectors =
  /** In the order of the texts, as they came, all of one width. */
  | { readonly kind: "vectors"; readonly vectors: readonly (readonly number[])[]; readonly width: number }
  | {
      readonly kind: "unusable";
      /** One line. */
      readonly reason: string;
      /** Whether a vector is at fault, which may lie with its text, and not the response. */
      readonly blamesInput: boolean;
    };

/** Reads the response to a request for the vectors of `count` texts. */
export function vectorsFrom(body: unknown, count: number): Vectors {
  const parsed = responseShape.safeParse(body);
  if (!parsed.success) return unusable("the provider's response was no list of embeddings");
  const { data } = parsed.data;
  if (data.length !== count) return unusable(`the provider sent ${data.length} vectors for ${count} texts`);

  // Servers that leave the index out keep the order.
  const placed = new Map(data.map(({ index, embedding }, at) => [index ?? at, embedding]));
  const vectors: (readonly number[])[] = [];
  for (let at = 0; at < count; at += 1) {
    const embedding = placed.get(at);
    if (embedding === undefined) return unusable("the provider's vectors could not be told apart");
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

/** Components are kept to so many parts of 1: about as finely as vector indexes compare them, in half the digits. */
const PARTS = 1e8;

/**
 * A vector of at most `WIDTH` numbers, not all zero, at unit length to a millionth and filled up with zeros, which
 * change neither its length nor its cosine with another.
 */
export function storedVector(vector: readonly number[]): number[] {
  // Dividing by the largest first keeps the squares within what a double holds.
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const scaled = vector.map((value) => value / largest);
  const norm = Math.sqrt(scaled.reduce((sum, value) => sum + value * value, 0));
  // Adding 0 makes a plain zero of a negative one.
  return Array.from({ length: WIDTH }, (_, at) => Math.round(((scaled[at] ?? 0) / norm) * PARTS) / PARTS + 0);
}

/** The numbers of a list or of base64, which some servers send unasked; null where one is not finite. */
function numbersOf(embedding: string | readonly unknown[]): readonly number[] | null {
  const values = typeof embedding === "string" ? floatsIn(embedding) : embedding;
  return values.every(isFiniteNumber) ? values : null;
}

/** Little-endian 32 bit floats in base64; none where it is not that. */
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
