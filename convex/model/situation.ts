/** Gathers what a tick knows: the agent as it is now, its recent log, the events that wait, and what they call to mind. */
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import * as Affect from "../mind/affect/affect";
import type { Quiet, Situation, SituationPassage, SituationLog } from "../mind/events/situation";
import { isAlarming } from "../mind/ticks/alerts";
import { quietAfter } from "../mind/ticks/quiet";
import { PROMPTED, reading, UNPROMPTED, type ReadingLimits, type Unread } from "../mind/ticks/reading";
import { LEAST_TALLIED } from "../mind/ticks/tally";
import { routineAt } from "../mind/time/routine";
import type { Routine, Trigger } from "../mind/words";
import type { Settings } from "../settings";
import * as Agent from "./agent";
import * as Artifacts from "./artifacts";
import * as Consolidation from "./consolidation";
import * as Events from "./events";
import * as Given from "./given";
import * as Logs from "./logs";
import * as Musing from "./musing";
import * as Recall from "./recall";
import * as Remarks from "./remarks";
import * as Setbacks from "./setbacks";
import type { CueHits } from "./vectorHits";
import * as Vitals from "./vitals";

const MOST_LOGS = 8;
const MOST_MADE = 4;
const MOST_ALERTS = 16;
const MOST_NOTES = 8;

/** A wake note weighs like a feed event of this impact. */
const NOTE_IMPACTS = { low: "low", normal: "medium", high: "high" } as const;

/** What a tick takes up: what it finds, or what it was shown when it began, so that it ends with the same. */
export type Scope =
  | {
      readonly kind: "found";
      /** Of `Recall.cuesOf` the events, as far as they were looked for. */
      readonly hits: readonly CueHits[];
    }
  | {
      readonly kind: "shown";
      readonly eventIds: readonly Id<"events">[];
      readonly memoryIds: readonly Id<"memories">[];
      readonly knowledge: readonly SituationPassage[];
      /** Events that it was told wait beyond those. */
      readonly waiting: number;
    };

export interface Gathered {
  situation: Situation;
  /** The ids behind `situation.events`, in its order. */
  eventIds: Id<"events">[];
  /** The ids behind `situation.memories`, in its order. */
  memoryIds: Id<"memories">[];
  /** The items of the passages of `situation.knowledge`, in its order. */
  knowledgeIds: Id<"knowledge">[];
  /** The affect after time has passed and the notes among the events were felt. */
  affect: Affect.AffectState;
  routine: Routine;
}

/** The situation of a tick at `now`. Feed events were felt when they came in; notes are felt here. */
export async function gather(
  ctx: QueryCtx,
  now: number,
  settings: Settings,
  trigger: Trigger,
  scope: Scope,
): Promise<Gathered> {
  const agent = await Agent.find(ctx);
  const vitals = (await Vitals.find(ctx)) ?? Vitals.unborn(now);
  const entries = await Logs.recent(ctx, MOST_LOGS);
  const logs = entries.map(asLog);
  const limits = limitsOf(settings);
  // What came in since a tick was shown what it reads takes nothing of that away.
  const inbox =
    scope.kind === "found"
      ? await taking(ctx, limits)
      : { events: await Events.unread(ctx, scope.eventIds), waiting: scope.waiting };
  const shownEvents = reading(inbox.events.map(asEvent), limits);
  const events = inbox.events.slice(0, shownEvents.length);
  const cues = Recall.cuesOf(shownEvents, settings.agentName);
  const memories =
    scope.kind === "found"
      ? await Recall.recall(
          ctx,
          { name: settings.agentName, now, timeZone: settings.timeZone },
          shownEvents,
          scope.hits,
        )
      : await Recall.recalled(ctx, scope.memoryIds);
  const mused = await Musing.ofLate(ctx, now);
  const learned = await learnedLast(ctx, entries[0]);
  // The reflexes, which write at a tick's end, need no themes, and of what was made before the alerts and what was counted.
  const made =
    scope.kind === "found"
      ? await Artifacts.recent(ctx, MOST_MADE)
      : [
          ...(shownEvents.some(isAlarming) ? await Artifacts.recentOf(ctx, "alert", MOST_ALERTS) : []),
          ...(shownEvents.length >= LEAST_TALLIED ? await Artifacts.recentOf(ctx, "note", MOST_NOTES) : []),
        ];
  const themes = scope.kind === "found" ? await Recall.themesFor(ctx, cues) : [];
  const passages = scope.kind === "found" ? await Recall.knowledgeFor(ctx, cues, scope.hits) : [];
  const routine = routineAt(now, settings.timeZone);
  const before = agent?.affect ?? Affect.birth(now, routine);
  const consolidatedAt = await Consolidation.caughtUpAt(ctx);
  const measures = Vitals.measures(vitals, { from: before.at, now }, settings, consolidatedAt);
  const rested = Affect.elapse(before, measures, now, routine);
  const affect = Affect.capTick(before, events.reduce(feltNote, rested));
  return {
    situation: {
      now,
      timeZone: settings.timeZone,
      routine,
      name: settings.agentName,
      persona: settings.persona,
      trigger,
      bornAt: agent?.bornAt ?? now,
      first: vitals.tickCount === 0,
      lastTickAt: vitals.lastTick,
      state: { ...Agent.felt(affect), latents: affect.now, summary: agent?.summary ?? "" },
      moodBefore: logs[0]?.mood ?? before.mood,
      healthBefore: logs[0]?.health ?? before.health,
      logs,
      // Only the reflexes, which write at a tick's end, ask what was remarked on before.
      remarks: scope.kind === "found" ? [] : await Remarks.ofLate(ctx, now),
      quiet: events.length > 0 ? null : (quietAfter(logs) ?? (await longQuiet(ctx))),
      events: shownEvents,
      waiting: inbox.events.length + inbox.waiting - events.length,
      given: await Given.sinceLastTick(ctx, entries[0]),
      memories: memories.map((memory) => Recall.asSituationMemory(memory, { mused, learned })),
      themes,
      knowledge: scope.kind === "found" ? passages.map(Recall.asSituationPassage) : scope.knowledge,
      made: made.map(({ type, content, timestamp }) => ({ type, content, timestamp })),
    },
    eventIds: events.map((event) => event._id),
    memoryIds: memories.map((memory) => memory._id),
    knowledgeIds: passages.map(({ knowledgeId }) => knowledgeId),
    affect,
    routine,
  };
}

