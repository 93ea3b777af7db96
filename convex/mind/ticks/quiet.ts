/** What there is to say when nothing came in: the stretch of quiet itself, and what time does to the agent. */
import { givenClause } from "../events/given";
import type { Quiet, Situation, SituationLog, SituationMemory } from "../../../mind/tick/situation";
import { withoutFrame } from "../language/frames";
import { ago, duration, fullStop, ordinal, quoted, shapeOf, spanBetween } from "../../../mind/text/phrasing";
import { localTime, routineAt } from "../../../mind/time/routine";
import { LATE_AFTER_MS } from "../../../mind/time/schedule";
import type { Latents, Mood, Routine } from "../../../mind/enums";
import type { TickAffect } from "./tickWords";

/** A stretch of ticks without events, this one included. */
export interface QuietStretch {
  ticks: number;
  /** Since the last tick that had events, or the first of all, in ms; null where the clock was set back since. */
  ms: number | null;
  /** The entry of the tick before the stretch; null if nothing has ever come in. */
  before: SituationLog | null;
}

/** The stretch of quiet that ends now; only for a situation without events. */
export function quietStretch({ quiet, now }: Situation): QuietStretch {
  const { ticks, since, before } = quiet ?? { ticks: 0, since: now, before: null };
  return { ticks: ticks + 1, ms: now < since ? null : now - since, before };
}

/** The quiet after the last entry with events of `logs`, newest first; null where they hold none. */
export function quietAfter(logs: readonly SituationLog[]): Quiet | null {
  const ticks = logs.findIndex(({ events }) => events > 0);
  const before = logs[ticks];
  return before === undefined ? null : { ticks, since: before.timestamp, before };
}

/** The part of the day that has begun since the last tick; null where none has. Who wakes at nine does not see the morning begin. */
export function justBegun({ now, lastTickAt, timeZone, routine }: Situation): Routine | null {
  const justBefore = Math.max(lastTickAt, now - LATE_AFTER_MS);
  return justBefore > now || routineAt(justBefore, timeZone) === routine ? null : routine;
}

/** Valence under which spirits are low. */
const LOW = -0.05;

/** Where feeling stands, in words: "calm and in good spirits"; of whoever is concerned never that all is even. */
export function feelingOf(latents: Latents, mood?: Mood): string {
  const energy = latents.arousal < 0.2 ? "calm" : latents.arousal < 0.45 ? "awake" : "stirred";
  const named =
    latents.valence > 0.2
      ? "in good spirits"
      : latents.valence > LOW
        ? "even"
        : latents.valence > -0.25
          ? "a little low"
          : "troubled";
  const spirits = mood === "concerned" && latents.valence > LOW ? "uneasy" : named;
  const interest = latents.curiosity > 0.55 ? ", keen to know more" : "";
  return `${energy} and ${spirits}${interest}`;
}

/**
 * The summary of a quiet tick: the most telling thing that is true and was not said in the same shape in a recent entry, else
 * what was said longest ago. Each tells the time or something that moves, so that no two of a week are the same.
 */
export function quietSummary(situation: Situation, after: TickAffect, mused?: SituationMemory): string {
  const shapes = situation.logs.map((log) => shapeOf(log.summary));
  const saidAt = (sentence: string) => {
    const at = shapes.indexOf(shapeOf(sentence));
    return at < 0 ? shapes.length : at;
  };
  const [best = ""] = quietObservations(situation, after, mused).sort((a, b) => saidAt(b) - saidAt(a));
  return best;
}

/** Later in a quiet what stood before it is no news: said at each turn, it would be the same sentence for days. */
const REMINDED_TICKS = 3;

function quietObservations(
  situation: Situation,
  after: TickAffect,
  mused: SituationMemory | undefined,
): string[] {
  const { now, logs, name } = situation;
  const { weekday, clock } = localTime(now, situation.timeZone);
  const stretch = quietStretch(situation);
  const feeling = feelingOf(after.latents, after.mood);
  const health = Math.round(after.health);
  const said: string[] = [];

  const given = givenClause(situation.given);
  if (situation.first) {
    const found =
      given === "" ? "nothing has come in yet" : `no note and no feed yet, but I have been ${given}`;
    return [`${name} looks around for the first time, ${weekday} at ${clock}: ${found}; ${feeling}.`];
  }
  const span = spanBetween(situation.lastTickAt, now);
  const look = span === null ? "the last look" : `the last look, ${span} ago`;
  if (given !== "")
    return [
      `Nothing new to read, but I was ${given} since ${look}; ${feeling}.`,
      `${weekday}, ${clock}: no note and no feed, but I was ${given}; mood ${after.mood}, health ${health}.`,
    ];
  if (after.mood !== situation.moodBefore) {
    said.push(
      `Nothing new, yet the mood has moved by itself from ${situation.moodBefore} to ${after.mood}: ${feeling}.`,
    );
  }
  const begun = justBegun(situation);
  if (begun !== null) {
    said.push(`${ROUTINE_BEGINS[begun]} quietly, ${weekday} at ${clock}; ${after.mood}, health ${health}.`);
  }
  const oldest = logs.at(-1);
  const course = oldest === undefined ? null : spanBetween(oldest.timestamp, now);
  if (oldest !== undefined && course !== null && Math.abs(health - Math.round(oldest.health)) >= 2) {
    const last = Math.round(situation.healthBefore);
    const then = asOf(Math.round(oldest.health), `${course} ago`);
    const moves = health - last;
    // What it does now is told by the last step; where that goes the other way than the whole course, both are.
    const turned = moves * (health - Math.round(oldest.health)) < 0;
    said.push(
      moves === 0
        ? `Quiet, and health holds at ${health}; it was ${then}.`
        : `Quiet, and health is ${moves > 0 ? "mending" : "slipping"}: ${health}, ${turned ? `from ${last} at the last tick and ` : ""}from ${then}.`,
    );
  }
  if (stretch.before !== null && stretch.ticks <= REMINDED_TICKS) {
    const length = stretch.ms === null ? "Quiet" : `Quiet for ${duration(stretch.ms)}`;
    said.push(fullStop(`${length}; the last thing of note was ${quoted(stretch.before.summary, 120)}`));
  }
  if (stretch.ticks > 1) {
    said.push(
      `The ${ordinal(stretch.ticks)} quiet tick in a row, ${weekday} at ${clock}; still ${after.mood}.`,
    );
  }
  if (mused !== undefined) {
    const told = `${mused.own ? "what I made of things" : "what I was told"} ${ago(mused.createdAt, now)}`;
    said.push(
      fullStop(
        `Nothing to read at ${clock}; I come back to ${told}: ${quoted(withoutFrame(mused.content), 120)}`,
      ),
    );
  }
  said.push(`${weekday}, ${clock}, and no note or feed since ${look}; ${feeling}, health ${health}.`);
  if (stretch.ms !== null && span !== null) {
    const long = duration(Math.max(stretch.ms, now - situation.lastTickAt));
    said.push(`${weekday}, ${clock}, and ${long} without a note or a feed; mood ${after.mood}.`);
  }
  return said;
}

/** "90 an hour ago", and no two figures side by side: "90 as of 16 hours ago". */
function asOf(figure: number, when: string): string {
  return /^\d/.test(when) ? `${figure} as of ${when}` : `${figure} ${when}`;
}

const ROUTINE_BEGINS = {
  morning: "The morning begins",
  day: "The day begins",
  evening: "The evening begins",
  overnight: "The night begins",
} as const;
