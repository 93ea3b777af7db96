/** How the affect model bounded what a model asked for: the part of a tick's receipt that says why the state is not as proposed. */
import { AXES, byWord, MOODS, type Latents, type Mood } from "../enums";
import { PROPOSAL_REACH, type AffectProposal, type AffectState } from "./affect";
import { MAX_HEALTH_STEP } from "./health";

/** A value that was asked for, what became of it, and the rule. */
export interface Clamp {
  readonly field: string;
  readonly asked: number | string;
  readonly applied: number | string;
  readonly rule: string;
}

const RANGES: { readonly [field in keyof Latents | "confidence"]: readonly [number, number] } = {
  valence: [-1, 1],
  arousal: [0, 1],
  curiosity: [0, 1],
  confidence: [0, 1],
};

/** A model's figures as it gave them. */
export interface RawProposal extends Latents {
  readonly mood: string;
  readonly confidence: number;
}

/** `raw` within its ranges, with what that changed. An unknown mood becomes `present`. */
export function boundedProposal(
  raw: RawProposal,
  present: Mood,
): { readonly proposal: AffectProposal; readonly clamps: readonly Clamp[] } {
  const clamps: Clamp[] = [];
  const within = (field: keyof typeof RANGES): number => {
    const [low, high] = RANGES[field];
    const asked = raw[field];
    // JSON has no NaN; a number too large for a double is infinite.
    const applied = Math.min(high, Math.max(low, asked));
    if (applied !== asked)
      clamps.push({ field, asked: finite(asked), applied, rule: `${field} is from ${low} to ${high}` });
    return applied;
  };
  const mood = MOODS.find((mood) => mood === raw.mood) ?? present;
  const proposal = { ...byWord([...AXES, "confidence"], within), mood };
  if (mood !== raw.mood)
    clamps.push({ field: "mood", asked: raw.mood.slice(0, 40), applied: present, rule: "not a mood" });
  return { proposal, clamps };
}

/** What was cut of a proposal between the state before it and the state that the tick ended in. */
export function proposalClamps(
  before: AffectState,
  proposal: AffectProposal,
  accepted: AffectState,
  ended: AffectState,
): Clamp[] {
  const clamps: Clamp[] = AXES.flatMap((field) => {
    const weighed = proposal.confidence * (proposal[field] - before.now[field]);
    if (Math.abs(weighed) <= PROPOSAL_REACH[field]) return [];
    const rule = `one tick moves ${field} by at most ${PROPOSAL_REACH[field]}`;
    return [{ field, asked: proposal[field], applied: accepted.now[field], rule }];
  });
  if (proposal.mood !== accepted.mood) {
    const rule = "the mood must be one of the two nearest to the feeling";
    clamps.push({ field: "mood", asked: proposal.mood, applied: accepted.mood, rule });
  }
  if (ended.health !== accepted.health) {
    const rule = `one tick moves health by at most ${MAX_HEALTH_STEP}`;
    clamps.push({ field: "health", asked: accepted.health, applied: ended.health, rule });
  }
  return clamps;
}

function finite(value: number): number | string {
  return Number.isFinite(value) ? value : String(value);
}
