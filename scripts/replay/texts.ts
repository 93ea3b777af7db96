/** Made-up texts of given lengths, the same for the same seed. */
import { madeUp } from "../bench/memory/texts";

/** The greatest length of a memory, in characters. */
export const MAX_MEMORY_LENGTH = 16_384;
/** One memory in this many has the greatest length. */
const LONG_EVERY = 16;

export class Texts {
  readonly #memories;

  constructor(seed: number) {
    this.#memories = madeUp(Infinity, seed);
  }

  sentence(): string {
    const { value } = this.#memories.next();
    return value === undefined ? "" : value.content;
  }

  /** Distinct sentences, cut to a length. */
  ofLength(length: number): string {
    let text = "";
    while (text.length < length) text += `${this.sentence()} `;
    return `${text.slice(0, length - 1)}.`;
  }

  /** The content of a memory by its number. */
  memory(number: number): string {
    return number % LONG_EVERY === 0 ? this.ofLength(MAX_MEMORY_LENGTH) : this.sentence();
  }
}
