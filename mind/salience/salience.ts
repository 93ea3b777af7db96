/** Salience, the accessibility of a memory: its initial value, its decay, and its reinforcement by recall. */
import { unit } from "../unit";

const MS_PER_HOUR = 3_600_000;
const MS_PER_DAY = 24 * MS_PER_HOUR;

/** A new memory starts salient; importance and strong sentiment add to it. */
const INITIAL = { base: 0.4, perImportance: 0.45, perFeeling: 0.15 };
/** Half-life of an unimportant memory without recall; the most important memory has five times that. */
const HALF_LIFE_MS = 3 * MS_PER_DAY;
const IMPORTANCE_SLOWS = 4;
/** Decay ends at this share of importance. */
const FLOOR_SHARE = 0.1;
/** A recall long after the last one closes this share of the gap to full salience. */
const RECALL_GAIN = 0.25;
/** A recall this long after the last one has half the effect of a full one (the spacing effect). */
const SPACING_MS = 6 * MS_PER_HOUR;

/** Salience of a new memory, 0 to 1. `importance` 0 to 1; `sentiment` −1 to 1, whose magnitude counts. */
export function initialSalience(importance: number, sentiment: number): number {
  return unit(
    INITIAL.base + INITIAL.perImportance * unit(importance) + INITIAL.perFeeling * unit(Math.abs(sentiment)),
  );
}

/**
 * Salience after `idleMs` without recall. Two steps equal one of their sum. It never rises, and never falls below a tenth
 * of importance unless it was below before.
 */
export function decayedSalience(memory: { salience: number; importance: number }, idleMs: number): number {
  const salience = unit(memory.salience);
  const importance = unit(memory.importance);
  const floor = Math.min(salience, FLOOR_SHARE * importance);
  const halfLife = HALF_LIFE_MS * (1 + IMPORTANCE_SLOWS * importance);
  return floor + (salience - floor) * 2 ** (-Math.max(0, idleMs) / halfLife);
}

/** Milliseconds without recall until salience has fallen by `amount`; null if it never will. */
export function timeToDecay(memory: { salience: number; importance: number }, amount: number): number | null {
  const salience = unit(memory.salience);
  const importance = unit(memory.importance);
  const above = salience - Math.min(salience, FLOOR_SHARE * importance);
  if (above <= amount) return null;
  return HALF_LIFE_MS * (1 + IMPORTANCE_SLOWS * importance) * Math.log2(above / (above - amount));
}

/**
 * Salience after a recall, `sinceRecallMs` after the last one (Infinity for the first). It never falls and never exceeds 1,
 * and each recall adds less than the one before. Recall does not change importance.
 */
export function recalledSalience(salience: number, sinceRecallMs: number): number {
  const spaced = 1 - 2 ** (-Math.max(0, sinceRecallMs) / SPACING_MS);
  return unit(salience) + RECALL_GAIN * spaced * (1 - unit(salience));
}
