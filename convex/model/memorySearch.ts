/** Searching memories: what retrieval finds, cut by the threshold, in the order of relevance. */
import { v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { decayedSalience } from "../../mind/salience/salience";
import {
  contributionsOf,
  recencyOf,
  relevanceOf,
  repetitionOf,
  type RelevanceParts,
  type Standing,
} from "../../mind/ranking/relevance";
import type { MemoryType } from "../../mind/enums";
import * as Memories from "./memories";
import * as Presence from "./presence";
import { present } from "./present";
import { candidates, type Hit } from "./retrieval";
import * as Texts from "./texts";
import type { VectorHits } from "./vectorHits";

const contribution = v.object({ value: v.number(), weight: v.number(), contribution: v.number() });

/** What a relevance score is made of (mind/search/relevance). */
export const parts = v.object({
  similarity: contribution,
  context: contribution,
  recency: contribution,
  importance: contribution,
  salience: contribution,
  meaningAlone: v.optional(contribution),
  repetition: v.optional(contribution),
});

export const result = v.object({
  memory: Memories.publicMemory,
  similarity: v.number(),
  relevanceScore: v.number(),
  parts,
});
export type Result = Infer<typeof result>;

export const found = v.object({
  results: v.array(result),
  /** Hits in all, of which `results` is a page. */
  total: v.number(),
  /** Candidates that the threshold dropped. */
  belowThreshold: v.number(),
});
export type Found = Infer<typeof found>;

export interface MemorySearch {
  readonly query: string;
  readonly now: number;
  readonly type?: MemoryType | undefined;
  /** Only later than this, in ms since the epoch. */
  readonly since?: number | undefined;
  /** Inclusive. */
  readonly minImportance?: number | undefined;
  /** Least similarity, inclusive. */
  readonly threshold: number;
  readonly limit: number;
  readonly offset: number;
  readonly vectorHits: VectorHits | null;
}

/** Hits that a search has at most: the best matches. */
export const MOST_HITS = 256;
/** Presences read at once while the best are sought. */
const MOST_AT_ONCE = 16;

/** One page of what answers the query, the most relevant first; ties the newest first. */
export async function search(ctx: QueryCtx, search: MemorySearch): Promise<Found> {
  const { query, now, type, since, threshold, limit, offset, vectorHits } = search;
  const scope = { space: "memory" as const, facet: type, since };
  const all = await important(
    ctx,
    await candidates(ctx, { ...scope, query, vectorHits, breadth: MOST_HITS, typed: true }),
    search,
  );
  const above = all.filter(({ similarity }) => similarity >= threshold);
  const hits = above.slice(0, MOST_HITS);
  const page = (await mostRelevant(ctx, hits, now, offset + limit)).slice(offset);
  const rows = await present(
    ctx,
    "memories",
    page.map(({ hit }) => hit.text.owner),
  );
  const results = await Promise.all(
    rows.map(async (row, i): Promise<Result[]> => {
      const ranked = page[i];
      if (ranked === undefined) return [];
      const { hit, parts, relevance } = ranked;
      const memory = await Memories.toPublic(ctx, row);
      const { similarity } = hit;
      return [{ memory, similarity, relevanceScore: relevance, parts: contributionsOf(parts) }];
    }),
  );
  return { results: results.flat(), total: hits.length, belowThreshold: all.length - above.length };
}

/** Those of the least importance asked for, if any is. */
async function important(ctx: QueryCtx, hits: Hit[], { minImportance }: MemorySearch): Promise<Hit[]> {
  if (minImportance === undefined) return hits;
  const presences = await Promise.all(hits.map((hit) => presenceOf(ctx, hit)));
  return hits.filter((_, i) => (presences[i]?.importance ?? 0) >= minImportance);
}

interface Ranked {
  readonly hit: Hit;
  readonly parts: RelevanceParts;
  readonly relevance: number;
}

/** A hit, what is known of its relevance without further reading, and the most that it can come to. */
interface Hopeful {
  readonly hit: Hit;
  readonly known: Pick<RelevanceParts, "similarity" | "meaningAlone" | "context" | "recency">;
  readonly atMost: number;
}

/**
 * The `most` most relevant, in order. Salience is read only of hits that can still be among them: of any other the
 * match, its age and its importance, which are known, are too little whatever the rest.
 */
async function mostRelevant(
  ctx: QueryCtx,
  hits: readonly Hit[],
  now: number,
  most: number,
): Promise<Ranked[]> {
  const hopeful = hits
    .map((hit): Hopeful => {
      const { similarity, standing, context, text } = hit;
      const recency = recencyOf(now - text.createdAt);
      const known = { similarity, meaningAlone: similarity - standing, context, recency };
      return { hit, known, atMost: relevanceOf({ ...known, importance: text.importance ?? 1, salience: 1 }) };
    })
    .sort((a, b) => b.atMost - a.atMost);
  const rank = rankingAmong(ctx, hopeful, now);
  let best: Ranked[] = [];
  for (let i = 0; i < hopeful.length; i += MOST_AT_ONCE) {
    const next = hopeful.slice(i, i + MOST_AT_ONCE);
    const worst = best.length < most ? -Infinity : (best.at(-1)?.relevance ?? -Infinity);
    if ((next[0]?.atMost ?? 0) < worst) break;
    best = [...best, ...(await Promise.all(next.map(rank)))].sort(byRelevance).slice(0, most);
  }
  return best;
}

/** Ranks one of `hits` as it stands among all of them: a reflection under the memories that it repeats. */
function rankingAmong(
  ctx: QueryCtx,
  hits: readonly Hopeful[],
  now: number,
): (one: Hopeful) => Promise<Ranked> {
  const byOwner = new Map(hits.map((one) => [one.hit.text.owner, one]));
  /** Several reflections may rest on one memory, which is read once. */
  const alone = new Map<string, Promise<Ranked>>();
  const byItself = (one: Hopeful): Promise<Ranked> => {
    const ranked = alone.get(one.hit.text.owner) ?? rankedAlone(ctx, one, now);
    alone.set(one.hit.text.owner, ranked);
    return ranked;
  };
  return async (one) => {
    const ranked = await byItself(one);
    if (one.hit.text.facet !== "reflection") return ranked;
    const { basedOn = [] } = (await Memories.byId(ctx, one.hit.text.owner)) ?? {};
    const restsOn = await Promise.all(basedOn.flatMap((id) => byOwner.get(id) ?? []).map(byItself));
    const repetition = repetitionOf(standingOf(ranked), restsOn.map(standingAtLeast));
    const parts = { ...ranked.parts, repetition };
    return { ...ranked, parts, relevance: relevanceOf(parts) };
  };
}

async function rankedAlone(ctx: QueryCtx, { hit, known }: Hopeful, now: number): Promise<Ranked> {
  const presence = await presenceOf(ctx, hit);
  // As time has left it, whether or not that was written down: so the touch of one page never lowers what the next is
  // ordered by.
  const salience = decayedSalience(presence, now - presence.salienceAt);
  const parts = { ...known, importance: presence.importance, salience };
  return { hit, parts, relevance: relevanceOf(parts) };
}

function standingOf({ hit, relevance }: Ranked): Standing {
  return { match: hit.standing + hit.context, relevance };
}

/**
 * How it stands however little it is present: a page that touches it must not raise with it what stands under it, past
 * others of that page.
 */
function standingAtLeast({ hit, parts }: Ranked): Standing {
  return { match: hit.standing + hit.context, relevance: relevanceOf({ ...parts, salience: 0 }) };
}

function byRelevance(a: Ranked, b: Ranked): number {
  return (
    b.relevance - a.relevance ||
    b.hit.text.createdAt - a.hit.text.createdAt ||
    (a.hit.text.owner < b.hit.text.owner ? -1 : 1)
  );
}

function presenceOf(ctx: QueryCtx, { text }: Hit): Promise<Doc<"presence">> {
  return Presence.of(ctx, Texts.memoryIdOf(ctx, text));
}
