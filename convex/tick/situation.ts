/** Gathers what a tick knows in one query: the agent's state, its recent log, the pending events and what they recall. */
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import * as Affect from "../../mind/affect/affect";
import type { Trigger } from "../../mind/enums";
import { uniqueBy } from "../../mind/lists/uniqueBy";
import { noteStimuli } from "../../mind/tick/events";
import { bestFound, foundFor, recallTexts } from "../../mind/tick/recallQueries";
import type {
  Recall,
  Situation,
  SituationArtifact,
  SituationEvent,
  SituationLog,
  SituationMemory,
  SituationTurn,
} from "../../mind/tick/situation";
import { timeSince } from "../../mind/time/timeSince";
import * as ErasureEpoch from "../lib/erasureEpoch";
import type { Settings } from "../lib/settings";
import * as Agent from "../agent/state";
import * as Artifacts from "../agent/artifacts";
import * as Events from "../agent/events";
import * as NewSinceLastTick from "./newSinceLastTick";
import * as TickInputs from "./inputs";
import * as Notes from "../agent/notes";
import * as Logs from "../agent/logs";
import * as Elapse from "../agent/elapse";
import { newestEvidence } from "../reflections/newestEvidence";
import { recallQuery, recall, type Recalled } from "../search/recall";
import { knowledgeFor } from "./recallKnowledge";
import { themesFor } from "../consolidation/recallThemes";
import { hitsOf, type QueryHits } from "../search/vectorHits";
import * as Vitals from "../agent/vitals";

const MAX_LOGS = 6;
const MAX_MADE = 4;
const MAX_ALERTS = 16;
/** The same text raises an alert only once within this time. */
const ALERT_REST_MS = 24 * 3_600_000;
/** The most memories that a tick recalls, and the most for one query. */
const MAX_RECALLED = 8;
const MAX_FOR_A_QUERY = 6;
/** Without events, a tick recalls the most important of the newest memories. */
const LOOKED_BACK = 32;
const MAX_IMPORTANT = 3;
/** The most earlier turns that a tick is shown, and the most with one sender. */
const MAX_TURNS = 12;
const MAX_TURNS_OF_ONE = 4;

/** A query, and the numbers of the events whose text it comes from. */
export interface RecallQuery {
  readonly query: string;
  readonly events: readonly number[];
}

interface RecalledBy extends Recalled {
  readonly recalledBy: Recall[];
}

export interface Gathered {
  situation: Situation;
  /** The ids of `situation.events`, `.memories` and `.knowledge`, in their order. */
  eventIds: Id<"events">[];
  memoryIds: Id<"memories">[];
  knowledgeIds: Id<"knowledge">[];
  /** The erasure epoch when all of this was read. */
  epoch: number;
}

/** The queries by which a tick that gathered now would recall memories and knowledge. */
export async function queriesNow(ctx: QueryCtx, settings: Settings): Promise<string[]> {
  return queriesFor((await TickInputs.take(ctx, settings)).events).map(({ query }) => query);
}

function queriesFor(events: readonly SituationEvent[]): RecallQuery[] {
  return recallTexts(events).map(({ text, events }) => ({ query: recallQuery(text), events }));
}

/** The situation of a tick at `now`. `hits`: results of vector search. A query that has none is searched for by words alone. */
export async function gather(
  ctx: QueryCtx,
  now: number,
  settings: Settings,
  trigger: Trigger,
  hits: readonly QueryHits[],
): Promise<Gathered> {
  const { timeZone, agentName: name, persona } = settings;
  const vitals = (await Vitals.find(ctx)) ?? Vitals.initialVitals(now);
  const entries = await Logs.recent(ctx, MAX_LOGS);
  const logs = entries.map(asLog);
  const { rows, events, waiting, pinned } = await TickInputs.take(ctx, settings);

  const agent = await Agent.find(ctx);
  const birth = Elapse.initialAffect(now, settings);
  const before = agent?.affect ?? birth;
  const { affect: rested, routine } = await Elapse.elapsedAffect(ctx, before, now, settings);
  // Feed events moved the affect when they came in; notes move it in the tick that reads them.
  const affect = Affect.capTick(before, Affect.applyEvents(rested, noteStimuli(events)));

  const recalling = queriesFor(events);
  const queries = recalling.map(({ query }) => query);
  const recalled = await memoriesFor(ctx, recalling, hits);
  const memories = withPinned(recalled, pinned);
  const passages = await knowledgeFor(ctx, recalling, hits);
  return {
    situation: {
      now,
      timeZone,
      routine,
      name,
      persona,
      trigger,
      first: vitals.tickCount === 0,
      number: vitals.tickCount + 1,
      lastTickAt: vitals.lastTick,
      state: { ...Agent.visibleState(affect), latents: affect.now, summary: agent?.summary ?? "" },
      moodBefore: logs[0]?.mood ?? birth.mood,
      healthBefore: logs[0]?.health ?? birth.health,
      logs,
      events,
      waiting,
      lastEventAt: (await Events.newest(ctx))?.receivedAt ?? 0,
      given: await NewSinceLastTick.sinceLastTick(ctx, entries[0]),
      memories: memories.map(asSituationMemory),
      turns: await turnsFor(ctx, events),
      themes: await themesFor(
        ctx,
        queries,
        recalled.map(({ row }) => row),
      ),
      knowledge: passages.map(({ passage }) => passage),
      made: (await Artifacts.recent(ctx, MAX_MADE)).map(asArtifact),
      // Whatever its sentiment is: the model may correct it to one that is due an alert.
      alerts: events.some(({ source }) => source.kind === "feed" && source.impact === "high")
        ? await recentAlerts(ctx, now)
        : [],
    },
    eventIds: rows.map(({ _id }) => _id),
    memoryIds: memories.map(({ row }) => row._id),
    knowledgeIds: passages.map(({ knowledgeId }) => knowledgeId),
    epoch: await ErasureEpoch.current(ctx),
  };
}

