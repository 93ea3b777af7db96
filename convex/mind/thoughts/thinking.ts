/** When the agent thinks by itself, and about what. */
import { entityKey, entitiesOf } from "../language/entities";
import { counted, duration, listed } from "../../../mind/text/phrasing";
import { pairSimilarity, profileOf, type Profile } from "../../../mind/ranking/lexical";
import type { Idf } from "../../../mind/ranking/idf";
import { weightyTogether } from "./constellations";
import { DEFAULT_MIN_IMPORTANCE, LEAST_SEEDS, selectSeeds, type KeptSeed, type Seed } from "./seeds";
import { sharedAmong } from "./sharedMatters";

/** What could be thought about. Moments are ms since the epoch, the rest 0 to 1. */
export interface ThinkingMatter {
  readonly now: number;
  /** 0 is never. */
  readonly lastThoughtAt: number;
  /** Thoughts that the agent had by itself in the last 24 hours. */
  readonly thoughtsToday: number;
  /** Events that ticks have consumed; `importance` as `gravityOf` weighs them. */
  readonly events: readonly {
    readonly content: string;
    readonly importance: number;
    readonly at: number;
    readonly source?: string;
  }[];
  /** Weighty events of the last days, thought about or not. */
  readonly weighty: ThinkingMatter["events"];
  /** `own`: written by the agent itself (by a tick or a reflection), not told by anybody. */
  readonly memories: readonly {
    readonly content: string;
    readonly importance: number;
    readonly salience: number;
    readonly createdAt: number;
    readonly entities: readonly string[];
    readonly own: boolean;
  }[];
  readonly knowledge: readonly {
    readonly passage: string;
    readonly title: string;
    readonly confidence: number;
    readonly updatedAt: number;
  }[];
  /** Two memories of which only one can hold. */
  readonly contradictions: readonly {
    readonly older: string;
    readonly newer: string;
    /** When each was told. */
    readonly toldAt: { readonly older: number; readonly newer: number };
    readonly importance: number;
    readonly foundAt: number;
  }[];
  /** Seeds of the last thoughts: a memory that was just thought about is no new reason to think. */
  readonly usedSeeds: readonly string[];
}

/** `because` completes "the agent thinks / does not think because …". */
export type ThinkingDecision =
  { kind: "think"; seeds: KeptSeed[]; because: string } | { kind: "wait"; because: string };

const MS_PER_HOUR = 3_600_000;
/** One thought an hour over a whole day: each may cost a call of the model, and more would be chatter. */
export const MOST_THOUGHTS_A_DAY = 24;
/** Thoughts that follow each other faster share their seeds. */
export const LEAST_GAP_MS = 0.5 * MS_PER_HOUR;
/**
 * Importance that must have gathered from outside since the last thought: two weighty things or four ordinary ones.
 * (Park and others, "Generative Agents", 2023, reflect at fifteen times full importance; a thought is less than that.)
 */
const ENOUGH = 1.6;
/** The longer it thinks nothing, the less it takes: half in so long, but never less than one thing that matters somewhat. */
const PATIENCE_HALF_LIFE_MS = 6 * MS_PER_HOUR;
const LEAST_ENOUGH = 0.4;
/** A contradiction asks for a thought more than anything told once; something learned asks for one less. */
const CONTRADICTION_GATHERS = 1.2;
const KNOWLEDGE_GATHERS = 0.5;

/** What may belong together with something new though it is some days old. */
export const LAST_DAYS_MS = 4 * 24 * MS_PER_HOUR;

/** More seeds than this make a report, not a thought. */
const MOST_SEEDS = 6;
/** New things lead; at least this many places are left for what they call to mind. */
const MOST_NEW = 4;
/** The agent's own words may be thought on, once among others. */
const MOST_OWN = 1;
/** A memory is called to mind by what it has in common with the new things; its weight decides among those that are. */
const RECALL = { similarity: 0.5, importance: 0.3, salience: 0.2 };
const LEAST_COMMON = 0.08;
const SHARED_NAME = 0.2;
const COMPARED_LENGTH = 1024;

