/**
 * How many events a tick takes up after ticks have failed by our own fault: half as many each time, so that one that can't
 * be taken up keeps no other waiting for ever, and in the end none of them but that one is left.
 */

/** What is known after a failure; null in ordinary times, when a tick takes all it can. */
export interface Setback {
  /** Events that the next tick takes at most. */
  readonly most: number;
  /** Whether a tick without any event has succeeded since: then it is the event's doing, if one with it fails. */
  readonly proven: boolean;
}

/** After a tick that succeeded. Where it had to do without events, the next one takes one again. */
export function afterSuccess(before: Setback | null): Setback | null {
  return before?.most === 0 ? { most: 1, proven: true } : null;
}

/** After a tick that failed over so many events; `setAside` where the one that it took is to blame. */
export function afterFailure(
  before: Setback | null,
  taken: number,
): { setback: Setback | null; setAside: boolean } {
  // A tick that took none fails for another reason, which is no event's.
  if (taken === 0) return { setback: before === null ? null : { most: 0, proven: false }, setAside: false };
  if (taken > 1) return { setback: { most: Math.floor(taken / 2), proven: false }, setAside: false };
  if (before?.proven === true) return { setback: { most: 1, proven: false }, setAside: true };
  return { setback: { most: 0, proven: false }, setAside: false };
}
