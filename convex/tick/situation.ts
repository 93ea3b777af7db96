/** Gathers what a tick knows in one query: the agent's state, its recent log, the pending events and what they recall. */
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import * as Affect from "../../mind/affect/affect";
import type { Trigger } from "../../mind/enums";
import { uniqueBy } from "../../mind/lists/uniqueBy";
import { noteStimuli } from "../../mind/tick/events";
import { noteLearnedFrom } from "../../mind/tick/learning";
import { bestFound, foundFor, recallTexts } from "../../mind/tick/recallQueries";
import type {
  Recall,
  Situation,
  SituationArtifact,
  SituationEvent,
  SituationLog,
  SituationMemory,
  SituationTheme,
  SituationTurn,
} from "../../mind/tick/situation";
import { timeSince } from "../../mind/time/timeSince";
import { isEvidence } from "../../mind/reflections/isEvidence";
import { documentsById } from "../lib/documentsById";
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
import * as Memories from "../memories/memories";
import { recallQuery, recall, type Recalled } from "../memories/recall";
import { knowledgeFor } from "./recallKnowledge";
import { themesFor } from "../consolidation/recallThemes";
import { hitsOf, type QueryHits } from "../search/vectorHits";
import * as Vitals from "../vitals/vitals";
import * as Metadata from "../memories/metadata";

const MAX_LOGS = 6;
const MAX_MADE = 4;
/** The newest log entries, and as many artifacts, are looked through for those of the tick's scopes. */
const MAX_RECENT = 24;
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
  /** The ids of `situation.logs`, of `situation.made`, and of the notes of `situation.turns`, whatever their order. */
  logIds: Id<"logs">[];
  madeIds: Id<"artifacts">[];
  turnIds: Id<"events">[];
  /** The erasure epoch when all of this was read. */
  epoch: number;
  /** The scope of the events, and of all that the tick writes. */
  scope: string;
}

/** The queries by which a tick that gathered now would recall memories and knowledge of these scopes. */
export async function queriesNow(
  ctx: QueryCtx,
  settings: Settings,
): Promise<{ queries: string[]; scopes: string[] }> {
  const { events, scopes } = await TickInputs.take(ctx, settings);
  const queries = queriesFor(events).map(({ query }) => query);
  return { queries, scopes: [...scopes] };
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
  const { rows, events, waiting, scope, scopes, pinned } = await TickInputs.take(ctx, settings);
  const isShown = (row: { readonly scope?: string }) => scopes.includes(row.scope ?? "");
  const entries = await Logs.recent(ctx, MAX_RECENT);
  const [last] = entries;
  const shownLogs = entries.filter(isShown).slice(0, MAX_LOGS);
  const made = (await madeByTicks(ctx)).filter(isShown).slice(0, MAX_MADE);

  const newest = await Events.newest(ctx);

  const agent = await Agent.find(ctx);
  const birth = Elapse.initialAffect(now, settings);
  const before = agent?.affect ?? birth;
  const { affect: rested, routine } = await Elapse.elapsedAffect(ctx, before, now, settings);
  // Feed events moved the affect when they came in; notes move it in the tick that reads them.
  const affect = Affect.capTick(before, Affect.applyEvents(rested, noteStimuli(events)));

  const recalling = queriesFor(events);
  const queries = recalling.map(({ query }) => query);
  const recalled = await memoriesFor(ctx, recalling, scopes, hits);
  const memories = withPinned(recalled, pinned);
  const passages = await knowledgeFor(ctx, recalling, scopes, hits);
  const themes = await themesFor(
    ctx,
    queries,
    recalled.map(({ row }) => row),
    scopes,
  );
  const turns = await turnsFor(ctx, scope, events);
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
      state: { ...Agent.visibleState(affect), latents: affect.now },
      moodBefore: last?.mood ?? birth.mood,
      healthBefore: last?.health ?? birth.health,
      logs: shownLogs.map(asLog),
      ...(scope === "" ? {} : { scope }),
      events,
      waiting,
      lastEvent: newest && { source: newest.source, receivedAt: newest.receivedAt },
      quietSince: last?.quietSince,
      given: await NewSinceLastTick.sinceLastTick(ctx, last),
      memories: memories.map(asSituationMemory),
      turns: turns.map(({ turn }) => turn),
      themes: themes.map(asTheme),
      knowledge: passages.map(({ passage }) => passage),
      made: made.map(asArtifact),
      // Whatever its sentiment is: the model may correct it to one that is due an alert.
      alerts: events.some(({ source }) => source.kind === "feed" && source.impact === "high")
        ? (await recentAlerts(ctx, now)).filter(isShown).map(asArtifact)
        : [],
    },
    eventIds: rows.map(({ _id }) => _id),
    memoryIds: memories.map(({ row }) => row._id),
    knowledgeIds: passages.map(({ knowledgeId }) => knowledgeId),
    logIds: shownLogs.map(({ _id }) => _id),
    madeIds: made.map(({ _id }) => _id),
    turnIds: turns.map(({ id }) => id),
    epoch: await ErasureEpoch.current(ctx),
    scope,
  };
}