/** How much must have gathered `idleMs` after the last thought. It falls with time and never rises. */
export function enoughToThink(idleMs: number): number {
  return Math.max(LEAST_ENOUGH, ENOUGH * 2 ** (-Math.max(0, idleMs) / PATIENCE_HALF_LIFE_MS));
}

/**
 * Whether to think now, and about what: something from outside that is new since the last thought, and what it calls to
 * mind. Never on the agent's own words alone. Deterministic.
 */
export function decideToThink(matter: ThinkingMatter, idf: Idf): ThinkingDecision {
  const { now, lastThoughtAt, thoughtsToday } = matter;
  const idleMs = now - lastThoughtAt;
  if (thoughtsToday >= MOST_THOUGHTS_A_DAY)
    return wait(`it has had ${counted(thoughtsToday, "thought")} in a day already`);
  if (lastThoughtAt > 0 && idleMs < LEAST_GAP_MS) return wait(`it thought ${duration(idleMs)} ago`);
  const fresh = freshSeeds(matter);
  if (fresh.seeds.length === 0) return wait("nothing new has come from outside");
  if (fresh.gathered < enoughToThink(idleMs)) {
    return wait(
      `too little has happened: ${fresh.gathered.toFixed(2)} of ${enoughToThink(idleMs).toFixed(2)}`,
    );
  }
  const seeds = seedsFor(fresh.seeds, matter, idf);
  // The place of each was earned already, so none is filtered; what says the same is still merged.
  const selection = selectSeeds(seeds, { minImportance: 0 }, idf);
  if (selection.kind === "too few") {
    return wait(
      selection.merged > 0
        ? "all that is new says the same"
        : "one new thing alone calls nothing else to mind",
    );
  }
  return { kind: "think", seeds: selection.kept, because: `${fresh.told} since the last thought` };
}

/** Weighty things of the last days that belong together; without any, what is new and what it calls to mind. */
function seedsFor(fresh: readonly Seed[], matter: ThinkingMatter, idf: Idf): Seed[] {
  const isOpposed = matter.contradictions.some(({ foundAt }) => foundAt > matter.lastThoughtAt);
  const together = isOpposed ? [] : weightyTogether(fresh, ofLastDays(matter), idf, MOST_SEEDS);
  if (together.length > 0) return together;
  const leading = fresh.slice(0, MOST_NEW);
  const seeds = [...leading, ...calledToMind(leading, matter, idf).slice(0, MOST_SEEDS - leading.length)];
  // What hardly matters fills no place where the rest belongs together; where it doesn't, it may be what they meet in.
  const telling = seeds.filter(({ importance }) => importance >= DEFAULT_MIN_IMPORTANCE);
  const related = telling.map(({ content, entities = [] }) => ({ content, entities }));
  return telling.length >= LEAST_SEEDS && sharedAmong(related, idf, { most: 1 }).length > 0 ? telling : seeds;
}

/** Events and memories of the last days that were not thought about of late. */
function ofLastDays({ now, weighty, memories, usedSeeds }: ThinkingMatter): Seed[] {
  return [
    ...weighty.map(({ content, importance, at, source = "an event" }) => ({
      content,
      importance,
      source,
      at,
    })),
    ...memories
      .filter(({ own, createdAt }) => !own && now - createdAt <= LAST_DAYS_MS)
      .map(({ content, importance, entities, createdAt: at }) => ({
        content,
        importance,
        entities,
        source: "a memory",
        at,
      })),
  ].filter(({ content }) => !usedSeeds.includes(content));
}

function wait(because: string): ThinkingDecision {
  return { kind: "wait", because };
}

interface Fresh {
  /** The weightiest first. */
  seeds: Seed[];
  gathered: number;
  told: string;
}

