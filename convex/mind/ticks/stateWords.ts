/** The state's summary between ticks: what an event did to the agent as it came in, and what time did by itself. */
import { namedEvent, toneOf } from "../events/eventWords";
import type { SituationEvent } from "../../../mind/tick/situation";
import { counted, fullStop, lengthOf, listed, quoted, sentenceCase } from "../../../mind/text/phrasing";
import type { Mood, Routine } from "../../../mind/enums";

/** What a summary stands beside. */
export interface Shown {
  readonly mood: Mood;
  /** 0 to 100. */
  readonly health: number;
  readonly routine: Routine;
}

const SUMMARY_LENGTH = 280;

/** How a part of the day is told when it begins. */
export const BEGUN: { readonly [routine in Routine]: string } = {
  morning: "Morning has come",
  day: "The day has begun",
  evening: "Evening has come",
  overnight: "Night has fallen",
};

/** The summary from when an event comes in until a tick has thought about it: at most 280 characters. */
export function feltSummary(event: SituationEvent, before: Shown, after: Shown): string {
  const opening = `${sentenceCase(namedEvent(event))} has just come in, ${toneOf(event.sentiment)}: `;
  const mood =
    before.mood === after.mood
      ? `Still ${after.mood}`
      : `The mood turns from ${before.mood} to ${after.mood}`;
  const [was, is] = [Math.round(before.health), Math.round(after.health)];
  const change =
    was === is ? "" : `, ${counted(Math.abs(is - was), "point")} ${is > was ? "higher" : "lower"} for it`;
  const effect = `${mood}; health ${is}${change}.`;
  // Beside the words of others there are two quotation marks, a full stop and a space.
  const room = SUMMARY_LENGTH - lengthOf(opening + effect) - 4;
  return `${fullStop(opening + quoted(event.content, room))} ${effect}`;
}

/** The summary once time alone has changed what it stands beside; null where no summary tells of what has changed. */
export function restedSummary(before: Shown, after: Shown): string | null {
  const changes: string[] = [];
  if (before.mood !== after.mood) changes.push(`the mood from ${before.mood} to ${after.mood}`);
  const [was, is] = [Math.round(before.health), Math.round(after.health)];
  if (was !== is) changes.push(`health from ${was} to ${is}`);
  const turned = before.routine === after.routine ? null : BEGUN[after.routine];
  if (changes.length > 0) {
    const time = `Time alone has moved ${listed(changes)}`;
    return turned === null ? `${time}.` : `${turned}. ${time}.`;
  }
  return turned === null ? null : `${turned}; still ${after.mood}, health ${is}.`;
}
