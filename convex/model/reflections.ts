/** Reflections: the evidence they rest on, how they are kept, and when the next one is due. */
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import {
  calledFor,
  chosenEvidence,
  isEvidence,
  MOST_TELLINGS,
  tellsSomething,
  type Candidate,
} from "../mind/evidence";
import { fewEach } from "../mind/onceEach";
import type { Evidence, ReflectionMatter } from "../mind/reflectionMatter";
import { SHOWN_EARLIER } from "../mind/reflectionPrompt";
import { routineAt } from "../mind/routine";
import { timeSince } from "../mind/timeSince";
import type { ReflectionDepth, ReflectionType } from "../mind/words";
import type { Settings } from "../settings";
import { memoryType, reflectionDepth, reflectionType } from "../validators";
import * as Agent from "./agent";
import { duplicateOf, NOTHING_FOUND } from "./duplicates";
import * as Links from "./links";
import * as Memories from "./memories";
import * as Totals from "./memoryTotals";
import * as Presence from "./presence";
import { present } from "./present";
import { newestTold, themesFor } from "./recall";
import { candidates } from "./retrieval";
import * as Sequence from "./sequence";
import type { VectorHits } from "./vectorHits";

/** What a reflection is asked for. */
export const request = v.object({
  type: reflectionType,
  depth: reflectionDepth,
  focus: v.union(v.null(), v.string()),
});
export type Request = Infer<typeof request>;

const evidence = v.object({
  type: memoryType,
  content: v.string(),
  entities: v.array(v.string()),
  importance: v.number(),
  confidence: v.number(),
  sentiment: v.number(),
  createdAt: v.number(),
});

/** `ReflectionMatter` of mind/reflectionMatter, with the ids behind its evidence. */
export const gathered = v.object({
  matter: v.object({
    now: v.number(),
    timeZone: v.string(),
    name: v.string(),
    persona: v.string(),
    type: reflectionType,
    depth: reflectionDepth,
    focus: v.union(v.null(), v.string()),
    evidence: v.array(evidence),
    themes: v.array(v.object({ theme: v.string(), summary: v.string() })),
    earlier: v.array(v.object({ content: v.string(), createdAt: v.number() })),
  }),
  evidenceIds: v.array(v.id("memories")),
});

/** A reflection as callers see it. */
export const publicReflection = v.object({
  _id: v.id("memories"),
  type: v.literal("reflection"),
  content: v.string(),
  reflectionType,
  confidence: v.number(),
  basedOn: v.array(v.id("memories")),
});
export type PublicReflection = Infer<typeof publicReflection>;

/** Candidates of each kind that are looked at: deep looks wider. */
const LOOKED_AT: { readonly [depth in ReflectionDepth]: number } = { shallow: 32, deep: 96 };
/** Importance from which a memory is looked at, however old. */
const IMPORTANT = 0.6;
/** Similarity to the focus under which a memory merely shares a word with it. */
const LEAST_SIMILAR = 0.35;
/** What follows a question that bears on the focus may be its answer; what merely stands beside it is no evidence. */
const LEAST_AS_ANSWER = 0.6;
/** Earlier reflections looked at for those of the type. */
const LOOKED_BACK = 24;
/** More memories than this behind one reflection tell nothing more. */
const MOST_BASED_ON = 64;

/** What the agent knows for a reflection: evidence in the order of time, themes for a deep one, what it concluded before. */
export async function gather(
  ctx: QueryCtx,
  now: number,
  settings: Settings,
  { type, depth, focus }: Request,
  vectorHits: VectorHits | null,
): Promise<{ matter: ReflectionMatter; evidenceIds: Id<"memories">[] }> {
  const found =
    focus === null ? await unprompted(ctx, type, depth) : await onFocus(ctx, focus, depth, vectorHits);
  const told = found.filter(({ row }) => isEvidence(row));
  const weighed = await Promise.all(told.map(({ row, bearing }) => candidateOf(ctx, row, bearing)));
  const chosen = chosenEvidence(weighed, { type, depth, now });
  const earlier = (await newestReflections(ctx)).filter(
    (row) => row.reflectionType === type && tellsSomething(row),
  );
  return {
    matter: {
      now,
      timeZone: settings.timeZone,
      name: settings.agentName,
      persona: settings.persona,
      type,
      depth,
      focus,
      evidence: chosen.map(({ memory }) => memory),
      themes: depth === "deep" ? await themesFor(ctx, focus === null ? [] : [focus]) : [],
      earlier: earlier.slice(0, SHOWN_EARLIER).map(({ content, createdAt }) => ({ content, createdAt })),
    },
    evidenceIds: chosen.map(({ key }) => key),
  };
}

