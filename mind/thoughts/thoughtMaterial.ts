/** What a thought is made from. */
import type { Mood } from "../enums";
import { dayAndTime } from "../time/calendarDay";
import type { SelectedSeed } from "./seeds";

/** Seeds are numbered from 1 in their order. Times are in ms since the epoch. */
export interface ThoughtMaterial {
  readonly now: number;
  /** IANA name. */
  readonly timeZone: string;
  readonly name: string;
  readonly persona: string;
  readonly mood: Mood;
  readonly seeds: readonly SelectedSeed[];
  /** The agent's last thoughts, newest first, not to be repeated. */
  readonly earlier: readonly { readonly content: string; readonly timestamp: number }[];
}

/** Earlier thoughts shown. */
export const SHOWN_THOUGHTS = 5;

/** The tags of the prompt's sections. Text from outside can't contain one. */
export const THOUGHT_TAGS = ["now", "thoughts", "seeds"] as const;

/** The text of <now>; a thought may refer to it. */
export function nowLine({ now, timeZone, mood }: Pick<ThoughtMaterial, "now" | "timeZone" | "mood">): string {
  return `It is ${dayAndTime(now, timeZone)}. Your mood is ${mood}.`;
}
