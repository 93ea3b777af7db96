/** What a tick's prompt states about the moment. An answer may refer to it. */
import { feelingOf } from "../affect/feeling";
import type { Mood } from "../enums";
import { ago } from "../text/phrasing";
import { dayAndTime } from "../time/calendarDay";
import { routineAt } from "../time/routine";
import type { Situation } from "./situation";

const MOOD_MEANINGS: { readonly [mood in Mood]: string } = {
  neutral: "at rest, nothing presses",
  expressive: "warm and outgoing",
  curious: "drawn to what is new",
  excited: "glad and full of energy",
  reflective: "quiet, turning things over",
  concerned: "uneasy about something in particular",
  contemplative: "still and far away, wondering",
};

/** One line each on time, mood and health. */
export function nowLines(situation: Situation): string[] {
  const { now, timeZone, state, trigger } = situation;
  const { valence, arousal, curiosity } = state.latents;
  const cause = {
    schedule: "the schedule",
    start: "the service's start",
    manual: "a request",
    wake: "a wake note",
    backlog: "what still waited",
  }[trigger];
  const last = situation.first
    ? "This is your first tick: you have no past yet."
    : `The last tick was ${ago(situation.lastTickAt, now)}.${routineAt(situation.lastTickAt, timeZone) === situation.routine ? "" : ` Since then it has become ${situation.routine}.`}`;
  return [
    `It is ${dayAndTime(now, timeZone)}; your routine is ${situation.routine}. This tick was started by ${cause}. ${last}`,
    `Mood: ${state.mood} (${MOOD_MEANINGS[state.mood]})${state.mood === situation.moodBefore ? "" : `, ${situation.moodBefore} at ${situation.first ? "birth" : "the last tick"}`}. You are ${feelingOf(state.latents, state.mood)}: valence ${fixed(valence)}, arousal ${fixed(arousal)}, curiosity ${fixed(curiosity)}, volatility ${fixed(state.volatility)} of 1.`,
    `Health: ${Math.round(state.health)} of 100${healthCourse(situation)}. It measures how well your own machinery works, and what the feeds did to you.`,
  ];
}

function healthCourse(situation: Situation): string {
  const change = Math.round(situation.state.health) - Math.round(situation.healthBefore);
  return change === 0
    ? ""
    : `, ${change > 0 ? "up" : "down"} ${Math.abs(change)} since ${situation.first ? "birth" : "the last tick"}`;
}

function fixed(value: number): string {
  return value.toFixed(2).replace("-", "−");
}
