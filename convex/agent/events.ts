/** The inbox's table: feed events and wake notes, pending until a tick consumes them. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import * as Affect from "../../mind/affect/affect";
import { feltSummary } from "../../mind/journal/stateSummary";
import { eventSentiment } from "../../mind/sentiment/eventSentiment";
import { repetitionOf, type Repetition } from "../../mind/tick/repetition";
import type { FeedType, Impact, Priority } from "../../mind/enums";
import type { Settings } from "../lib/settings";
import * as Agent from "./state";
import * as Elapse from "./elapse";
import * as Inbox from "./inbox";
import * as Notes from "./notes";
import { MAX_BYTES, takeWithinBudget } from "../lib/withinBudget";

export interface FeedEvent {
  /** Whose it is; the agent's own where left out. */
  scope?: string;
  type: FeedType;
  content: string;
  impact: Impact;
  /** JSON text of the caller's object. */
  metadata?: string;
  /** −1 to 1; where left out, that of the words. */
  sentiment?: number;
}

export interface WakeNote {
  /** As an event's. */
  scope?: string | undefined;
  note: string;
  priority: Priority;
  /** Who wrote it. */
  from?: string | undefined;
  calls: boolean;
}

/** How many of the last events a new one is compared with, to tell news from repetition: each may be a long row to read. */
const COMPARED = 10;
const FELT = ["mood", "health", "volatility"] as const;
/** High-priority notes come before everything, low ones after it; among equals the oldest comes first. */
const RANKS: { readonly [priority in Priority]: number } = { high: 0, normal: 1, low: 2 };
/** The note that its tick was begun for comes before whatever else waits for one. */
const CALLING = -1;

/** Stores the event for the next tick and lets it move the affect now. */
export async function feed(ctx: MutationCtx, now: number, settings: Settings, event: FeedEvent) {
  const agent = await Agent.ensure(ctx, now, settings.timeZone);
  const { score, isEnglish, stated } = eventSentiment(event.content, event.metadata);
  const sentiment = event.sentiment ?? score;
  const { scope = "" } = event;
  const repetition = await repetitionAmongLast(ctx, scope, event.content);
  const { affect: rested, routine } = await Elapse.elapsedAffect(ctx, agent.affect, now, settings);
  const { state: affect } = Affect.applyEvent(rested, {
    sentiment,
    impact: event.impact,
    novelty: repetition.novelty,
  });
  const before = Agent.visibleState(rested);
  const after = Agent.visibleState(affect);
  const told = {
    source: { kind: "feed" as const, type: event.type, impact: event.impact },
    scope,
    content: event.content,
    sentiment,
    ...repetition,
    receivedAt: now,
  };
  const summary = feltSummary(told, before, { ...after, latents: affect.now });
  const stateModified = FELT.some((field) => after[field] !== before[field]);
  // Who is told that nothing has changed finds nothing changed.
  const visible = stateModified ? { ...after, routine, summary, updatedAt: now } : {};
  await ctx.db.patch("agent", agent._id, { ...visible, affect });
  const { _id: feedId } = await Inbox.insert(ctx, {
    ...told,
    ...languageOf(isEnglish),
    ...(stated || event.sentiment !== undefined ? { sentimentStated: true } : {}),
    ...(event.metadata === undefined ? {} : { metadata: event.metadata }),
    rank: RANKS.normal,
  });
  // Of the numbers that callers can see, so that before + change = after.
  return { feedId, stateModified, healthChange: Number((after.health - before.health).toFixed(2)) };
}

/** Stores the note for the next tick; one that `calls` had a tick begun for it. */
export async function takeNote(
  ctx: MutationCtx,
  now: number,
  { scope = "", note, priority, from, calls }: WakeNote,
): Promise<Id<"events">> {
  const { score: sentiment, isEnglish } = eventSentiment(note);
  const row = await Inbox.insert(ctx, {
    source: { kind: "wake", priority, ...(from === undefined ? {} : { from }) },
    scope,
    content: note,
    sentiment,
    ...languageOf(isEnglish),
    ...(await repetitionAmongLast(ctx, scope, note)),
    receivedAt: now,
    rank: calls ? CALLING : RANKS[priority],
  });
  await Notes.add(ctx, row);
  return row._id;
}

