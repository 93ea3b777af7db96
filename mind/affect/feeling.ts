/** The agent's feeling in a few words. */
import type { Latents, Mood } from "../enums";

/** Spirits are low below this valence. */
const LOW = -0.05;

/** "calm and in good spirits", "awake and troubled"; a concerned agent is never called even. */
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
