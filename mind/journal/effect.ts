/**
 * What a tick, an event or time did to mood and health, in figures. The end of a tick adds it to the journal's words: only
 * there is known what the agent's row holds, so the words never tell of another state than the one they are stored with.
 */
import type { Latents, Mood } from "../enums";
import { signed } from "../text/phrasing";

/** Mood and health (0 to 100) as they were before. */
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
/** Health under which a fall is worth a remark, each once. */
const LOW_HEALTH = [25, 50];
/** Valence beyond which a turn of the mood is worth a remark: half of the way from a clear feeling to its end. */
const FAR = 0.6;

/** One sentence: "Mood concerned, before neutral; valence −0.31; health 92 (−8)." */
export function effectOf(before: Before, after: Pick<After, "mood" | "health" | "latents">): string {
  const turned = before.mood === after.mood ? "" : `, before ${before.mood}`;
  const [was, is] = [Math.round(before.health), Math.round(after.health)];
  const change = was === is ? "" : ` (${signed(is - was, 0)})`;
  return `Mood ${after.mood}${turned}; valence ${signed(after.latents.valence)}; health ${is}${change}.`;
}

/** The journal's words with what the tick did to the agent. A remark that it has already stays. */
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

/** Health that fell under a bound, or a mood that turned with feeling far to one side. */
function remarkOn(before: Before, { mood, health, latents }: After): string | undefined {
  const bound = LOW_HEALTH.find((low) => before.health >= low && health < low);
  if (bound !== undefined) return `Health has fallen under ${bound}.`;
  const isFar = Math.abs(latents.valence) >= FAR && mood !== before.mood;
  return isFar ? `Valence is at ${signed(latents.valence)}, of −1 to 1.` : undefined;
}
