/** The closed sets of words that the contract names. */

export const MOODS = [
  "neutral",
  "expressive",
  "curious",
  "excited",
  "reflective",
  "concerned",
  "contemplative",
] as const;
export const ROUTINES = ["morning", "day", "evening", "overnight"] as const;
export const ARTIFACT_TYPES = ["tweet", "note", "question", "alert"] as const;
export const TONES = ["curious", "excited", "concerned", "neutral", "reflective"] as const;
export const IMPACTS = ["low", "medium", "high"] as const;
export const FEED_TYPES = ["news", "market", "social", "custom"] as const;
export const PRIORITIES = ["low", "normal", "high"] as const;
/** Why a tick ran: the cron, the service's start, POST /tick, or POST /wake. */
export const TRIGGERS = ["schedule", "start", "manual", "wake"] as const;
/** `lost`: the tick's lease ran out, or the service ended, before the tick did. */
export const TICK_OUTCOMES = ["running", "succeeded", "failed", "lost"] as const;

export type Mood = (typeof MOODS)[number];
export type Routine = (typeof ROUTINES)[number];
export type ArtifactType = (typeof ARTIFACT_TYPES)[number];
export type Tone = (typeof TONES)[number];
export type Impact = (typeof IMPACTS)[number];
export type FeedType = (typeof FEED_TYPES)[number];
export type Priority = (typeof PRIORITIES)[number];
export type Trigger = (typeof TRIGGERS)[number];
export type TickOutcome = (typeof TICK_OUTCOMES)[number];

/** Where the agent stands: valence −1 to 1, arousal and curiosity 0 to 1. */
export interface Latents {
  valence: number;
  arousal: number;
  curiosity: number;
}
