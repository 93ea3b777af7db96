/** The time that a query or mutation spends in its own JavaScript, which Convex limits to one second. */
import { setImmediate } from "node:timers";

/** Milliseconds, as on Convex. */
export const JS_LIMIT_MS = 1_000;

/** From this share of the limit on, a call that ends in time is warned of. */
const WARNING_SHARE = 0.5;

let usageOfTurn: NodeJS.CpuUsage | null = null;

/** The processor time used until now, at most one turn of the event loop old: asking costs as much as reading a document. */
function processUsage(): NodeJS.CpuUsage {
  if (usageOfTurn === null) {
    usageOfTurn = process.cpuUsage();
    setImmediate(() => {
      usageOfTurn = null;
    });
  }
  return usageOfTurn;
}

/**
 * Counts the time between the syscalls of one call. The clock alone would also count what the process waits for, be it the
 * event loop or a processor, so the result is at most the processor time that the process has used meanwhile.
 */
export class JsTime {
  readonly limitMs: number;
  private readonly processAtStart = processUsage();
  private countedMs = 0;
  private runningSinceMs: number | null = null;

  constructor(limitMs: number) {
    this.limitMs = limitMs;
  }

  /** The call's JavaScript runs from now on. */
  resume(): void {
    this.runningSinceMs = performance.now();
  }

  /** A syscall begins, or the call has ended. */
  pause(): void {
    if (this.runningSinceMs === null) return;
    this.countedMs += performance.now() - this.runningSinceMs;
    this.runningSinceMs = null;
  }

  /** Milliseconds counted until the last pause. */
  spentMs(): number {
    if (this.countedMs < this.limitMs * WARNING_SHARE) return this.countedMs;
    const { user, system } = process.cpuUsage(this.processAtStart);
    return Math.min(this.countedMs, (user + system) / 1_000);
  }

  get isOver(): boolean {
    return this.spentMs() > this.limitMs;
  }

  /** Convex's warning for a call that ended close to the limit; `null` for a faster one. */
  warning(): string | null {
    const spentMs = this.spentMs();
    if (spentMs < this.limitMs * WARNING_SHARE || spentMs > this.limitMs) return null;
    return `Function execution took a long time. (maximum duration: ${this.limitMs / 1_000}s, actual duration: ${Math.round(spentMs)}ms).`;
  }
}
