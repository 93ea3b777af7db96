/**
 * The time that a host and its functions go by. It follows the system's clock as long as that is plausible. After a leap it
 * goes on by itself, so that a wrong clock neither makes stored data old nor dates new data wrongly.
 */

/** The system's clock may be this far behind the last commit: it is corrected by less. */
const MAX_BEHIND_MS = 10 * 60_000;
/** It may be this far ahead, because the service was stopped or the machine asleep. */
const MAX_AHEAD_MS = 28 * 24 * 3_600_000;
/** A confirmed day is one of any time zone. */
const CONFIRMED_MS = 36 * 3_600_000;

export interface Time {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds by which the system's clock has leapt, back if negative; 0 while it is believed. */
  readonly leapMs: number;
  /** Why the system's clock is not believed, and what to do; `null` while it is. */
  readonly fault: string | null;
}

export const SYSTEM_TIME: Time = { now: () => Date.now(), leapMs: 0, fault: null };

export interface KeptTimeOptions {
  /** Of the last commit, in milliseconds since the epoch; 0 without one. */
  readonly lastCommitMs: number;
  /** The day on which the operator has confirmed the clock, in milliseconds since the epoch. */
  readonly confirmedMs?: number | null | undefined;
  /** Called when the clock leaps and when it is back. */
  readonly onChange: (fault: string | null) => void;
}

export class KeptTime implements Time {
  leapMs = 0;
  private atMs: number;
  private readAt = performance.now();
  private readonly onChange: KeptTimeOptions["onChange"];

  constructor({ lastCommitMs, confirmedMs, onChange }: KeptTimeOptions) {
    const clockMs = Date.now();
    const isConfirmed = typeof confirmedMs === "number" && Math.abs(clockMs - confirmedMs) <= CONFIRMED_MS;
    this.atMs = lastCommitMs === 0 || isConfirmed ? clockMs : lastCommitMs;
    this.onChange = onChange;
    this.now();
  }

  now(): number {
    const clockMs = Date.now();
    const readAt = performance.now();
    const ownMs = this.atMs + (readAt - this.readAt);
    const leapMs = clockMs - ownMs;
    const before = this.leapMs;
    this.leapMs = leapMs < -MAX_BEHIND_MS || leapMs > MAX_AHEAD_MS ? leapMs : 0;
    this.atMs = this.leapMs === 0 ? clockMs : ownMs;
    this.readAt = readAt;
    if ((this.leapMs === 0) !== (before === 0)) this.onChange(this.fault);
    // The system's clock has whole milliseconds, and functions may rely on that.
    return Math.floor(this.atMs);
  }

  get fault(): string | null {
    if (this.leapMs === 0) return null;
    const clock = new Date(this.atMs + this.leapMs).toISOString();
    const hours = Math.round(Math.abs(this.leapMs) / 3_600_000);
    const distance = hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
    return (
      `the system's clock (${clock}) leapt ${distance} ${this.leapMs > 0 ? "ahead" : "back"}, ` +
      `so the service goes by its own time (${new Date(this.atMs).toISOString()}): correct the clock, ` +
      `or, if it is right, start the service once with CONFIRM_CLOCK=${clock.slice(0, 10)}`
    );
  }
}
