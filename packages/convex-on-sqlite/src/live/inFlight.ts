/** Counts running work, so that a stopping host can wait for it. */

export class InFlight {
  private count = 0;
  private waiting: (() => void)[] = [];

  get running(): number {
    return this.count;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    this.count += 1;
    try {
      return await work();
    } finally {
      this.count -= 1;
      if (this.count === 0) for (const resolve of this.waiting.splice(0)) resolve();
    }
  }

  /** Resolves as soon as no work is running. */
  drained(): Promise<void> {
    if (this.count === 0) return Promise.resolve();
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}
