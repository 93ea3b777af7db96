/** Selects the notes of a tick that get a reply. */
import type { Situation, SituationEvent } from "./situation";

export interface Reply {
  /** The number of the note in `situation.events`, from 1. */
  readonly note: number;
  readonly text: string;
}

/** The numbers of the notes that this tick reads to their end: each gets a reply. */
export function notesToAnswer({ events }: Pick<Situation, "events">): number[] {
  return events.flatMap((event, i) => (event.source.kind === "wake" && !goesOn(event) ? [i + 1] : []));
}

function goesOn({ part, content }: SituationEvent): boolean {
  return part !== undefined && part.to < Array.from(content).length;
}
