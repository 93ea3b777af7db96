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

/** Room for `effectOf`, in characters: the longest moods and figures take 83. */
export const EFFECT_LENGTH = 90;
/** The journal remarks when health falls below one of these. */
const LOW_HEALTH = [25, 50];
/** The journal remarks on a change of mood if valence is beyond this: halfway from a clear feeling to the extreme. */
const FAR = 0.6;

/** One sentence: "Mood concerned, before neutral; valence −0.31; health 92 (−8)." */
export function effectOf(before: Before, after: Pick<After, "mood" | "health" | "latents">): string {
  const turned = before.mood === after.mood ? "" : `, before ${before.mood}`;
  const [was, is] = [Math.round(before.health), Math.round(after.health)];
  const change = was === is ? "" : ` (${signed(is - was, 0)})`;
  return `Mood ${after.mood}${turned}; valence ${signed(after.latents.valence)}; health ${is}${change}.`;
}

/** The journal's text with the tick's effect on the agent. An existing remark stays. */
export function withEffect(
  { lead, body, remark }: { readonly lead: string; readonly body: string; readonly remark?: string },
  before: Before,
  after: After,
) {
  const effect = effectOf(before, after);
  const { arousal, curiosity } = after.latents;
  const rest = `Arousal ${arousal.toFixed(2)}, curiosity ${curiosity.toFixed(2)}, volatility ${after.volatility.toFixed(2)}.`;
  const earned = remark ?? remarkOn(before, after);
  return {
    summary: `${lead} ${effect}`,
    detail: `${body}\n\n${effect} ${rest}`,
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
