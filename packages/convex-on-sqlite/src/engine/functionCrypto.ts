/** The `crypto` of functions: Node's, but a short digest is computed at once instead of in a thread. */
import { createHash } from "node:crypto";
import { perCallObject } from "./callChanges";

const HASHES: ReadonlyMap<string, string> = new Map([
  ["SHA-1", "sha1"],
  ["SHA-256", "sha256"],
  ["SHA-384", "sha384"],
  ["SHA-512", "sha512"],
]);

/** Hashed in a tenth of a millisecond. A thread's answer takes longer, and in a mutation all others wait for it. */
const MAX_BYTES = 65_536;

const { subtle } = globalThis.crypto;

async function digest(algorithm: AlgorithmIdentifier, data: BufferSource): Promise<ArrayBuffer> {
  const hash = HASHES.get((typeof algorithm === "string" ? algorithm : algorithm.name).toUpperCase());
  if (hash === undefined || data.byteLength > MAX_BYTES) return await subtle.digest(algorithm, data);
  const bytes = ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
  // A copy, because a Buffer may share its memory with others.
  return new Uint8Array(createHash(hash).update(bytes).digest()).buffer;
}

/** The object with some properties replaced. Its methods need the object itself as `this`. */
function withReplaced<T extends object>(target: T, replaced: Partial<T>): T {
  const likeIt = Object.create(Object.getPrototypeOf(target) as object) as T;
  return perCallObject(likeIt, (property) => {
    if (Object.hasOwn(replaced, property)) return Reflect.get(replaced, property);
    const value: unknown = Reflect.get(target, property, target);
    return typeof value === "function" && property !== "constructor" ? value.bind(target) : value;
  });
}

export const functionCrypto: Crypto = withReplaced(globalThis.crypto, {
  subtle: withReplaced(subtle, { digest }),
});
