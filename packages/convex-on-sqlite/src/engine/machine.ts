/** What the machine does to a host: whether its disk takes writes, its database file is sound and its clock is believed. */
import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import { isOperatorsMatter } from "../store/advice";
import type { StoreError } from "../store/sqlite";
import type { Time } from "./time";
import { WindowCounts } from "./windowCounts";

/** SQLite's log alone grows to half of it. */
const MIN_FREE_BYTES = 32 * 1024 * 1024;
const DAMAGED = /^SQLITE_(CORRUPT|NOTADB)/;

/** How a purge (store/purge.ts) removes deleted documents, in words for people. */
const PURGE_STEPS = {
  pending:
    "Within seconds the text index is merged, the database file vacuumed and its write-ahead log emptied.",
  done: "The text index was merged, the database file vacuumed and its write-ahead log emptied.",
};

export class Machine {
  readonly time: Time;
  /** Functions count in it as `hostCount()`. */
  readonly counts: WindowCounts;
  private readonly path: string;
  /** The database's last failure, until a commit succeeds. */
  private failure: StoreError | null = null;
  private damage: string | null = null;
  /** Null unless the files are purged at the app's request. Functions call it as `hostPurge()`. */
  purgeSteps: typeof PURGE_STEPS | null = null;
  /** When all of the file was last found sound, in milliseconds since the epoch; 0 for never. */
  soundAtMs = 0;

  /** `path` is the database file. */
  constructor(path: string, time: Time) {
    this.path = path;
    this.time = time;
    this.counts = new WindowCounts(time);
  }

  /** From now on the files are purged at the app's request. */
  willPurge(): void {
    this.purgeSteps = PURGE_STEPS;
  }

  /** `ok`, or what is wrong and what to do, by name. Functions call it as `hostChecks()`. */
  checks(): Readonly<Record<string, string>> {
    return { storage: this.storageFault() ?? "ok", clock: this.time.fault ?? "ok" };
  }

  private storageFault(): string | null {
    if (this.damage !== null) return this.damage;
    if (this.failure !== null) return this.failure.message;
    const freeBytes = this.freeBytes();
    return freeBytes === null || freeBytes >= MIN_FREE_BYTES
      ? null
      : `only ${Math.floor(freeBytes / 1024)} KiB are free on the disk of the data directory: free some space`;
  }

  /** Free space on the disk of the database; `null` where the system does not tell. */
  freeBytes(): number | null {
    try {
      const { bavail, bsize } = statfsSync(dirname(this.path));
      return bavail * bsize;
    } catch {
      return null;
    }
  }

  get lastCommitFailed(): boolean {
    return this.failure !== null;
  }

  get isDamaged(): boolean {
    return this.damage !== null;
  }

  noteFailure(error: StoreError): void {
    if (DAMAGED.test(error.code)) this.damage = error.message;
    else if (isOperatorsMatter(error.code)) this.failure = error;
  }

  noteCommit(): void {
    this.failure = null;
  }

  /** The outcome of a check of the whole file: what was found, or `null`. */
  noteCheck(damage: string | null): void {
    this.damage = damage;
    if (damage === null) this.soundAtMs = this.time.now();
  }
}
