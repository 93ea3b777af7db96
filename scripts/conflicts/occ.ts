/**
 * Optimistic concurrency as Convex has it: a transaction reads a snapshot, and its commit fails if another has written meanwhile
 * what it read. It is run again, after a pause that doubles. When these retries are used up, the request tries anew
 * (convex/lib/writeConflict), and is refused when its patience is at an end.
 */
import { pauseBeforeRetry } from "../../convex/lib/writeConflict";
import { type ReadSet, ReadSetIndex, type WriteSet } from "convex-on-sqlite/testing";

export interface Recorded {
  readonly reads: ReadSet;
  readonly writes: WriteSet;
}

/** Convex retries a conflicting mutation four times. */
const RETRIES = 4;
const FIRST_PAUSE_MS = 10;

export interface Outcome {
  readonly perSecond: number;
  /** The share of transactions that were refused, 0 to 1. */
  readonly refused: number;
  readonly retriesPerCommit: number;
}

/** Whether a transaction that read `reads` conflicts with one that wrote `writes`. */
export function meet(reads: ReadSet, writes: WriteSet): boolean {
  const index = new ReadSetIndex<string>();
  index.set("reader", reads);
  return index.affected(writes).size > 0;
}

/**
 * Simulates `writers` that run the recorded transactions side by side, each one after the other, an attempt taking `lastsMs` on average.
 * @param random numbers from 0 to 1, for the jitter of pauses
 */
export function simulate(
  transactions: readonly Recorded[],
  { writers, lastsMs, random }: { writers: number; lastsMs: number; random: () => number },
): Outcome {
  interface Writer {
    /** When its attempt ends. */
    at: number;
    startedAt: number;
    attempts: number;
    /** How often the request began anew, and when its first mutation failed. */
    conflicts: number;
    askedAt: number;
    current: number;
  }
  let next = 0;
  // No two take equally long: else whoever commits first would win for ever, since all others overlap its next commit.
  const attemptMs = () => lastsMs * (0.75 + random() / 2);
  const begun = (at: number): Writer => ({
    at: at + attemptMs(),
    startedAt: at,
    attempts: 0,
    conflicts: 0,
    askedAt: at,
    current: next++,
  });
  const running: Writer[] = Array.from({ length: writers }, (_, i) => begun((i * lastsMs) / writers));
  const commits: { at: number; writes: WriteSet }[] = [];
  let [refused, retries, endedAt] = [0, 0, 0];
  while (running.length > 0) {
    running.sort((a, b) => a.at - b.at);
    const writer = running.shift();
    const recorded = writer && transactions[writer.current];
    if (writer === undefined || recorded === undefined) continue;
    endedAt = writer.at;
    const conflicts = commits.some(({ at, writes }) => at > writer.startedAt && meet(recorded.reads, writes));
    if (conflicts && writer.attempts < RETRIES) {
      retries += 1;
      const pause = FIRST_PAUSE_MS * 2 ** writer.attempts * (0.5 + random());
      const startedAt = writer.at + pause;
      running.push({ ...writer, startedAt, at: startedAt + attemptMs(), attempts: writer.attempts + 1 });
      continue;
    }
    const again = conflicts
      ? pauseBeforeRetry(writer.conflicts + 1, writer.at - writer.askedAt, random())
      : null;
    if (again !== null) {
      retries += 1;
      const startedAt = writer.at + again;
      const anew = { startedAt, at: startedAt + attemptMs(), attempts: 0, conflicts: writer.conflicts + 1 };
      running.push({ ...writer, ...anew });
      continue;
    }
    if (conflicts) refused += 1;
    else commits.push({ at: writer.at, writes: recorded.writes });
    // Older commits can meet no attempt that is still running.
    const oldest = Math.min(writer.at, ...running.map(({ startedAt }) => startedAt));
    while ((commits[0]?.at ?? Infinity) < oldest && commits.length > writers) commits.shift();
    running.push(begun(writer.at));
  }
  const committed = transactions.length - refused;
  return {
    perSecond: (committed / endedAt) * 1_000,
    refused: refused / transactions.length,
    retriesPerCommit: retries / Math.max(1, committed),
  };
}
