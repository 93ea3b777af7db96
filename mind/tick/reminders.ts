/** Reminders that a model sets for notes. */
import type { Problem } from "../promptText/problem";
import { localMoment } from "../time/calendarDay";
import { LIMITS, type RawAnswer } from "./answer";
import { isFit, shortened } from "./answerLimits";
import type { Situation } from "./situation";

export interface Reminder {
  /** The number of the note that asks for it. */
  readonly note: number;
  readonly text: string;
  /** In ms since the epoch, later than the tick. */
  readonly at: number;
}

/** A reminder further ahead is more likely a mistake. */
export const MAX_AHEAD_MS = 10 * 366 * 24 * 3_600_000;

type Answered = Pick<RawAnswer, "reminders">;

/** The reminders of an answer that can be set, at most `LIMITS.reminders`. */
export function settableReminders({ reminders }: Answered, situation: Situation): Reminder[] {
  return reminders
    .flatMap(({ note, text, at }): Reminder[] => {
      const moment = localMoment(at, situation.timeZone);
      if (moment === null || !isAhead(moment, situation) || !isNote(note, situation) || !isFit(text))
        return [];
      return [{ note, text: shortened(text, LIMITS.reminder), at: moment }];
    })
    .slice(0, LIMITS.reminders);
}

/**
 * The problems of moments that have passed or are too far ahead. What is no time at all is dropped without asking again: a note
 * that asks to be reminded is still kept as an artifact (`dueArtifacts`).
 */
export function reminderProblems({ reminders }: Answered, situation: Situation): Problem[] {
  return reminders.flatMap(({ note, at }, i) => {
    const moment = localMoment(at, situation.timeZone);
    if (moment === null || isAhead(moment, situation) || !isNote(note, situation)) return [];
    return [
      {
        rule: `reminders[${i}].at unusable`,
        sentence: `reminders[${i}].at must be later than now and at most ten years ahead.`,
      },
    ];
  });
}

/** Whether a reminder may come at `moment`. */
export function isAhead(moment: number, { now }: Pick<Situation, "now">): boolean {
  return moment > now && moment <= now + MAX_AHEAD_MS;
}

function isNote(note: number, { events }: Situation): boolean {
  return events[note - 1]?.source.kind === "wake";
}
