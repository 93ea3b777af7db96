/**
 * How many events a tick takes up after ticks have failed by what they took up, or by our own fault: half as many each time,
 * so that one that can't be taken up keeps no other waiting for ever, and in the end none of them but that one is left.
 */

/** What is known after a failure; null in ordinary times, when a tick takes all it can. */
export interface Setback<Event extends string = string> {
  /** Events that the next tick takes at most. */
  readonly most: number;
  /** Whether a tick without any event has succeeded since: then it is the event's doing, if one with it fails. */
  readonly proven: boolean;
  /** The event that failed by itself after such a tick, and how often. */
  readonly suspect?: { readonly event: Event; readonly strikes: number } | undefined;
}

/** What comes and goes, as an outage does or a model's nonsense, seldom strikes the same event twice and spares what is between. */
const STRIKES = 2;

/**
 * After a tick that succeeded, where `usually` is what one takes in ordinary times. One that had to do without events is
 * followed by one that takes one; it proves something only where it did `alike` what the others failed in. Others are followed
 * by one that takes twice as many: where only a few can be taken at once, a tick fails for each that works, and not one for each halving.
 */
export function afterSuccess<Event extends string>(
  before: Setback<Event> | null,
  { usually, alike }: { readonly usually: number; readonly alike: boolean },
): Setback<Event> | null {
  if (before === null) return null;
  if (before.most === 0) return { ...before, most: 1, proven: alike };
  const most = 2 * before.most;
  return most >= usually ? null : { most, proven: false };
}

/**
 * After a tick that failed over these events; `setAside` is the one that is to blame, null where that is not known. A failure
 * that comes and goes (`passing`, a model's) is tried once more with all of them.
 */
export function afterFailure<Event extends string>(
  before: Setback<Event> | null,
  taken: readonly Event[],
  { usually, passing }: { readonly usually: number; readonly passing: boolean },
): { setback: Setback<Event> | null; setAside: Event | null } {
  const [event] = taken;
  if (before === null && event !== undefined && passing)
    return { setback: { most: usually, proven: false }, setAside: null };
  // A tick that took none fails for another reason, which is no event's; one that takes an event may do better all the same.
  if (event === undefined)
    return { setback: before === null ? null : { ...before, most: 1, proven: false }, setAside: null };
  if (taken.length > 1)
    return { setback: { most: Math.floor(taken.length / 2), proven: false }, setAside: null };
  const known = before?.suspect?.event === event ? before.suspect.strikes : 0;
  const strikes = known + (before?.proven === true ? 1 : 0);
  if (strikes >= STRIKES) return { setback: { most: 1, proven: false }, setAside: event };
  return { setback: { most: 0, proven: false, suspect: { event, strikes } }, setAside: null };
}