interface FoundMemory {
  readonly row: Doc<"memories">;
  /** On the focus; null without one. */
  readonly bearing: number | null;
}

/** What bears on the focus. */
async function onFocus(
  ctx: QueryCtx,
  query: string,
  depth: ReflectionDepth,
  vectorHits: VectorHits | null,
): Promise<FoundMemory[]> {
  // More than are weighed, since many may say the same.
  const hits = await candidates(ctx, { space: "memory", query, vectorHits, most: LOOKED_AT.deep });
  const near = hits
    .filter(({ standing, context }) => standing >= LEAST_SIMILAR || standing + context >= LEAST_AS_ANSWER)
    .map(({ text, standing, context }) => ({ owner: text.owner, bearing: standing + context }));
  const rows = await present(
    ctx,
    "memories",
    near.map(({ owner }) => owner),
  );
  const found = rows.map((row, i) => ({ row, bearing: near[i]?.bearing ?? 0 }));
  return fewEach(found, MOST_TELLINGS, ({ row }) => row.normalKey).slice(0, LOOKED_AT[depth]);
}

/** What is recent, what matters, what the type is about; for growth also what lies between the oldest and the newest. */
async function unprompted(
  ctx: QueryCtx,
  type: ReflectionType,
  depth: ReflectionDepth,
): Promise<FoundMemory[]> {
  const most = LOOKED_AT[depth];
  const page = { limit: most, offset: 0 };
  const recent = await newestTold(ctx, most);
  const weighty = await Sequence.page(ctx, Memories.LIST, { ...page, leastMeasure: IMPORTANT });
  const fitting = await Promise.all(
    SCOPES[type].map((scope) => Sequence.page(ctx, Memories.LIST, { ...page, scope })),
  );
  const spread = type === "growth" ? await spreadOut(ctx, most) : [];
  const ids = [...weighty.ids, ...fitting.flatMap((list) => list.ids), ...spread];
  const rows = [...recent, ...(await present(ctx, "memories", [...new Set(ids)]))];
  return [...new Map(rows.map((row) => [row._id, row])).values()].map((row) => ({ row, bearing: null }));
}

/** The types of memory that each type of reflection looks at first. */
const SCOPES: { readonly [type in ReflectionType]: readonly string[] } = {
  emotional: ["emotional"],
  knowledge: ["semantic"],
  behavioral: ["procedural", "episodic"],
  growth: [],
};

/** Memories at even distances from the first to the last. */
async function spreadOut(ctx: QueryCtx, most: number): Promise<string[]> {
  const count = await Sequence.count(ctx, Memories.LIST);
  const places = Array.from({ length: most }, (_, i) => Math.floor((i * count) / most));
  return await Sequence.idsAt(ctx, Memories.LIST, [...new Set(places)]);
}

async function candidateOf(
  ctx: QueryCtx,
  row: Doc<"memories">,
  bearing: number | null,
): Promise<Candidate<Id<"memories">>> {
  const { salience } = await Presence.of(ctx, row._id);
  const { links, backlinks } = await Links.of(ctx, row._id);
  const disputed = [...links, ...backlinks].some((link) => link.type === "contradicts");
  return { key: row._id, memory: asEvidence(row), salience, bearing, disputed };
}

function asEvidence(row: Doc<"memories">): Evidence {
  const { type, content, entities, importance, confidence, sentiment, createdAt } = row;
  return { type, content, entities, importance, confidence, sentiment: sentiment.score, createdAt };
}

async function newestReflections(ctx: QueryCtx): Promise<Doc<"memories">[]> {
  const page = await Sequence.page(ctx, Memories.LIST, {
    scope: "reflection",
    limit: LOOKED_BACK,
    offset: 0,
  });
  return await present(ctx, "memories", page.ids);
}

/** The type of reflection that what came in of late calls for. */
export async function typeCalledFor(ctx: QueryCtx): Promise<ReflectionType> {
  const newest = await newestTold(ctx, LOOKED_BACK);
  const weighed = await Promise.all(newest.map((row) => candidateOf(ctx, row, null)));
  const [last] = await newestReflections(ctx);
  return calledFor(weighed, last?.reflectionType ?? null);
}

/** A reflection to keep; `basedOn` are memories that its maker was shown. */
export const made = v.object({
  ...request.fields,
  content: v.string(),
  confidence: v.number(),
  basedOn: v.array(v.id("memories")),
});

