/** What a query or mutation sees of time and chance: its clock stands still, its random numbers come from a seed. */
import { randomFillSync } from "node:crypto";

export class DeterministicGlobals {
  /** Whether a function has looked at the clock. */
  clockRead = false;
  private readonly nowMs: number;
  private readonly seed: Uint32Array | undefined;
  private generator: (() => number) | null = null;

  /** `nowMs` is in milliseconds since the epoch, `seed` has 128 bits (default: new random ones). */
  constructor(nowMs: number, seed?: Uint32Array) {
    this.nowMs = nowMs;
    this.seed = seed;
  }

  now(): number {
    this.clockRead = true;
    return this.nowMs;
  }

  /** Uniform in [0, 1). Few functions ask, so the seed waits for the first that does. */
  random(): number {
    return (this.generator ??= seededRandom(this.seed))();
  }
}

/**
 * A generator of uniform numbers in [0, 1) from 128 bits of seed: sfc32, which passes PractRand. For `Math.random` only: what must be unguessable comes from `crypto`.
 */
function seededRandom(seed: Uint32Array = randomFillSync(new Uint32Array(4))): () => number {
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
