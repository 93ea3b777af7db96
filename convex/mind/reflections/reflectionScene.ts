/** What the reflexes' reflections are found in: the evidence, how it hangs together, and how a finding names it. */
import { normalForm } from "../../../mind/duplicates/normalForm";
import { questionIn } from "../events/eventWords";
import { withoutFrame } from "../language/frames";
import { isQuestion, statedIn } from "../language/questions";
import { partOf, quoted } from "../../../mind/text/phrasing";
import { saidIn, takeBack } from "../memory/amendments";
import { partsOf, type Mentions } from "../memory/mentions";
import { onceEach } from "../../../mind/lists/uniqueBy";
import { UNCOUNTED } from "../../../mind/ranking/idf";
import { relationsOf, type Relations, type Tension } from "../thoughts/seedRelations";
import type { Shared } from "../thoughts/sharedMatters";
import { calendarDay } from "../../../mind/time/calendarDay";
import { differingCounts } from "./differingCounts";
import { recurringMatters } from "./recurringMatters";
import type { Evidence, ReflectionMatter } from "./reflectionMatter";

/** Characters of a memory that a finding quotes. */
export const QUOTE_LENGTH = 140;
/** Relations are looked for among so many, the weightiest: their number grows with the square. */
const MOST_RELATED = 16;

/** Something to say, and the indices of the evidence that says so. */
export interface Finding {
  readonly said: string;
  readonly uses: readonly number[];
  /** Whether it says that there was little to say. */
  readonly isThin?: true;
}

/** What the findings are looked for in. */
export interface Scene {
  readonly evidence: readonly Evidence[];
  readonly relations: Relations;
  /** Whether the reflection is to look wide and say more. */
  readonly isDeep: boolean;
  /** What the reflection has told of in an answer to what was asked; none where nothing was, or nothing answers it. */
  readonly answered: readonly number[];
  readonly day: (index: number) => string;
  /** "on 3 March 2026". */
  readonly on: (index: number) => string;
  readonly timeZone: string;
  /** What the evidence is called: one memory of it, more, and how it is called for short. */
  readonly which: { readonly one: string; readonly many: string; readonly short: string };
  /** Whether all of it names a focus, and so has that in common. */
  readonly isOnFocus: boolean;
}

const LOOKED_AT = { one: "memory that I looked at", many: "memories that I looked at", short: "memories" };
const BEARING = {
  one: "memory that bears on it",
  many: "memories that bear on it",
  short: "memories that bear on it",
};
const naming = (what: string) => ({
  one: `memory that mentions ${what}`,
  many: `memories that mention ${what}`,
  short: `memories that mention ${what}`,
});

/**
 * The scene of a reflection, its evidence in the order of time; `mentions` tells what of the focus is in it. `isPart`: whether
 * more was looked at than this evidence.
 */
export function sceneOf(
  { evidence, focus, depth, timeZone, disputes }: ReflectionMatter,
  mentions: Mentions,
  isPart = false,
): Scene {
  const day = (index: number): string => calendarDay(evidence[index]?.createdAt ?? 0, timeZone);
  const sought = focus === null ? [] : partsOf(focus);
  const relations = {
    ...relationsAmong(evidence, [...disputes, ...differingCounts(evidence, day)], timeZone),
    // Counted in all of it: what is said to come back in so many comes back in no more.
    shared: recurringMatters(evidence, sought, mentions),
    several: null,
    breaches: [],
    fulfilments: [],
  };
  const isNamed =
    focus !== null &&
    questionIn(focus) === null &&
    evidence.every(({ content }) => sought.some((part) => mentions.has(part, content)));
  return {
    evidence,
    relations,
    isDeep: depth === "deep",
    answered: [],
    day,
    on: (index) => `on ${day(index)}`,
    timeZone,
    which: !isPart ? LOOKED_AT : isNamed ? naming(sought.length > 1 ? "any of it" : "it") : BEARING,
    isOnFocus: isNamed,
  };
}

