/** The time that a query or mutation spends in its own JavaScript, which Convex limits to one second. */

/** Milliseconds, as on Convex. */
export const JS_LIMIT_MS = 1_000;

/** From this share of the limit on, a call that ends in time is warned of. */
const WARNING_SHARE = 0.5;

/** Milliseconds. Asking the system for the processor time costs as much as reading a document, so calls share an answer. */
const USAGE_AGE_MS = 25;

let usage = process.cpuUsage();
let usageAtMs = performance.now();

/** The processor time that the process had used some milliseconds ago at the earliest. */
function processUsage(): NodeJS.CpuUsage {
  const nowMs = performance.now();
  // The clock goes back where a test in this process had replaced it.
  if (nowMs < usageAtMs || nowMs - usageAtMs > USAGE_AGE_MS) {
    usage = process.cpuUsage();
    usageAtMs = nowMs;
  }
  return usage;
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
