/** What the reflexes' reflections are found in: the evidence, how it hangs together, and how a finding names it. */
import { calendarDay } from "./calendarDay";
import { normalForm } from "./duplicates";
import { onceEach } from "./onceEach";
import { idfOf, type Idf } from "./rarity";
import type { Evidence } from "./reflectionMatter";
import { relationsOf, type Relations, type Tension } from "./seedRelations";
import type { Shared } from "./sharedMatters";
import { termsOf } from "./tokens";
import { quoted } from "./wording";

/** Characters of a memory that a finding quotes. */
export const QUOTE_LENGTH = 140;
/** Relations are looked for among so many, the weightiest: their number grows with the square. */
const MOST_RELATED = 16;

/** Something to say, and the indices of the evidence that says so. */
export interface Finding {
  readonly said: string;
  readonly uses: readonly number[];
}

/** What the findings are looked for in. */
export interface Scene {
  readonly evidence: readonly Evidence[];
  readonly relations: Relations;
  readonly day: (index: number) => string;
  readonly timeZone: string;
}

/** The scene of evidence in the order of time; `focus` is what all of it was looked for by, if anything. */
export function sceneOf(evidence: readonly Evidence[], focus: string | null, timeZone: string): Scene {
  const day = (index: number): string => calendarDay(evidence[index]?.createdAt ?? 0, timeZone);
  return { evidence, relations: relationsAmong(evidence, focus ?? ""), day, timeZone };
}

/**
 * Relations among the weightiest, by their places in all of the evidence. What most speak of comes first; that they speak
 * of the focus goes without saying.
 */
function relationsAmong(evidence: readonly Evidence[], focus: string): Relations {
  const places = evidence
    .map((_, index) => index)
    .sort((a, b) => (evidence[b]?.importance ?? 0) - (evidence[a]?.importance ?? 0))
    .slice(0, MOST_RELATED)
    .sort((a, b) => a - b);
  const place = (index: number) => places[index] ?? 0;
  const found = relationsOf(
    places.flatMap((index) => evidence[index] ?? []),
    plainly,
  );
  const sought = new Set(termsOf(focus));
  // Of what is shared as widely a name says more than a word.
  const reach = ({ seeds, isEntity }: Shared) => seeds.length + (isEntity ? 0.5 : 0);
  return {
    shared: found.shared
      .filter(({ name }) => termsOf(name).some((term) => !sought.has(term)))
      .sort((a, b) => reach(b) - reach(a))
      .map((shared) => ({ ...shared, seeds: shared.seeds.map(place) })),
    tensions: found.tensions.map((tension) =>
      inTime({ ...tension, a: place(tension.a), b: place(tension.b) }),
    ),
    causes: found.causes.map(({ effect, cause }) => ({ effect: place(effect), cause: place(cause) })),
    questions: found.questions.map(({ seed, asked }) => ({ seed: place(seed), asked })),
    feelings: evidence.map(({ sentiment }) => sentiment),
  };
}

const plainly: Idf = idfOf(0, () => 0);

/** The older of the pair first; evidence is in the order of time. */
function inTime(tension: Tension): Tension {
  const { a, b, said } = tension;
  if (a <= b) return tension;
  return { ...tension, a: b, b: a, said: said === null ? null : [said[1], said[0]] };
}

/** A memory in quotation marks, cut to what a sentence holds. */
export function quote({ evidence }: Scene, index: number): string {
  return quoted(evidence[index]?.content ?? "", QUOTE_LENGTH);
}

/** The last `most` of these memories that say different things, in their order. */
export function lastSaid({ evidence }: Scene, indices: readonly number[], most: number): number[] {
  const said = onceEach([...indices].reverse(), (index) => normalForm(evidence[index]?.content ?? ""));
  return said.slice(0, most).reverse();
}

/** What memories share, by its name. */
export function named({ name, isEntity }: Shared): string {
  return isEntity ? name : `“${name}”`;
}

/** "from 3 March 2026 to 5 June 2026", or the one day it all is of. */
export function days(scene: Scene, indices: readonly number[]): string {
  const [first = "", last = ""] = [scene.day(Math.min(...indices)), scene.day(Math.max(...indices))];
  return first === last ? `all on ${first}` : `from ${first} to ${last}`;
}

/** Statements that can't both hold; what merely feels otherwise is no disagreement. */
export function hardTension({ relations }: Scene): Tension | null {
  return relations.tensions.find(({ kind }) => kind !== "feeling") ?? null;
}

/** 0 over nothing. */
export function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
