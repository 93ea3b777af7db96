/**
 * Finds an event that makes every tick fail that reads it. After a failure over its events, or an internal error, the next tick
 * reads half as many, until one event is left. If this event fails alone repeatedly while ticks without it succeed, it is
 * quarantined, so that it holds up no other event.
 */

/** The state of a search. It is null while no search is under way and ticks read all they can. */
export interface Suspicion<Event extends string = string> {
  /** The most events that the next tick reads. */
  readonly most: number;
  /** Whether the last tick had no events and succeeded. If the next one fails over a single event, the event is the cause. */
  readonly proven: boolean;
  /** The event that failed alone, and how often it did so right after such a tick. */
  readonly suspect?: { readonly event: Event; readonly strikes: number } | undefined;
}

/** An outage or a model's mistake rarely hits the same event twice and spares the tick in between. */
const STRIKES = 2;

/**
 * The state after a tick that succeeded. `usualMost`: the most events of a tick without a search. After a tick without events the
 * next one reads one; the success proves something only if that tick did the same work as the failed ones (`sameWriter`). After any
 * other tick the number doubles, so that at most every other tick fails if only a few events work at once.
 */
export function afterSuccess<Event extends string>(
  before: Suspicion<Event> | null,
  { usualMost, sameWriter }: { readonly usualMost: number; readonly sameWriter: boolean },
): Suspicion<Event> | null {
  if (before === null) return null;
  if (before.most === 0) return { ...before, most: 1, proven: sameWriter };
  const most = 2 * before.most;
  return most >= usualMost ? null : { most, proven: false };
}

/**
 * The state after a tick that failed over `taken`. `quarantined`: the event found to be the cause, or null. After a first failure
 * that may be chance (`transient`: a call of the model failed) the next tick reads as many events again.
 */
export function afterFailure<Event extends string>(
  before: Suspicion<Event> | null,
  taken: readonly Event[],
  { usualMost, transient }: { readonly usualMost: number; readonly transient: boolean },
): { suspicion: Suspicion<Event> | null; quarantined: Event | null } {
  const [event] = taken;
  if (before === null && event !== undefined && transient)
    return { suspicion: { most: usualMost, proven: false }, quarantined: null };
  // Without events a tick fails for another reason. The next one reads an event, because it may succeed all the same.
  if (event === undefined)
    return { suspicion: before === null ? null : { ...before, most: 1, proven: false }, quarantined: null };
  if (taken.length > 1)
    return { suspicion: { most: Math.floor(taken.length / 2), proven: false }, quarantined: null };
  const known = before?.suspect?.event === event ? before.suspect.strikes : 0;
  const strikes = known + (before?.proven === true ? 1 : 0);
  if (strikes >= STRIKES) return { suspicion: { most: 1, proven: false }, quarantined: event };
  return { suspicion: { most: 0, proven: false, suspect: { event, strikes } }, quarantined: null };
}