/** Stores a reminder that came due for the tick that begins. Being reminded moves no mood. */
export async function takeReminder(
  ctx: MutationCtx,
  now: number,
  { scope, text, dueAt, from }: Pick<Doc<"reminders">, "scope" | "text" | "dueAt" | "from">,
): Promise<void> {
  await Inbox.insert(ctx, {
    source: { kind: "reminder", dueAt, ...(from === undefined ? {} : { from }) },
    scope,
    content: text,
    sentiment: 0,
    novelty: 1,
    repeats: 0,
    receivedAt: now,
    rank: RANKS.high,
  });
}

/** Of an event that is not English: its words were not scored. */
function languageOf(isEnglish: boolean): Pick<Doc<"events">, "language"> {
  return isEnglish ? {} : { language: "other" };
}

/** So many are counted of what a tick leaves for the next. */
const MAX_COUNTED = 100;
/** What a tick takes of the longest events, and half as much again: then it knows that there are more, and about how many. */
const MAX_LOOKED_THROUGH_BYTES = 1.5 * MAX_BYTES;

/**
 * Of what waits, what weighs most, then what waited longest: the first, and with it others of its scope; `most` at most, fewer
 * where they are long. And how many wait beyond them, as far as they are counted.
 */
export async function pending(
  ctx: QueryCtx,
  most: number,
): Promise<{ events: Doc<"events">[]; waiting: number }> {
  const inOrder = ctx.db.query("events").withIndex("by_consumer", (q) => q.eq("consumedBy", null));
  const { rows, more } = await takeWithinBudget(inOrder, most + MAX_COUNTED, {
    maxBytes: MAX_LOOKED_THROUGH_BYTES,
  });
  const events = rows.filter(({ scope }) => scope === rows[0]?.scope).slice(0, most);
  return { events, waiting: Math.max(more ? 1 : 0, rows.length - events.length) };
}

/** What came in last, read or not; null if nothing ever has. */
export async function newest(ctx: QueryCtx): Promise<Doc<"events"> | null> {
  return await ctx.db.query("events").order("desc").first();
}

/** What a tick read of an event: how far it came (in code points), null where that is the end. */
export interface Read {
  readonly eventId: Id<"events">;
  readonly readTo: number | null;
}

/** Stores a corrected sentiment. */
export async function correctSentiment(
  ctx: MutationCtx,
  eventId: Id<"events">,
  sentiment: number,
): Promise<void> {
  // It may have been erased since it was read.
  if ((await ctx.db.get("events", eventId)) !== null) await ctx.db.patch("events", eventId, { sentiment });
}

/** Marks what a tick read: as consumed by it, or how far it has come. */
export async function markRead(
  ctx: MutationCtx,
  tickId: Id<"ticks">,
  events: readonly Read[],
): Promise<void> {
  for (const { eventId, readTo } of events)
    // It may have been erased since it was read.
    if ((await ctx.db.get("events", eventId)) !== null)
      await ctx.db.patch("events", eventId, readTo === null ? { consumedBy: tickId } : { readTo });
}

/** Marks the event that made the last ticks fail as consumed by this one, so that no tick reads it any more. */
export async function quarantine(
  ctx: MutationCtx,
  eventId: Id<"events">,
  tickId: Id<"ticks">,
): Promise<void> {
  if ((await ctx.db.get("events", eventId)) !== null)
    await ctx.db.patch("events", eventId, { consumedBy: tickId, quarantined: true });
}

/** Among the last events of its scope: what others said is no matter for it. */
async function repetitionAmongLast(ctx: QueryCtx, scope: string, content: string): Promise<Repetition> {
  const last = await ctx.db.query("events").order("desc").take(COMPARED);
  return repetitionOf(
    content,
    last.filter((event) => event.scope === scope),
  );
}
