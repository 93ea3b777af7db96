/** What the agent could think about by itself: what came in since its last thought, and what that recalls. */
import { v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { IMPACT_WEIGHTS } from "../../mind/affect/affect";
import { sharedTermsOf } from "../../mind/ranking/sharedTopics";
import { isEvidence } from "../../mind/reflections/isEvidence";
import { isLearned } from "../../mind/tick/learning";
import { beginningOf } from "../../mind/text/truncate";
import { decideToThink, parsedSeed, type ThinkingDecision } from "../../mind/thoughts/thinking";
import { isSince } from "../../mind/time/timeSince";
import { recallQuery, recall } from "../search/recall";
import * as Metadata from "../memories/metadata";
import { newestEvidence } from "../reflections/newestEvidence";
import * as DocumentFrequencies from "../search/documentFrequencies";
import * as ThoughtSchedule from "./schedule";

/** A `Seed` of mind/thoughts/seeds. */
export const seed = v.object({
  content: v.string(),
  importance: v.number(),
  entities: v.array(v.string()),
  source: v.string(),
});
type Seed = Infer<typeof seed>;

/** The newest of each kind that are looked at: what came in within half an hour is fewer, as a rule. */
const MOST_NEW = 24;
/** Bytes of memories that are read: a query has a second. */
const MOST_BYTES = 512 * 1024;
/** Memories that the weightiest new thing recalls. */
const MOST_RECALLED = 6;
/** A seed is no longer than a caller's. UTF-16 units. */
const SEED_LENGTH = 4_096;
/** Terms whose rarity is read, those of most texts first. */
const MOST_TERMS = 200;
/** What a note is worth, as the impact of an event. */
const NOTE_IMPACTS = { low: "low", normal: "medium", high: "high" } as const;

/** Whether to think at `now`, and about what. */
export async function decide(
  ctx: QueryCtx,
  now: number,
): Promise<{ kind: "think"; seeds: Seed[]; because: string } | Extract<ThinkingDecision, { kind: "wait" }>> {
  const { consideredTo, toldTo } = await ThoughtSchedule.considered(ctx, now);
  const events = (await ctx.db.query("events").order("desc").take(MOST_NEW)).filter(
    ({ consumedBy, quarantined, receivedAt }) =>
      consumedBy !== null && quarantined !== true && isSince(receivedAt, consideredTo, now),
  );
  // What a tick learned of an event is the event told again.
  const told = (await newestEvidence(ctx, MOST_NEW, MOST_BYTES)).filter(
    (row) => row.createdAt > toldTo && !isOfEvent(row),
  );
  const fresh = [...events.map(eventSeed), ...told.map(memorySeed)];
  const recalled = await recalledBy(ctx, fresh, toldTo);
  const idf = await DocumentFrequencies.idfFor(
    ctx,
    "memory",
    sharedTermsOf([...fresh, ...recalled].map(parsedSeed), MOST_TERMS),
  );
  const decision = decideToThink(fresh, recalled, idf);
  if (decision.kind === "wait") return decision;
  const chosen = new Set<unknown>(decision.seeds);
  return { ...decision, seeds: [...fresh, ...recalled].filter((one) => chosen.has(one)) };
}

/** Older memories that the weightiest new thing recalls: the one search of a thinking step. */
async function recalledBy(ctx: QueryCtx, fresh: readonly Seed[], toldTo: number): Promise<Seed[]> {
  const [first, ...others] = fresh;
  if (first === undefined) return [];
  const weightiest = others.reduce((most, one) => (one.importance > most.importance ? one : most), first);
  const query = { query: recallQuery(weightiest.content), vectorHits: null, most: MOST_RECALLED };
  const known = new Set(fresh.map(({ content }) => content));
  return (await recall(ctx, query))
    .filter(({ row }) => isEvidence(row) && !(row.createdAt > toldTo && isOfEvent(row)))
    .map(({ row }) => memorySeed(row))
    .filter(({ content }) => !known.has(content));
}

/** Whether a tick learned it of an event: that is the event told again. */
function isOfEvent({ metadata = "{}" }: Doc<"memories">): boolean {
  return isLearned(Metadata.read(metadata));
}

function eventSeed({ source, content }: Doc<"events">): Seed {
  const impact = source.kind === "feed" ? source.impact : NOTE_IMPACTS[source.priority];
  return {
    content: beginningOf(content, SEED_LENGTH),
    importance: IMPACT_WEIGHTS[impact],
    entities: [],
    source: source.kind === "feed" ? `${source.type} event` : "note",
  };
}

function memorySeed({ content, importance, entities }: Doc<"memories">): Seed {
  return { content: beginningOf(content, SEED_LENGTH), importance, entities, source: "memory" };
}