/** What the queries recall, the most similar first; without queries the most important of the agent's newest own. */
async function memoriesFor(
  ctx: QueryCtx,
  recalling: readonly RecallQuery[],
  scopes: readonly string[],
  hits: readonly QueryHits[],
): Promise<RecalledBy[]> {
  if (recalling.length === 0) {
    const { ids } = await Memories.listed(ctx, { scope: "", limit: LOOKED_BACK, offset: 0 });
    const newest = (await documentsById(ctx, "memories", ids)).filter(isEvidence);
    const holding = newest.filter(({ correctedBy }) => correctedBy === undefined);
    const important = holding.sort((a, b) => b.importance - a.importance);
    return uniqueBy(important, ({ normalKey }) => normalKey)
      .slice(0, MAX_IMPORTANT)
      .map((row) => ({ row, similarity: 0, recalledBy: [] }));
  }
  const found: RecalledBy[][] = [];
  for (const { query, events } of recalling) {
    const vectorHits = hitsOf(hits, query, "memory");
    const recalled = await recall(ctx, { query, scopes, vectorHits, max: MAX_FOR_A_QUERY });
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

/**
 * The last turns with the senders of these notes in their scope, oldest first, without those whose reply is erased. Notes
 * without a sender may come from several people.
 */
async function turnsFor(
  ctx: QueryCtx,
  scope: string,
  events: readonly SituationEvent[],
): Promise<{ id: Id<"events">; turn: SituationTurn }[]> {
  const senders = new Set(
    events.flatMap(({ source }) => (source.kind === "wake" ? (source.from ?? []) : [])),
  );
  const most = Math.min(MAX_TURNS_OF_ONE, Math.ceil(MAX_TURNS / Math.max(1, senders.size)));
  const turns: { id: Id<"events">; turn: SituationTurn }[] = [];
  for (const from of senders)
    for (const { _id: id, content, reply, receivedAt: at } of await Notes.answeredOf(
      ctx,
      { from, scope },
      most,
    ))
      if (reply !== undefined && reply.text !== Notes.ERASED)
        turns.push({ id, turn: { from, note: content, reply: reply.text, at } });
  return turns.sort((a, b) => a.turn.at - b.turn.at);
}

/** The newest artifacts, without those for quarantined events: their words make ticks fail. */
async function madeByTicks(ctx: QueryCtx): Promise<Doc<"artifacts">[]> {
  const rows = await Artifacts.recent(ctx, MAX_RECENT);
  const ticks = await Promise.all(rows.map(({ tickId }) => ctx.db.get("ticks", tickId)));
  return rows.filter((_, i) => ticks[i]?.quarantined === undefined);
}

async function recentAlerts(ctx: QueryCtx, now: number): Promise<Doc<"artifacts">[]> {
  const alerts = await Artifacts.recentOf(ctx, "alert", MAX_ALERTS);
  return alerts.filter(({ timestamp }) => timeSince(timestamp, now) < ALERT_REST_MS);
}

function asLog({ timestamp, mood, health, summary, remark, events }: Doc<"logs">): SituationLog {
  return { timestamp, mood, health, summary, remark, events };
}

function asArtifact({ type, content, timestamp }: Doc<"artifacts">): SituationArtifact {
  return { type, content, timestamp };
}

function asTheme({ theme, summary }: Doc<"coreMemories">): SituationTheme {
  return { theme, summary };
}

function asSituationMemory({ row, similarity, recalledBy }: RecalledBy): SituationMemory {
  const { type, content, author, confidence, createdAt, pinned, metadata = "{}" } = row;
  return {
    ...{ type, content, confidence, createdAt, pinned, similarity, recalledBy },
    own: author === "self",
    note: noteLearnedFrom(Metadata.read(metadata)),
    ...(row.correctedBy === undefined ? {} : { corrected: true }),
  };
}
