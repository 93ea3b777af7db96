/** What a reflection may rest on: what bears on its focus, or what is recent and matters; and the type that it calls for. */
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { parsedText } from "../../mind/text/parsedText";
import { inTurns } from "../../mind/lists/interleave";
import { fewEach } from "../../mind/lists/uniqueBy";
import {
  calledFor,
  chosenEvidence,
  isEvidence,
  MOST_TELLINGS,
  tellsSomething,
  type Candidate,
} from "../mind/reflections/evidence";
import type { Evidence, ReflectionMatter } from "../mind/reflections/reflectionMatter";
import { SHOWN_EARLIER } from "../mind/reflections/reflectionPrompt";
import { toldOfScore } from "../mind/sentiment/toldSentiment";
import type { ReflectionDepth, ReflectionType } from "../../mind/enums";
import type { Settings } from "../settings";
import { memoryType, reflectionDepth, reflectionType } from "../validators";
import * as Links from "./links";
import * as Memories from "./memories";
import * as Presence from "./presence";
import { present, presentWithin } from "./present";
import { newestTold } from "./recall";
import { largestThemes, themesFor } from "./recallThemes";
import { isOnFocus } from "./reflectionFocus";
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
  bearing: v.union(v.null(), v.number()),
});

/** `ReflectionMatter` of mind/reflections/reflectionMatter, with the ids behind its evidence. */
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
    disputes: v.array(v.object({ older: v.number(), newer: v.number() })),
    themes: v.array(v.object({ theme: v.string(), summary: v.string() })),
    earlier: v.array(v.object({ content: v.string(), createdAt: v.number() })),
    last: v.union(
      v.null(),
      v.object({ content: v.string(), createdAt: v.number(), cites: v.array(v.number()) }),
    ),
  }),
  evidenceIds: v.array(v.id("memories")),
});

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
  const told = found.filter(({ row }) => isEvidence(row) && !parsedText(row.content).onlyAsks);
  const weighed = await Promise.all(told.map((found) => candidateOf(ctx, found)));
  const chosen = chosenEvidence(
    weighed.map(({ candidate }) => candidate),
    { type, depth, now },
  );
  const picked = new Set<string>(chosen.map(({ key }) => key));
  const rows = told.map(({ row }) => row).filter(({ _id }) => picked.has(_id));
  const against = new Map(weighed.map(({ candidate, against }) => [candidate.key, against]));
  const earlier = (await newestReflections(ctx)).filter(
    (row) => row.reflectionType === type && tellsSomething(row),
  );
  const last = earlier.find((row) => isOnFocus(row, type, focus));
  const numberOf = (id: Id<"memories">) => chosen.findIndex(({ key }) => key === id) + 1;
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
      disputes: chosen.flatMap(({ key }, older) =>
        chosen.flatMap((other, newer) =>
          older < newer && against.get(key)?.has(other.key) === true ? [{ older, newer }] : [],
        ),
      ),
      themes: depth === "deep" ? await themesOn(ctx, focus, rows) : [],
      earlier: earlier.slice(0, SHOWN_EARLIER).map(({ content, createdAt }) => ({ content, createdAt })),
      last:
        last === undefined
          ? null
          : {
              content: last.content,
              createdAt: last.createdAt,
              cites: (last.basedOn ?? []).map(numberOf).filter((number) => number > 0),
            },
    },
    evidenceIds: chosen.map(({ key }) => key),
  };
}

interface FoundMemory {
  readonly row: Doc<"memories">;
  /** On the focus, its neighbours counted; null without one. */
  readonly bearing: number | null;
  /** How much it says itself of what is asked; null without a focus. */
  readonly similarity: number | null;
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
    .map(({ text, standing, context, similarity }) => ({
      owner: text.owner,
      bearing: standing + context,
      similarity,
    }));
  const rows = await presentWithin(
    ctx,
    "memories",
    near.map(({ owner }) => owner),
  );
  const found = rows.map((row, i) => {
    const { bearing = 0, similarity = 0 } = near[i] ?? {};
    return { row, bearing, similarity };
  });
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
  const known = new Set<string>(recent.map(({ _id }) => _id));
  const ids = inTurns([weighty.ids, ...fitting.map((list) => list.ids), spread]).filter(
    (id) => !known.has(id),
  );
  const rows = [...recent, ...(await presentWithin(ctx, "memories", [...new Set(ids)]))];
  return rows.map((row) => ({ row, bearing: null, similarity: null }));
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

/** A memory as a candidate, and those that contradict it or are contradicted by it. */
async function candidateOf(
  ctx: QueryCtx,
  { row, bearing, similarity }: FoundMemory,
): Promise<{ candidate: Candidate<Id<"memories">>; against: ReadonlySet<string> }> {
  const { salience } = await Presence.of(ctx, row._id);
  const against = new Set(await Links.contradictions(ctx, row._id));
  const memory = asEvidence(row, similarity);
  return { candidate: { key: row._id, memory, salience, bearing, disputed: against.size > 0 }, against };
}

function asEvidence(row: Doc<"memories">, bearing: Evidence["bearing"]): Evidence {
  const { type, content, entities, importance, confidence, sentiment, createdAt } = row;
  const felt = toldOfScore(content, sentiment.score);
  return { type, content, entities, importance, confidence, sentiment: felt, createdAt, bearing };
}

/** The themes that a deep reflection looks at: of its focus and what it rests on, or the largest. */
async function themesOn(ctx: QueryCtx, focus: string | null, rows: readonly Doc<"memories">[]) {
  return focus === null ? await largestThemes(ctx) : await themesFor(ctx, [focus], rows);
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
  const weighed = await Promise.all(
    newest.map((row) => candidateOf(ctx, { row, bearing: null, similarity: null })),
  );
  const [last] = await newestReflections(ctx);
  return calledFor(
    weighed.map(({ candidate }) => candidate),
    last?.reflectionType ?? null,
  );
}
