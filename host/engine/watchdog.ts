/** The time limit of transactions: real time, whatever a test does to the global clock. */
import { clearInterval, setInterval } from "node:timers";

/** So many looks make up the limit: a call gets this share more than the limit at most. */
const LOOKS = 10;

interface Watched {
  looks: number;
  readonly giveUp: () => void;
}

/** One timer for all calls: a timer for each would cost more than many a call itself. */
export class Watchdog {
  private readonly limitMs: number;
  private readonly running = new Set<Watched>();
  private timer: NodeJS.Timeout | null = null;

  /** `limitMs` is how long a call may take. */
  constructor(limitMs: number) {
    this.limitMs = limitMs;
  }

  /** Settles as `work` does, or with what `late` answers if that takes longer than the limit. */
  within<T>(work: Promise<T>, late: (limitMs: number) => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const watched = { looks: 0, giveUp: () => resolve(late(this.limitMs)) };
      this.running.add(watched);
      this.timer ??= setInterval(() => this.look(), this.limitMs / LOOKS);
      work.then(
        (result) => {
          this.running.delete(watched);
          resolve(result);
        },
        (error: unknown) => {
          this.running.delete(watched);
          reject(error as Error);
        },
      );
    });
  }

  /** Watches no longer. */
  stop(): void {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
  }

  private look(): void {
    if (this.running.size === 0) return this.stop();
    for (const watched of this.running) {
      // The first look may come at once.
      if (watched.looks++ < LOOKS) continue;
      this.running.delete(watched);
      watched.giveUp();
    }
  }
}
