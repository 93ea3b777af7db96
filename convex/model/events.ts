/** The inbox's table: feed events and wake notes, pending until a tick consumes them. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import * as Affect from "../../mind/affect/affect";
import type { SituationEvent } from "../../mind/tick/situation";
import { eventSentiment } from "../../mind/sentiment/eventSentiment";
import { hearingOf, type Hearing } from "../mind/ticks/hearing";
import { leftAt } from "../../mind/tick/inbox";
import { feltSummary } from "../mind/ticks/stateWords";
import type { FeedType, Impact, Priority } from "../../mind/enums";
import type { Settings } from "../settings";
import * as Agent from "./agent";
import * as Passing from "./passing";
import { MOST_BYTES, takeWithin } from "./takingWithin";

export interface FeedEvent {
  type: FeedType;
  content: string;
  impact: Impact;
  /** JSON text of the caller's object. */
  metadata?: string;
}

export interface WakeNote {
  note: string;
  priority: Priority;
  calls: boolean;
}

/** How many earlier events a new one is compared with, to tell news from repetition. */
const COMPARED = 20;
const FELT = ["mood", "health", "volatility"] as const;
/** High-priority notes come before everything, low ones after it; among equals the oldest comes first. */
const RANKS: { readonly [priority in Priority]: number } = { high: 0, normal: 1, low: 2 };
/** The note that its tick was begun for comes before whatever else waits for one. */
const CALLING = -1;

/** Stores the event for the next tick and lets it move the affect now. */
export async function feed(ctx: MutationCtx, now: number, settings: Settings, event: FeedEvent) {
  const agent = await Agent.ensure(ctx, now, settings.timeZone);
  const { score: sentiment, isEnglish } = eventSentiment(event.content, event.metadata);
  const hearing = await heard(ctx, now, settings, event.content);
  const { affect: rested, routine } = await Passing.rested(ctx, agent.affect, now, settings);
  const { state: affect } = Affect.feel(rested, {
    sentiment,
    impact: event.impact,
    novelty: hearing.novelty,
  });
  const before = Agent.felt(rested);
  const after = Agent.felt(affect);
  const told = {
    source: { kind: "feed" as const, type: event.type, impact: event.impact },
    content: event.content,
    sentiment,
    ...hearing,
    receivedAt: now,
  };
  const summary = feltSummary(told, { ...before, routine }, { ...after, routine });
  const stateModified = FELT.some((field) => after[field] !== before[field]);
  // Who is told that nothing has changed finds nothing changed.
  const visible = stateModified ? { ...after, routine, summary, updatedAt: now } : {};
  await ctx.db.patch("agent", agent._id, { ...visible, affect });
  const feedId = await ctx.db.insert("events", {
    ...told,
    ...languageOf(isEnglish),
    ...(event.metadata === undefined ? {} : { metadata: event.metadata }),
    rank: RANKS.normal,
    consumedBy: null,
  });
  // Of the numbers that callers can see, so that before + change = after.
  return { feedId, stateModified, healthChange: Number((after.health - before.health).toFixed(2)) };
}

/** Stores the note for the next tick; one that `calls` had a tick begun for it. */
export async function takeNote(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  { note, priority, calls }: WakeNote,
): Promise<void> {
  const { score: sentiment, isEnglish } = eventSentiment(note);
  await ctx.db.insert("events", {
    source: { kind: "wake", priority },
    content: note,
    sentiment,
    ...languageOf(isEnglish),
    ...(await heard(ctx, now, settings, note)),
    receivedAt: now,
    rank: calls ? CALLING : RANKS[priority],
    consumedBy: null,
  });
}

/** Of an event that is not English: its words were not scored. */
function languageOf(isEnglish: boolean): Pick<Doc<"events">, "language"> {
  return isEnglish ? {} : { language: "other" };
}

/** So many are counted of what a tick leaves for the next. */
const MOST_COUNTED = 100;
/** What a tick takes of the longest events, and half as much again: then it knows that there are more, and about how many. */
const MOST_LOOKED_THROUGH_BYTES = 1.5 * MOST_BYTES;

/**
 * The first `most` of what waits, fewer where they are long: what weighs most, then what waited longest; and how many wait
 * beyond them, as far as they are counted.
 */
export async function pending(
  ctx: QueryCtx,
  most: number,
): Promise<{ events: Doc<"events">[]; waiting: number }> {
  const inOrder = ctx.db.query("events").withIndex("by_consumer", (q) => q.eq("consumedBy", null));
  const { rows, more } = await takeWithin(inOrder, most + MOST_COUNTED, MOST_LOOKED_THROUGH_BYTES);
  return { events: rows.slice(0, most), waiting: Math.max(more ? 1 : 0, rows.length - most) };
}

/** What came in last, read or not; null if nothing ever has. */
export async function newest(ctx: QueryCtx): Promise<Doc<"events"> | null> {
  return await ctx.db.query("events").order("desc").first();
}

/** Those of `eventIds` that no tick has read to the end, in their order. */
export async function unread(ctx: QueryCtx, eventIds: readonly Id<"events">[]): Promise<Doc<"events">[]> {
  const rows = await Promise.all(eventIds.map((eventId) => ctx.db.get("events", eventId)));
  return rows.flatMap((row) => (row?.consumedBy === null ? [row] : []));
}

/** Marks what a tick read: as consumed by it, or how far it has come. `events` are those of `eventIds`, in their order. */
export async function markRead(
  ctx: MutationCtx,
  tickId: Id<"ticks">,
  eventIds: readonly Id<"events">[],
  events: readonly SituationEvent[],
): Promise<void> {
  for (const [i, eventId] of eventIds.entries()) {
    const readTo = leftAt(events[i]);
    await ctx.db.patch("events", eventId, readTo === null ? { consumedBy: tickId } : { readTo });
  }
}

/** Marks what makes every tick fail that takes it up as consumed by the last of them, so that nobody reads it any more. */
export async function setAside(ctx: MutationCtx, eventId: Id<"events">, tickId: Id<"ticks">): Promise<void> {
  await ctx.db.patch("events", eventId, { consumedBy: tickId, setAside: true });
}

/** How `content` is heard after what came in last. */
async function heard(ctx: QueryCtx, now: number, { timeZone }: Settings, content: string): Promise<Hearing> {
  const rows = await ctx.db.query("events").order("desc").take(COMPARED);
  return hearingOf(
    content,
    rows.map((row) => row.content),
    { now, earlier: rows.map((row) => row.receivedAt), timeZone },
  );
}
