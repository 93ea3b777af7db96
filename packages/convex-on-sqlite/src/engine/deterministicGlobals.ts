/** Deterministic time and random numbers for queries and mutations: a fixed clock and a seeded generator. */
import { randomFillSync } from "node:crypto";

export class DeterministicGlobals {
  /** Whether a function has read the clock. */
  clockRead = false;
  private readonly nowMs: number;
  private readonly seed: Uint32Array | undefined;
  private generator: (() => number) | null = null;

  /** `nowMs` is in milliseconds since the epoch; `seed` has 128 bits (default: random). */
  constructor(nowMs: number, seed?: Uint32Array) {
    this.nowMs = nowMs;
    this.seed = seed;
  }

  now(): number {
    this.clockRead = true;
    return this.nowMs;
  }

  /** Uniform in [0, 1). Few functions use it, so the seed is created lazily. */
  random(): number {
    return (this.generator ??= seededRandom(this.seed))();
  }
}

/**
 * A generator of uniform numbers in [0, 1) from a 128-bit seed: sfc32, which passes PractRand. For `Math.random` only:
 * secrets must come from `crypto`.
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
  // Skip the first numbers: similar seeds produce similar ones.
  for (let i = 0; i < 12; i++) next();
  return next;
}
