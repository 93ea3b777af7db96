/** Which memories a reflection should rest on: what bears on its focus, and what fits its type. */
import { normalForm } from "../../../mind/duplicates/normalForm";
import { isDateName } from "../language/dateMentions";
import { entityKey } from "../language/entities";
import { fewEach } from "../../../mind/lists/uniqueBy";
import { recencyOf } from "../../../mind/ranking/relevance";
import type { Author, MemoryType, ReflectionDepth, ReflectionType } from "../../../mind/enums";
import type { Evidence } from "./reflectionMatter";

/**
 * Whether a memory is evidence: the world told it, and it is no reflection. What is concluded from memories, by whomever,
 * says nothing that these did not say.
 */
export function isEvidence({
  author,
  type,
}: {
  readonly author: Author;
  readonly type: MemoryType;
}): boolean {
  return author === "world" && type !== "reflection";
}

/**
 * Whether a memory has anything to tell to who looks for something. A reflection that rests on nothing says only that there
 * was nothing: it would be found by the words of what it could not tell of.
 */
export function tellsSomething({ basedOn }: { readonly basedOn?: readonly unknown[] | undefined }): boolean {
  return basedOn === undefined || basedOn.length > 0;
}

/** A memory that may become evidence. */
export interface Candidate<Key> {
  readonly key: Key;
  readonly memory: Evidence;
  /** 0 to 1. */
  readonly salience: number;
  /** How well it answers to the focus, 0 to 1; null where there is no focus. */
  readonly bearing: number | null;
  /** Whether another memory contradicts it. */
  readonly disputed: boolean;
}

/** Memories shown: what a small model can weigh at once, and what a large one can. */
export const MOST_EVIDENCE: { readonly [depth in ReflectionDepth]: number } = { shallow: 12, deep: 28 };

/** What was told again shows that it happens again; told oftener, it would leave no room for anything else. */
export const MOST_TELLINGS = 3;

/** They add up to 1. What fits counts most: it is what sets the types of reflection apart. */
const WEIGHTS = { fit: 0.45, importance: 0.25, recency: 0.15, salience: 0.15 };
/** With a focus, bearing on it leads, and the rest decides between what bears alike. */
const FOCUS_SHARE = 0.7;

/** How well a memory of each type fits a reflection on what is known, and on what is done. */
const FITS: { readonly [type in "knowledge" | "behavioral"]: { readonly [memory in MemoryType]: number } } = {
  knowledge: { semantic: 1, procedural: 0.6, episodic: 0.4, emotional: 0.2, reflection: 0 },
  behavioral: { procedural: 1, episodic: 0.8, semantic: 0.2, emotional: 0.2, reflection: 0 },
};
/** What was stored as a feeling is one, whatever its words show. */
const LEAST_OF_EMOTIONAL = 0.6;

/** How well a memory fits a type of reflection, 0 to 1. */
export function fitOf(
  type: ReflectionType,
  { memory, disputed }: Pick<Candidate<unknown>, "memory" | "disputed">,
): number {
  switch (type) {
    case "emotional":
      return Math.max(Math.abs(memory.sentiment), memory.type === "emotional" ? LEAST_OF_EMOTIONAL : 0);
    case "growth":
      return disputed ? 1 : 0.3;
    case "knowledge":
    case "behavioral":
      return FITS[type][memory.type];
  }
}

/**
 * The candidates to reflect on, at most `MOST_EVIDENCE`, in the order of time; of the same text at most `MOST_TELLINGS`.
 * Growth takes as many of the older half as of the newer, for it shows only between them, and so many tellings of each
 * half. Deterministic; ties go to the older.
 */