/**
 * Keeps a reflection. One that says what an earlier one of its type said is not written again: the earlier becomes more
 * present, rests on more, and is no surer for being repeated. One that found nothing is kept, for its answer names it, but
 * has no searchable text: no search finds it, and nothing is compared with it.
 */
export async function keep(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  { type, depth, focus, content, confidence, basedOn }: Infer<typeof made>,
): Promise<PublicReflection> {
  for (const memory of await present(ctx, "memories", basedOn)) {
    if (!isEvidence(memory)) throw new Error("a reflection would rest on what is no evidence");
  }
  const nothing = basedOn.length === 0;
  const known = nothing
    ? await sameNothing(ctx, type, content)
    : await sameReflection(ctx, settings, type, content);
  if (known !== null) return await strengthen(ctx, now, known, basedOn);
  const agent = await Agent.find(ctx);
  const memory: Memories.NewMemory = {
    type: "reflection",
    content,
    confidence: Totals.onGrid(confidence),
    metadata: JSON.stringify({
      source: "reflection",
      context: focus ?? `${depth} ${type} reflection`,
      routine: routineAt(now, settings.timeZone),
      ...(agent === null ? {} : { mood: agent.mood }),
    }),
    author: "self",
    reflectionType: type,
    basedOn,
  };
  // That there is nothing to say matters to nobody, and who looks for the thing is not to find the lack of it.
  const memoryId = nothing
    ? await Memories.addUnfindable(ctx, now, { ...memory, importance: 0, salience: 0 })
    : (await Memories.add(ctx, now, settings, memory)).memoryId;
  await Presence.touch(ctx, now, basedOn);
  if (!nothing) await Totals.update(ctx, () => ({ importanceSinceReflection: 0, lastReflection: now }));
  const row = await ctx.db.get("memories", memoryId);
  if (row === null) throw new Error("a reflection just written is not there");
  return toPublic(row, type);
}

/** The earlier reflection of the type that says the same; null where there is none. */
async function sameReflection(
  ctx: QueryCtx,
  settings: Settings,
  type: ReflectionType,
  content: string,
): Promise<Doc<"memories"> | null> {
  const found = await duplicateOf(ctx, settings, { type: "reflection", content }, NOTHING_FOUND);
  return found !== null && found.memory.type === "reflection" && found.memory.reflectionType === type
    ? found.memory
    : null;
}

/** The earlier reflection of the type that found nothing in the same words; null where there is none. */
async function sameNothing(
  ctx: QueryCtx,
  type: ReflectionType,
  content: string,
): Promise<Doc<"memories"> | null> {
  return await Memories.equalTo(ctx, content, (row) => !tellsSomething(row) && row.reflectionType === type);
}

async function strengthen(
  ctx: MutationCtx,
  now: number,
  known: Doc<"memories">,
  basedOn: readonly Id<"memories">[],
): Promise<PublicReflection> {
  const united = [...new Set([...(known.basedOn ?? []), ...basedOn])].slice(0, MOST_BASED_ON);
  await ctx.db.patch("memories", known._id, { basedOn: united });
  await Presence.touch(ctx, now, [known._id]);
  const grown = Totals.sizeOf({ ...known, basedOn: united }) - Totals.sizeOf(known);
  await Totals.update(ctx, ({ bytes }) => ({
    bytes: bytes + grown,
    ...(basedOn.length === 0 ? {} : { importanceSinceReflection: 0, lastReflection: now }),
  }));
  return toPublic({ ...known, basedOn: united }, known.reflectionType ?? "knowledge");
}

function toPublic(row: Doc<"memories">, type: ReflectionType): PublicReflection {
  const { _id, content, confidence, basedOn = [] } = row;
  return { _id, type: "reflection", content, reflectionType: type, confidence, basedOn };
}

/**
 * Importance that makes the agent look back by itself: about a dozen ordinary memories, or half as many that matter.
 * Park et al. (2023) let theirs reflect at 150 points of ten a memory, which came to two or three times a day.
 */
const ENOUGH = Totals.millionths(5);
/** At most four times a day, however much comes in: each may cost a call of the model. */
const LEAST_GAP_MS = 6 * 60 * 60_000;

/**
 * Whether the agent should reflect by itself now; its turn is then taken, so that ticks in close succession begin one
 * reflection, and one that fails is tried again only after the same gap.
 */
export async function takeTurn(ctx: MutationCtx, now: number): Promise<boolean> {
  const { importanceSinceReflection, lastReflection } = await Totals.read(ctx);
  if (importanceSinceReflection < ENOUGH || timeSince(lastReflection, now) < LEAST_GAP_MS) return false;
  await Totals.update(ctx, () => ({ lastReflection: now }));
  return true;
}
