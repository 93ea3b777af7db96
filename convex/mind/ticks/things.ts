/** What came in, each thing once: a text that several feeds bring, or that somebody sends again and again, is one thing. */
import { normalForm } from "../../../mind/duplicates/normalForm";
import { byGravity, nounOf, toneOf } from "../events/eventWords";
import type { SituationEvent } from "../../../mind/tick/situation";

/** What came in, once or several times in the same words from the same kind of source. */
export interface Thing {
  /** The gravest of its events. */
  readonly event: SituationEvent;
  /** The gravest first. */
  readonly events: SituationEvent[];
}

/** What came in, the gravest first. */
export function thingsIn(events: readonly SituationEvent[]): Thing[] {
  const things = new Map<string, Thing>();
  for (const event of byGravity(events)) {
    const key = JSON.stringify([nounOf(event), sentAs(event), normalForm(event.content)]);
    const known = things.get(key);
    if (known === undefined) things.set(key, { event, events: [event] });
    else known.events.push(event);
  }
  return [...things.values()];
}

/** What its sender said of it, where that is not the usual, and the tone of a feed. */
export function sentAs({ source, sentiment }: SituationEvent): string[] {
  if (source.kind === "wake") return source.priority === "normal" ? [] : [`${source.priority} priority`];
  return [...(source.impact === "medium" ? [] : [`${source.impact} impact`]), toneOf(sentiment)];
}