export function chosenEvidence<Key>(
  candidates: readonly Candidate<Key>[],
  { type, depth, now }: { type: ReflectionType; depth: ReflectionDepth; now: number },
): Candidate<Key>[] {
  const most = MOST_EVIDENCE[depth];
  const inTime = [...candidates].sort((a, b) => a.memory.createdAt - b.memory.createdAt);
  const company = type === "knowledge" ? companyAmong(candidates) : () => 0;
  const weightiest = (some: readonly Candidate<Key>[], count: number) => {
    const weighed = some
      .map((candidate) => ({ candidate, weight: weightOf(candidate, type, now) + company(candidate) }))
      .sort((a, b) => b.weight - a.weight)
      .map(({ candidate }) => candidate);
    return fewEach(weighed, MOST_TELLINGS, ({ memory }) => normalForm(memory.content)).slice(0, count);
  };
  const half = Math.ceil(inTime.length / 2);
  const chosen =
    type === "growth" && inTime.length > most
      ? [...weightiest(inTime.slice(0, half), most / 2), ...weightiest(inTime.slice(half), most / 2)]
      : weightiest(inTime, most);
  return chosen.sort((a, b) => a.memory.createdAt - b.memory.createdAt);
}

/** What is known of somebody or something shows where many memories speak of it, and not in as many strangers. */
const COMPANY = 0.2;
/** Fewer that share a name are no company. */
const LEAST_COMPANY = 3;

/**
 * For each candidate without a focus how many others share a name with it, as a share of `COMPANY`: who is spoken of most
 * is worth most.
 */
function companyAmong<Key>(candidates: readonly Candidate<Key>[]): (candidate: Candidate<Key>) => number {
  const keysOf = ({ memory, bearing }: Candidate<Key>) =>
    bearing === null ? memory.entities.filter((name) => !isDateName(name)).map(entityKey) : [];
  const counts = new Map<string, number>();
  for (const candidate of candidates)
    for (const key of new Set(keysOf(candidate))) counts.set(key, (counts.get(key) ?? 0) + 1);
  const most = Math.max(LEAST_COMPANY, ...counts.values());
  return (candidate) => {
    const shared = Math.max(0, ...keysOf(candidate).map((key) => counts.get(key) ?? 0));
    return shared < LEAST_COMPANY ? 0 : (COMPANY * shared) / most;
  };
}

function weightOf(candidate: Candidate<unknown>, type: ReflectionType, now: number): number {
  const { memory, salience, bearing } = candidate;
  // Growth looks at the old as it does at the new.
  const recency = type === "growth" ? 0.5 : recencyOf(now - memory.createdAt);
  const plain =
    WEIGHTS.fit * fitOf(type, candidate) +
    WEIGHTS.importance * memory.importance +
    WEIGHTS.recency * recency +
    WEIGHTS.salience * salience;
  return bearing === null ? plain : FOCUS_SHARE * bearing + (1 - FOCUS_SHARE) * plain;
}

/** Mean strength of feeling from which what came in is best understood as a feeling. */
const MOVED = 0.45;
/** Share of what tells of doings from which it is best understood as a habit. */
const DOING = 0.6;

/**
 * The type of reflection that the newest memories call for; never `last`, the type of the one before, so that an agent
 * that lives evenly looks at itself from every side in turn.
 */
export function calledFor(
  memories: readonly Pick<Candidate<unknown>, "memory" | "disputed">[],
  last: ReflectionType | null,
): ReflectionType {
  const share = (test: (one: Pick<Candidate<unknown>, "memory" | "disputed">) => boolean) =>
    memories.length === 0 ? 0 : memories.filter(test).length / memories.length;
  const feeling =
    memories.reduce((sum, { memory }) => sum + Math.abs(memory.sentiment), 0) / Math.max(1, memories.length);
  const calls: readonly ReflectionType[] = [
    ...(share(({ disputed }) => disputed) > 0 ? ["growth" as const] : []),
    ...(feeling >= MOVED ? ["emotional" as const] : []),
    ...(share(({ memory }) => fitOf("behavioral", { memory, disputed: false }) >= 0.8) >= DOING
      ? ["behavioral" as const]
      : []),
    "knowledge",
    "growth",
  ];
  return calls.find((type) => type !== last) ?? "knowledge";
}