/** What the tick that wrote `last` learned. Its memories are younger than its entry, and tell nothing that it didn't tell of. */
async function learnedLast(ctx: QueryCtx, last: Doc<"logs"> | undefined): Promise<Set<Id<"memories">>> {
  const tick = last === undefined ? null : await ctx.db.get("ticks", last.tickId);
  return new Set(tick?.learned);
}

/** How much of what waits a tick takes up in ordinary times. */
export function limitsOf(settings: Settings): ReadingLimits {
  return settings.llm === null ? UNPROMPTED : PROMPTED;
}

/** What waits, as far as a tick takes it up. */
async function taking(ctx: QueryCtx, limits: ReadingLimits) {
  return await Events.pending(ctx, await Setbacks.mostEvents(ctx, limits.events));
}

/** The events that a tick takes up now. */
export async function eventsTaken(ctx: QueryCtx, settings: Settings): Promise<Id<"events">[]> {
  const limits = limitsOf(settings);
  const { events } = await taking(ctx, limits);
  return events.slice(0, reading(events.map(asEvent), limits).length).map(({ _id }) => _id);
}

/** The quiet where none of the recent entries had events; null where there is no entry at all. */
async function longQuiet(ctx: QueryCtx): Promise<Quiet | null> {
  const newest = await Events.newest(ctx);
  if (newest !== null) {
    const before = await Logs.firstWithEvents(ctx, newest.receivedAt);
    const since = before?.timestamp ?? newest.receivedAt;
    return { ticks: await Logs.count(ctx, since), since, before: before === null ? null : asLog(before) };
  }
  const first = await Logs.first(ctx);
  if (first === null) return null;
  return { ticks: 1 + (await Logs.count(ctx, first.timestamp)), since: first.timestamp, before: null };
}

function feltNote(
  affect: Affect.AffectState,
  { source, sentiment, novelty }: Doc<"events">,
): Affect.AffectState {
  if (source.kind === "feed") return affect;
  return Affect.feel(affect, { sentiment, impact: NOTE_IMPACTS[source.priority], novelty }).state;
}

function asEvent(event: Doc<"events">): Unread {
  const { source, content, metadata, sentiment, novelty, echo, receivedAt, readTo } = event;
  return {
    source,
    content,
    ...(metadata === undefined ? {} : { metadata }),
    sentiment,
    novelty,
    ...(echo === undefined ? {} : { echo }),
    receivedAt,
    readTo,
  };
}

function asLog({ timestamp, mood, health, summary, remark, events }: Doc<"logs">): SituationLog {
  return { timestamp, mood, health, summary, events, ...(remark === undefined ? {} : { remark }) };
}