/** Relations among the weightiest, by their places in all of the evidence. */
function relationsAmong(
  evidence: readonly Evidence[],
  disputes: ReflectionMatter["disputes"],
  timeZone: string,
): Omit<Relations, "shared" | "several" | "breaches" | "fulfilments"> {
  const places = evidence
    .map((_, index) => index)
    .sort((a, b) => (evidence[b]?.importance ?? 0) - (evidence[a]?.importance ?? 0))
    .slice(0, MOST_RELATED)
    .sort((a, b) => a - b);
  const place = (index: number) => places[index] ?? 0;
  const found = relationsOf(
    places.flatMap((index) => {
      const memory = evidence[index];
      return memory === undefined ? [] : [{ ...memory, at: memory.createdAt }];
    }),
    UNCOUNTED,
    timeZone,
  );
  const told = found.tensions.map((tension) =>
    inTime({ ...tension, a: place(tension.a), b: place(tension.b) }),
  );
  return {
    tensions: [...told, ...furtherTensions(evidence, disputes, told)],
    conflict: found.conflict === null ? null : { ...found.conflict, seeds: found.conflict.seeds.map(place) },
    causes: found.causes.map(({ effect, cause }) => ({ effect: place(effect), cause: place(cause) })),
    questions: found.questions.map(({ seed, asked }) => ({ seed: place(seed), asked })),
    feelings: evidence.map(({ sentiment }) => sentiment),
  };
}

/** What is known to contradict, and what takes back what was said, beside what is `told` already. */
function furtherTensions(
  evidence: readonly Evidence[],
  disputes: ReflectionMatter["disputes"],
  told: readonly Tension[],
): Tension[] {
  // Who asks takes nothing back.
  const statements = evidence.map(({ content }) => saidIn(statedIn(withoutFrame(content))));
  const takenBack = statements.flatMap((one, older) =>
    statements.flatMap((other, newer) => (older < newer && takeBack(one, other) ? [{ older, newer }] : [])),
  );
  return onceEach([...disputes, ...takenBack], ({ older, newer }) => `${older} ${newer}`)
    .filter(({ older, newer }) => !told.some(({ a, b }) => a === older && b === newer))
    .map(({ older, newer }) => ({ kind: "negation", a: older, b: newer, said: null }));
}

/** The older of the pair first; evidence is in the order of time. */
function inTime(tension: Tension): Tension {
  const { a, b, said } = tension;
  if (a <= b) return tension;
  return { ...tension, a: b, b: a, said: said === null ? null : [said[1], said[0]] };
}

/** How many of the evidence: "two of the four memories that mention it". */
export function shareOf({ evidence, which }: Scene, count: number): string {
  return partOf(count, evidence.length, which);
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

/** "from 3 March 2026 to 5 June 2026", or the one day it all is of: "all on 3 March 2026", of two "on 3 March 2026". */
export function days(scene: Scene, indices: readonly number[]): string {
  const [first = "", last = ""] = [scene.day(Math.min(...indices)), scene.day(Math.max(...indices))];
  if (first !== last) return `from ${first} to ${last}`;
  return indices.length > 2 ? `all on ${first}` : scene.on(Math.min(...indices));
}

/** Statements that can't both hold; what merely feels otherwise is no disagreement. */
export function hardTensions({ relations }: Pick<Scene, "relations">): Tension[] {
  return relations.tensions.filter(({ kind }) => kind !== "feeling");
}

/** 0 over nothing. */
export function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Whether a memory asks something: that is told of as open, or as answered by what was told. */
export function asksAt({ evidence, relations }: Scene, index: number): boolean {
  return (
    relations.questions.some(({ seed }) => seed === index) ||
    isQuestion(withoutFrame(evidence[index]?.content ?? ""))
  );
}

/** The place of what was told last; of the last question where nothing else is there. */
export function lastTold(scene: Scene): number {
  const { evidence } = scene;
  const told = evidence.findLastIndex((_, index) => !asksAt(scene, index));
  return told < 0 ? evidence.length - 1 : told;
}
