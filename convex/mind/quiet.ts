/** What there is to say when nothing came in: the stretch of quiet itself, and what time does to the agent. */
import type { TickAffect } from "./tickWords";
import { localTime, routineAt } from "./routine";
import type { Quiet, Situation, SituationLog } from "./situation";
import { duration, fullStop, ordinal, quoted, shapeOf } from "./wording";
import type { Latents } from "./words";

/** A stretch of ticks without events, this one included. */
export interface QuietStretch {
  ticks: number;
  /** Since the last tick that had events, or the first of all, in ms. */
  ms: number;
  /** The entry of the tick before the stretch; null if nothing has ever come in. */
  before: SituationLog | null;
}

/** The stretch of quiet that ends now; only for a situation without events. */
export function quietStretch({ quiet, now }: Situation): QuietStretch {
  const { ticks, since, before } = quiet ?? { ticks: 0, since: now, before: null };
  return { ticks: ticks + 1, ms: now - since, before };
}

/** The quiet after the last entry with events of `logs`, newest first; null where they hold none. */
export function quietAfter(logs: readonly SituationLog[]): Quiet | null {
  const ticks = logs.findIndex(({ events }) => events > 0);
  const before = logs[ticks];
  return before === undefined ? null : { ticks, since: before.timestamp, before };
}

/** Where feeling stands, in words: "calm and in good spirits". */
export function feelingOf(latents: Latents): string {
  const energy = latents.arousal < 0.2 ? "calm" : latents.arousal < 0.45 ? "awake" : "stirred";
  const spirits =
    latents.valence > 0.2
      ? "in good spirits"
      : latents.valence > -0.05
        ? "even"
        : latents.valence > -0.25
          ? "a little low"
          : "troubled";
  const interest = latents.curiosity > 0.55 ? ", keen to know more" : "";
  return `${energy} and ${spirits}${interest}`;
}

/** The summary of a quiet tick: the most telling thing that is true and was not said in the same shape just before. */
export function quietSummary(situation: Situation, after: TickAffect): string {
  const recent = new Set(situation.logs.slice(0, 3).map((log) => shapeOf(log.summary)));
  const candidates = quietObservations(situation, after);
  const latest = situation.logs[0]?.summary;
  return (
    candidates.find((sentence) => !recent.has(shapeOf(sentence))) ??
    candidates.find((sentence) => sentence !== latest) ??
    candidates[0] ??
    ""
  );
}

function quietObservations(situation: Situation, after: TickAffect): string[] {
  const { now, logs, name } = situation;
  const { weekday, clock } = localTime(now, situation.timeZone);
  const stretch = quietStretch(situation);
  const feeling = feelingOf(after.latents);
  const health = Math.round(after.health);
  const said: string[] = [];

  if (situation.first) {
    return [
      `${name} looks around for the first time, ${weekday} at ${clock}: nothing has come in yet; ${feeling}.`,
    ];
  }
  if (after.mood !== situation.moodBefore) {
    said.push(
      `Nothing new, yet the mood has moved by itself from ${situation.moodBefore} to ${after.mood}: ${feeling}.`,
    );
  }
  const routineBefore = routineAt(situation.lastTickAt, situation.timeZone);
  if (routineBefore !== situation.routine) {
    said.push(
      `${ROUTINE_BEGINS[situation.routine]} quietly, ${weekday} at ${clock}; ${after.mood}, health ${health}.`,
    );
  }
  const oldest = logs.at(-1);
  if (oldest !== undefined && Math.abs(health - Math.round(oldest.health)) >= 2) {
    const last = Math.round(situation.healthBefore);
    const when = `${duration(now - oldest.timestamp)} ago`;
    const from = `from ${Math.round(oldest.health)} ${when}`;
    const moves = health - last;
    // What it does now is told by the last step; where that goes the other way than the whole course, both are.
    const turned = moves * (health - Math.round(oldest.health)) < 0;
    said.push(
      moves === 0
        ? `Quiet, and health holds at ${health}; it was ${Math.round(oldest.health)} ${when}.`
        : `Quiet, and health is ${moves > 0 ? "mending" : "slipping"}: ${health}, ${turned ? `from ${last} at the last tick and ` : ""}${from}.`,
    );
  }
  if (stretch.before !== null) {
    said.push(
      fullStop(
        `Quiet for ${duration(stretch.ms)}; the last thing of note was ${quoted(stretch.before.summary, 120)}`,
      ),
    );
  }
  if (stretch.ticks > 1) {
    said.push(
      `The ${ordinal(stretch.ticks)} quiet tick in a row, ${weekday} at ${clock}; still ${after.mood}.`,
    );
  }
  said.push(
    `No events since the last look, ${duration(now - situation.lastTickAt)} ago; ${feeling}, health ${health}.`,
    `${weekday}, ${clock}, and ${duration(Math.max(stretch.ms, now - situation.lastTickAt))} without news; mood ${after.mood}.`,
  );
  return said;
}

const ROUTINE_BEGINS = {
  morning: "The morning begins",
  day: "The day begins",
  evening: "The evening begins",
  overnight: "The night begins",
} as const;
