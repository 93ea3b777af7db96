/** Counts running work, so that a stopping host can wait for it. */

export class InFlight {
  #running = 0;
  #waiting: (() => void)[] = [];

  get running(): number {
    return this.#running;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    this.#running += 1;
    try {
      return await work();
    } finally {
      this.#running -= 1;
      if (this.#running === 0) for (const resolve of this.#waiting.splice(0)) resolve();
    }
  }

  /** Resolves as soon as nothing runs. */
  drained(): Promise<void> {
    if (this.#running === 0) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