/** What has come from outside since the last thought. Both sides of a contradiction are seeds, for they are thought together. */
function freshSeeds({
  lastThoughtAt,
  events,
  memories,
  knowledge,
  contradictions,
  usedSeeds,
}: ThinkingMatter): Fresh {
  const used = new Set(usedSeeds);
  const happened = events.filter(({ at, content }) => at > lastThoughtAt && !used.has(content));
  const told = memories.filter((one) => !one.own && one.createdAt > lastThoughtAt && !used.has(one.content));
  const learned = knowledge.filter((one) => one.updatedAt > lastThoughtAt && !used.has(one.passage));
  const opposed = contradictions.filter(({ foundAt }) => foundAt > lastThoughtAt);
  const sides = opposed.flatMap(({ older, newer, toldAt, importance }): Seed[] => [
    { content: newer, importance, source: "a memory", at: toldAt.newer },
    { content: older, importance, source: "an older memory", at: toldAt.older },
  ]);
  const others = [
    ...happened.map(({ content, importance, at, source = "an event" }): Seed => ({
      content,
      importance,
      source,
      at,
    })),
    ...told.map(({ content, importance, entities, createdAt }): Seed => ({
      content,
      importance,
      entities,
      source: "a memory",
      at: createdAt,
    })),
    ...learned.map(knowledgeSeed),
  ].sort((a, b) => b.importance - a.importance);
  const sum = (seeds: readonly { importance: number }[]) =>
    seeds.reduce((total, one) => total + one.importance, 0);
  const parts = [
    ...(opposed.length > 0 ? [counted(opposed.length, "contradiction")] : []),
    ...(happened.length > 0 ? [counted(happened.length, "event")] : []),
    ...(told.length + learned.length > 0
      ? [counted(told.length + learned.length, "new thing") + " to know"]
      : []),
  ];
  return {
    seeds: [...sides.slice(0, 2), ...others],
    gathered:
      sum(happened) + sum(told) + KNOWLEDGE_GATHERS * learned.length + CONTRADICTION_GATHERS * opposed.length,
    told: listed(parts),
  };
}

function knowledgeSeed({ passage, title, confidence }: ThinkingMatter["knowledge"][number]): Seed {
  // What is known surely is worth thinking with; a title says what a passage is about.
  return { content: passage, importance: confidence * 0.6, entities: entitiesOf(title), source: title };
}

/** Memories and knowledge that have something in common with the new things, the nearest and weightiest first. */
function calledToMind(leading: readonly Seed[], matter: ThinkingMatter, idf: Idf): Seed[] {
  const taken = new Set([...leading.map(({ content }) => content), ...matter.usedSeeds]);
  const anchors = leading.map(comparable);
  const candidates = [
    ...matter.memories.map(({ content, importance, salience, entities, own, createdAt: at }) => ({
      seed: { content, importance, entities, own, at, source: own ? "my own words" : "a memory" },
      salience,
    })),
    ...matter.knowledge.map((item) => ({ seed: knowledgeSeed(item), salience: 0.5 })),
  ].filter(({ seed }) => !taken.has(seed.content));
  let own = 0;
  return candidates
    .map(({ seed, salience }) => ({ seed, salience, common: commonWith(comparable(seed), anchors, idf) }))
    .filter(({ common }) => common >= LEAST_COMMON)
    .map(({ seed, salience, common }) => ({
      seed,
      score: RECALL.similarity * common + RECALL.importance * seed.importance + RECALL.salience * salience,
    }))
    .sort((a, b) => b.score - a.score)
    .map(({ seed }) => seed)
    .filter((seed) => seed.own !== true || (own += 1) <= MOST_OWN);
}

interface Comparable {
  profile: Profile;
  keys: ReadonlySet<string>;
}

function comparable({ content, entities = [] }: Seed): Comparable {
  const text = content.slice(0, COMPARED_LENGTH);
  return { profile: profileOf(text), keys: new Set([...entities, ...entitiesOf(text)].map(entityKey)) };
}

/** The greatest likeness to one of the anchors, 0 to 1; a shared name is as much as a fifth of the wording. */
function commonWith(one: Comparable, anchors: readonly Comparable[], idf: Idf): number {
  return Math.max(
    0,
    ...anchors.map((anchor) => {
      const shared = [...one.keys].some((key) => anchor.keys.has(key)) ? SHARED_NAME : 0;
      return Math.min(1, pairSimilarity(one.profile, anchor.profile, idf) + shared);
    }),
  );
}