/** What the queries recall, the most similar first; without queries the most important of the newest memories. */
async function memoriesFor(
  ctx: QueryCtx,
  recalling: readonly RecallQuery[],
  hits: readonly QueryHits[],
): Promise<RecalledBy[]> {
  if (recalling.length === 0) {
    const newest = (await newestEvidence(ctx, LOOKED_BACK)).sort((a, b) => b.importance - a.importance);
    return uniqueBy(newest, ({ normalKey }) => normalKey)
      .slice(0, MAX_IMPORTANT)
      .map((row) => ({ row, similarity: 0, recalledBy: [] }));
  }
  const found: RecalledBy[][] = [];
  for (const { query, events } of recalling) {
    const vectorHits = hitsOf(hits, query, "memory");
    const recalled = await recall(ctx, { query, vectorHits, max: MAX_FOR_A_QUERY });
    found.push(foundFor(recalled, events));
  }
  return bestFound(found, MAX_RECALLED, ({ row }) => row.normalKey);
}

/** `recalled`, then the pinned memories that are not among them. */
function withPinned(recalled: readonly RecalledBy[], pinned: readonly Doc<"memories">[]): RecalledBy[] {
  const known = new Set(recalled.map(({ row }) => row._id));
  const others = pinned.filter(({ _id }) => !known.has(_id));
  return [...recalled, ...others.map((row) => ({ row, similarity: 0, recalledBy: [] }))];
}

/** The last turns with the senders of these notes, oldest first. Notes without a sender may come from several people. */
async function turnsFor(ctx: QueryCtx, events: readonly SituationEvent[]): Promise<SituationTurn[]> {
  const senders = new Set(
    events.flatMap(({ source }) => (source.kind === "wake" ? (source.from ?? []) : [])),
  );
  const most = Math.min(MAX_TURNS_OF_ONE, Math.ceil(MAX_TURNS / Math.max(1, senders.size)));
  const turns: SituationTurn[] = [];
  for (const from of senders)
    for (const { content, reply, receivedAt } of await Notes.answeredOf(ctx, from, most))
      if (reply !== undefined) turns.push({ from, note: content, reply: reply.text, at: receivedAt });
  return turns.sort((a, b) => a.at - b.at);
}

async function recentAlerts(ctx: QueryCtx, now: number): Promise<SituationArtifact[]> {
  const alerts = await Artifacts.recentOf(ctx, "alert", MAX_ALERTS);
  return alerts.map(asArtifact).filter(({ timestamp }) => timeSince(timestamp, now) < ALERT_REST_MS);
}

function asLog({ timestamp, mood, health, summary, remark, events }: Doc<"logs">): SituationLog {
  return { timestamp, mood, health, summary, events, ...(remark === undefined ? {} : { remark }) };
}

function asArtifact({ type, content, timestamp }: Doc<"artifacts">): SituationArtifact {
  return { type, content, timestamp };
}

function asSituationMemory({ row, similarity, recalledBy }: RecalledBy): SituationMemory {
  const { type, content, author, confidence, createdAt } = row;
  const pinned = row.pinned === true ? { pinned: true } : {};
  return { type, content, own: author === "self", confidence, createdAt, ...pinned, similarity, recalledBy };
}
