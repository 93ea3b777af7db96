/** The seeds of a spontaneous thought: what came in since the last thought, and the memories that it recalls. */
import { v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { IMPACT_WEIGHTS } from "../../mind/affect/affect";
import { sharedTermsOf } from "../../mind/ranking/sharedTopics";
import { isEvidence } from "../../mind/reflections/isEvidence";
import { impactOf, nounOf } from "../../mind/tick/events";
import { scopeOf } from "../../mind/scopes";
import { isLearned } from "../../mind/tick/learning";
import { beginningOf } from "../../mind/text/truncate";
import { decideToThink, parsedSeed, type ThinkingDecision } from "../../mind/thoughts/decideToThink";
import { isSince } from "../../mind/time/timeSince";
import { documentById } from "../lib/documentsById";
import { recallQuery, recall } from "../memories/recall";
import * as Metadata from "../memories/metadata";
import { newestEvidence } from "../reflections/newestEvidence";
import * as DocumentFrequencies from "../search/documentFrequencies";
import * as ThoughtSchedule from "./schedule";

/** `Seed` of mind/thoughts/seeds. */
export const seed = v.object({
  content: v.string(),
  importance: v.number(),
  entities: v.array(v.string()),
  source: v.string(),
  /** The memory or event that it is. */
  id: v.string(),
});
type Seed = Infer<typeof seed>;

/** Events and memories read, the newest of each; fewer come in within half an hour as a rule. */
const MAX_NEW = 24;
/** Bytes of memories read, so that the query stays within its second. */
const MAX_BYTES = 512 * 1024;
/** Memories that the most important new seed recalls. */
const MAX_RECALLED = 6;
/** The longest seed that callers may send. UTF-16 units. */
const SEED_LENGTH = 4_096;
/** Terms whose document frequency is read, those shared by most texts first. */
const MAX_TERMS = 200;

/** Whether to think at `now`, and about what. */
export async function decide(ctx: QueryCtx, now: number): Promise<ThinkingDecision<Seed>> {
  const { eventsCoveredTo, memoriesCoveredTo } = await ThoughtSchedule.coveredTo(ctx, now);
  const events = (await ctx.db.query("events").order("desc").take(MAX_NEW)).filter(
    ({ consumedBy, quarantined, receivedAt }) =>
      consumedBy !== null && quarantined !== true && isSince(receivedAt, eventsCoveredTo, now),
  );
  const memories = (await newestEvidence(ctx, MAX_NEW, MAX_BYTES)).filter(
    (row) => row.createdAt > memoriesCoveredTo && !isLearnedFromEvent(row),
  );
  const fresh = [...events.map(eventSeed), ...memories.map(memorySeed)];
  const recalled = await recalledBy(ctx, fresh, memoriesCoveredTo);
  const terms = sharedTermsOf([...fresh, ...recalled].map(parsedSeed), MAX_TERMS);
  return decideToThink(fresh, recalled, await DocumentFrequencies.idfFor(ctx, "memory", terms));
}

/** Older memories that the most important new seed recalls. */
async function recalledBy(ctx: QueryCtx, fresh: readonly Seed[], memoriesCoveredTo: number): Promise<Seed[]> {
  const [first, ...others] = fresh;
  if (first === undefined) return [];
  const cue = others.reduce((most, one) => (one.importance > most.importance ? one : most), first);
  const query = { query: recallQuery(cue.content), vectorHits: null, max: MAX_RECALLED };
  const known = new Set(fresh.map(({ content }) => content));
  return (await recall(ctx, query))
    .filter(({ row }) => isEvidence(row) && !(row.createdAt > memoriesCoveredTo && isLearnedFromEvent(row)))
    .map(({ row }) => memorySeed(row))
    .filter(({ content }) => !known.has(content));
}

/** The scope of a thought on these memories and events. */
export async function scopeOfSources(ctx: QueryCtx, sourceIds: readonly string[]): Promise<string> {
  const scopes: string[] = [];
  for (const id of sourceIds) {
    const row = (await documentById(ctx, "memories", id)) ?? (await documentById(ctx, "events", id));
    scopes.push(row?.scope ?? "");
  }
  return scopeOf(scopes);
}

/** Whether a tick learned the memory from an event, so that both would say the same. */
function isLearnedFromEvent({ metadata = "{}" }: Doc<"memories">): boolean {
  return isLearned(Metadata.read(metadata));
}

function eventSeed({ _id: id, source, content }: Doc<"events">): Seed {
  return {
    content: beginningOf(content, SEED_LENGTH),
    importance: IMPACT_WEIGHTS[impactOf({ source })],
    entities: [],
    source: source.kind === "feed" ? `${source.type} event` : nounOf({ source }),
    id,
  };
}

function memorySeed({ _id: id, content, importance, entities }: Doc<"memories">): Seed {
  return { content: beginningOf(content, SEED_LENGTH), importance, entities, source: "memory", id };
}
