/** The random numbers of one transaction. */
import { randomFillSync } from "node:crypto";

/**
 * A generator of uniform numbers in [0, 1) from 128 bits of seed (default: new random bits): sfc32, which passes
 * PractRand. For `Math.random` only: what must be unguessable comes from `crypto`.
 */
export function seededRandom(seed: Uint32Array = randomFillSync(new Uint32Array(4))): () => number {
  let [a = 0, b = 0, c = 0, counter = 0] = seed;
  const next = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  // Seeds that differ in few bits give similar first numbers, which nobody should see.
  for (let i = 0; i < 12; i++) next();
  return next;
}
