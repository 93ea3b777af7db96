/** The database's clock: commit timestamps and creation times, both strictly increasing across restarts. */
import { lastCommitTs, readMeta, writeMeta } from "../store/format";
import type { Sqlite } from "../store/sqlite";
import { SYSTEM_TIME, type Time } from "./time";

const NS_PER_MS = 1_000_000n;

export class Clock {
  /** The ts of the last commit, in nanoseconds since the epoch. */
  lastTs: bigint;
  private lastCreationTime: number;
  private readonly time: Time;

  /** Reads the clock from the file. */
  constructor(db: Sqlite, time: Time = SYSTEM_TIME) {
    this.time = time;
    this.lastTs = lastCommitTs(db);
    this.lastCreationTime = Number(readMeta(db, "last_creation_time") ?? 0);
  }

  /** Milliseconds since the epoch. */
  now(): number {
    return this.time.now();
  }

  /** The ts of a commit made now. It never equals a number that a function can compute from the milliseconds it sees. */
  nextTs(): bigint {
    const now = BigInt(this.now()) * NS_PER_MS + 1n;
    return now > this.lastTs ? now : this.lastTs + 1n;
  }

  /** A creation time in milliseconds: `nowMs`, or the next number above the last creation time. */
  nextCreationTime(nowMs: number): number {
    this.lastCreationTime = nowMs > this.lastCreationTime ? nowMs : nextUp(this.lastCreationTime);
    return this.lastCreationTime;
  }

  /** Writes the clock into the transaction that is about to commit. */
  save(db: Sqlite): void {
    writeMeta(db, { last_ts: String(this.lastTs), last_creation_time: String(this.lastCreationTime) });
  }
}

/** The next double above a positive one. */
function nextUp(value: number): number {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  bits.setBigUint64(0, bits.getBigUint64(0) + 1n);
  return bits.getFloat64(0);
}
