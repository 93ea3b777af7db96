/** Shows on a terminal how far counted work has come. Pipes get nothing. */

/** A line is written at most so often. */
const PAUSE_MS = 100;

export class Bar {
  readonly #label: string;
  readonly #startedAt = Date.now();
  readonly #stream = process.stderr;
  #shownAt = 0;

  constructor(label: string) {
    this.#label = label;
  }

  show(done: number, what: string): void {
    const now = Date.now();
    if (!this.#stream.isTTY || process.env.TERM === "dumb" || now - this.#shownAt < PAUSE_MS) return;
    this.#shownAt = now;
    const seconds = (now - this.#startedAt) / 1_000;
    const rate = Math.round(done / Math.max(seconds, 0.001));
    this.#stream.write(`\r\x1b[K${this.#label} ${done} ${what}, ${rate} a second, ${Math.floor(seconds)} s `);
  }

  /** Back to an empty line. */
  clear(): void {
    if (this.#shownAt > 0) this.#stream.write("\r\x1b[K");
  }
}
