/** The state's summary between ticks: the effect of an incoming event, or of time alone. */
import type { Routine } from "../enums";
import { clipped, fullStop, lengthOf, quoted, sentenceCase } from "../text/phrasing";
import { namedEvent } from "../tick/events";
import type { SituationEvent } from "../tick/situation";
import { EFFECT_LENGTH, effectOf, isMoved, type After, type Before } from "./effect";

const SUMMARY_LENGTH = 280;

type Felt = Pick<After, "mood" | "health" | "latents">;

/** The summary from the arrival of an event until a tick has read it: at most 280 characters. */
export function feltSummary(
  event: Pick<SituationEvent, "source" | "content">,
  before: Before,
  after: Felt,
): string {
  const opening = `${sentenceCase(namedEvent(event))} has come in: `;
  const room = SUMMARY_LENGTH - EFFECT_LENGTH - lengthOf(opening) - 4;
  return `${fullStop(opening + quoted(event.content, room))} ${effectOf(before, after)}`;
}

/** The summary after time alone has changed the state; null if mood, rounded health and routine are the same. */
export function restedSummary(
  before: Before & { readonly routine: Routine },
  after: Felt & { readonly routine: Routine },
): string | null {
  const turned = before.routine !== after.routine;
  if (!turned && !isMoved(before, after)) return null;
  const opening = turned ? `The routine is ${after.routine} now.` : "Moved by time alone.";
  return `${opening} ${effectOf(before, after)}`;
}

/** The summary of the tick with this number, which begins with the number if the last entry's is the same. */
export function unrepeated(summary: string, last: string | undefined, number: number): string {
  return summary === last ? clipped(`Tick ${number}: ${summary}`, SUMMARY_LENGTH) : summary;
}
