/** Groups events whose texts are equal. */
import { namedEvent } from "./events";
import { normalForm } from "../text/normalForm";
import type { SituationEvent } from "./situation";

/** A text that came in once or several times from one kind of source. */
export interface DistinctText {
  /** The first event that says it. */
  readonly event: SituationEvent;
  readonly events: SituationEvent[];
}

/** The distinct texts of `events`, in order. */
export function distinctTexts(events: readonly SituationEvent[]): DistinctText[] {
  const texts = new Map<string, DistinctText>();
  for (const event of events) {
    const key = JSON.stringify([namedEvent(event), normalForm(event.content)]);
    const known = texts.get(key);
    if (known === undefined) texts.set(key, { event, events: [event] });
    else known.events.push(event);
  }
  return [...texts.values()];
}
