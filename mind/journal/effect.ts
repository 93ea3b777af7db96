/**
 * The effect of a tick, an event or time on mood and health, in figures. The mutation that ends a tick adds it to the
 * journal's text: only there the agent's row is final, so that text and stored state agree.
 */
import type { Latents, Mood } from "../enums";
import { signed } from "../text/phrasing";

/** Mood and health (0 to 100) before the change. */
export interface Before {
  readonly mood: Mood;
  readonly health: number;
}

export interface After extends Before {
  readonly latents: Latents;
  /** 0 to 1. */
  readonly volatility: number;
}

/** A tick's words. `quietSince`: of a quiet tick, the moment since which nothing came in. */
export interface JournalWords {
  readonly lead: string;
  readonly body: string;
  readonly remark?: string;
  readonly quietSince?: number;
}

/** Room for `effectOf`, in characters: the longest moods and figures take 83. */
export const EFFECT_LENGTH = 90;
/** The journal remarks when health falls below one of these. */
const LOW_HEALTH = [25, 50];
/** The journal remarks on a change of mood if valence is beyond this: halfway from a clear feeling to the extreme. */
const FAR = 0.6;

/** One sentence: "Mood concerned, before neutral; valence −0.31; health 92 (−8)." Without a change of mood, health comes first. */
export function effectOf(before: Before, after: Pick<After, "mood" | "health" | "latents">): string {
  const change = Math.round(after.health) - Math.round(before.health);
  const valence = `valence ${signed(after.latents.valence)}`;
  const health = `health ${Math.round(after.health)}${change === 0 ? "" : ` (${signed(change, 0)})`}`;
  if (before.mood !== after.mood) return `Mood ${after.mood}, before ${before.mood}; ${valence}; ${health}.`;
  if (change === 0) return `Mood ${after.mood}; ${valence}; ${health}.`;
  return `${change < 0 ? "Down" : "Up"} to ${health}; mood still ${after.mood}, ${valence}.`;
}

/** Whether mood or health moved by what a person can see. */
export function isMoved(before: Before, after: Before): boolean {
  return before.mood !== after.mood || Math.round(before.health) !== Math.round(after.health);
}

/**
 * The journal's text with the tick's effect on the agent: the summary has it if it can be seen, the detail of any but a quiet
 * tick always. An existing remark stays.
 */
export function withEffect({ lead, body, remark, quietSince }: JournalWords, before: Before, after: After) {
  const effect = effectOf(before, after);
  const moved = isMoved(before, after) ? [effect] : [];
  const { arousal, curiosity } = after.latents;
  const rest = `Arousal ${arousal.toFixed(2)}, curiosity ${curiosity.toFixed(2)}, volatility ${after.volatility.toFixed(2)}.`;
  const earned = remark ?? remarkOn(before, after);
  return {
    summary: [lead, ...moved].join(" "),
    detail: quietSince === undefined ? `${body}\n\n${effect} ${rest}` : [body, ...moved].join(" "),
    ...(earned === undefined ? {} : { remark: earned }),
  };
}

/** Remarks on health that fell below a bound, or on a mood that changed at extreme valence. */
function remarkOn(before: Before, { mood, health, latents }: After): string | undefined {
  const bound = LOW_HEALTH.find((low) => before.health >= low && health < low);
  if (bound !== undefined) return `Health has fallen under ${bound}.`;
  const isFar = Math.abs(latents.valence) >= FAR && mood !== before.mood;
  return isFar ? `Valence is at ${signed(latents.valence)}, of −1 to 1.` : undefined;
}
