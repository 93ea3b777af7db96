/**
 * Finding an event that makes every tick fail which reads it. After a failure over its events, or by our own fault, a tick
 * takes half as many as the one before, until one event is left; if that fails alone again and again where ticks without it
 * succeed, it is quarantined, so that it keeps no other event waiting.
 */

/** What is known after a failure; null in ordinary times, when a tick takes all it can. */
export interface Suspicion<Event extends string = string> {
  /** Events that the next tick takes at most. */
  readonly most: number;
  /** Whether a tick without any event has succeeded since: if one with a single event then fails, the event is to blame. */
  readonly proven: boolean;
  /** The event that failed by itself after such a tick, and how often. */
  readonly suspect?: { readonly event: Event; readonly strikes: number } | undefined;
}

/** An outage, or a model's nonsense, seldom hits the same event twice and spares the ticks in between. */
const STRIKES = 2;

/**
 * After a tick that succeeded, where `usually` is what one takes in ordinary times. One that had to do without events is
 * followed by one that takes one; it proves something only where it did `alike` what the others failed in. Others are followed
 * by one that takes twice as many: where only a few can be taken at once, a tick fails for each that works, and not one for each halving.
 */
export function afterSuccess<Event extends string>(
  before: Suspicion<Event> | null,
  { usually, alike }: { readonly usually: number; readonly alike: boolean },
): Suspicion<Event> | null {
  if (before === null) return null;
  if (before.most === 0) return { ...before, most: 1, proven: alike };
  const most = 2 * before.most;
  return most >= usually ? null : { most, proven: false };
}

/**
 * After a tick that failed over these events; `quarantined` is the one that is to blame, null where that is not known. A failure
 * that comes and goes (`passing`, a model's) is tried once more with all of them.
 */
export function afterFailure<Event extends string>(
  before: Suspicion<Event> | null,
  taken: readonly Event[],
  { usually, passing }: { readonly usually: number; readonly passing: boolean },
): { suspicion: Suspicion<Event> | null; quarantined: Event | null } {
  const [event] = taken;
  if (before === null && event !== undefined && passing)
    return { suspicion: { most: usually, proven: false }, quarantined: null };
  // A tick that took none fails for another reason, which is no event's; one that takes an event may do better all the same.
  if (event === undefined)
    return { suspicion: before === null ? null : { ...before, most: 1, proven: false }, quarantined: null };
  if (taken.length > 1)
    return { suspicion: { most: Math.floor(taken.length / 2), proven: false }, quarantined: null };
  const known = before?.suspect?.event === event ? before.suspect.strikes : 0;
  const strikes = known + (before?.proven === true ? 1 : 0);
  if (strikes >= STRIKES) return { suspicion: { most: 1, proven: false }, quarantined: event };
  return { suspicion: { most: 0, proven: false, suspect: { event, strikes } }, quarantined: null };
}
