/** Gathers what a tick knows: the agent as it is now, its recent log, the events that wait, and what they call to mind. */
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import * as Affect from "../../mind/affect/affect";
import type { Quiet, Situation, SituationLog } from "../../mind/tick/situation";
import { quietAfter } from "../mind/ticks/quiet";
import { routineAt } from "../../mind/time/routine";
import type { Routine, Trigger } from "../../mind/enums";
import type { Settings } from "../settings";
import * as Agent from "./agent";
import * as Consolidation from "./consolidation";
import * as Events from "./events";
import * as Given from "./given";
import * as Logs from "./logs";
import * as Musing from "./musing";
import * as Recall from "./recall";
import { takeUp, type Scope } from "./takenUp";
import * as Vitals from "./vitals";

const MOST_LOGS = 8;

/** A wake note weighs like a feed event of this impact. */
const NOTE_IMPACTS = { low: "low", normal: "medium", high: "high" } as const;

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
  const taken = await takeUp(ctx, now, settings, scope);
  const mused = await Musing.ofLate(ctx, now);
  const learned = await learnedLast(ctx, entries[0]);
  const routine = routineAt(now, settings.timeZone);
  const before = agent?.affect ?? Affect.birth(now, routine);
  const consolidatedAt = await Consolidation.caughtUpAt(ctx);
  const measures = Vitals.measures(vitals, { from: before.at, now }, settings, consolidatedAt);
  const rested = Affect.elapse(before, measures, now, routine);
  const affect = Affect.capTick(before, taken.events.reduce(feltNote, rested));
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
      remarks: taken.remarks,
      quiet: taken.events.length > 0 ? null : (quietAfter(logs) ?? (await longQuiet(ctx))),
      events: [...taken.read],
      waiting: taken.waiting,
      given: await Given.sinceLastTick(ctx, entries[0]),
      memories: taken.memories.map((memory) => Recall.asSituationMemory(memory, { mused, learned })),
      themes: taken.themes,
      knowledge: taken.knowledge,
      made: taken.made.map(({ type, content, timestamp }) => ({ type, content, timestamp })),
    },
    eventIds: taken.events.map((event) => event._id),
    memoryIds: taken.memories.map((memory) => memory._id),
    knowledgeIds: taken.knowledgeIds,
    affect,
    routine,
  };
}

/** What the tick that wrote `last` learned. Its memories are younger than its entry, and tell nothing that it didn't tell of. */
async function learnedLast(ctx: QueryCtx, last: Doc<"logs"> | undefined): Promise<Set<Id<"memories">>> {
  const tick = last === undefined ? null : await ctx.db.get("ticks", last.tickId);
  return new Set(tick?.learned);
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

function asLog({ timestamp, mood, health, summary, remark, events }: Doc<"logs">): SituationLog {
  return { timestamp, mood, health, summary, events, ...(remark === undefined ? {} : { remark }) };
}
