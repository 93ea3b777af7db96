/** Feed events, wake notes and due reminders. Each is pending until a tick consumes it. */
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import * as Affect from "../../mind/affect/affect";
import { feltSummary } from "../../mind/journal/stateSummary";
import { eventSentiment } from "../../mind/sentiment/eventSentiment";
import { repetitionOf, type Repetition } from "../../mind/tick/repetition";
import type { Priority } from "../../mind/enums";
import type { Settings } from "../lib/settings";
import { feedType, impact } from "../lib/validators";
import * as Agent from "./state";
import * as Elapse from "./elapse";
import * as Inbox from "./inbox";
import { writeAgent } from "./rows";
import { writeEvent } from "../events/rows";
import { MAX_BYTES, takeWithinBudget } from "../lib/withinBudget";

/** A feed event as callers send it; `metadata` is the JSON text of an object, and `sentiment`, −1 to 1, comes before the words. */
export const feedEvent = v.object({
  scope: v.optional(v.string()),
  type: feedType,
  content: v.string(),
  impact,
  metadata: v.optional(v.string()),
  sentiment: v.optional(v.number()),
});

/** `healthChange` is in points of 100. */
export const fed = v.object({ feedId: v.id("events"), stateModified: v.boolean(), healthChange: v.number() });

export interface WakeNote {
  /** As an event's. */
  scope?: string | undefined;
  note: string;
  priority: Priority;
  /** Who wrote it. */
  from?: string | undefined;
  /** Whether its sender asked for a tick. */
  calls: boolean;
}

/** A new event is compared with this many of the last ones for its novelty. Few, because each may be a long row. */
const COMPARED = 10;
const FELT = ["mood", "health", "volatility"] as const;
/** Ticks read the lowest rank first, then the oldest. Feed events rank as normal notes do, due reminders as high ones. */
const RANKS: { readonly [priority in Priority]: number } = { high: 0, normal: 1, low: 2 };
/** The rank of a note whose sender asked for a tick: the next one reads it first. */
const CALLING = -1;

/** Stores the event for the next tick, and moves the affect at once. */
export async function feed(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  event: Infer<typeof feedEvent>,
) {
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
  const feedId = await Inbox.insert(ctx, {
    ...told,
    ...languageOf(isEnglish),
    ...(stated || event.sentiment !== undefined ? { sentimentStated: true } : {}),
    metadata: event.metadata,
    rank: RANKS.normal,
  });
  // If the answer says that nothing was modified, `GET /state` must agree.
  const shown = { ...after, routine, summary, summaryOf: { event: feedId }, updatedAt: now };
  await writeAgent(ctx, agent, { ...agent, ...(stateModified ? shown : {}), affect });
  // The difference of the rounded values, which callers see.
  return { feedId, stateModified, healthChange: Number((after.health - before.health).toFixed(2)) };
}

/** Stores the note for the next tick. */
export async function takeNote(
  ctx: MutationCtx,
  now: number,
  { scope = "", note, priority, from, calls }: WakeNote,
): Promise<Id<"events">> {
  const { score: sentiment, isEnglish } = eventSentiment(note);
  return await Inbox.insert(ctx, {
    source: { kind: "wake", priority, from },
    scope,
    content: note,
    sentiment,
    ...languageOf(isEnglish),
    ...(await repetitionAmongLast(ctx, scope, note)),
    receivedAt: now,
    rank: calls ? CALLING : RANKS[priority],
  });
}

/** Stores a due reminder for the tick that begins. It does not move the affect. */
export async function takeReminder(
  ctx: MutationCtx,
  now: number,
  { scope, text, dueAt, from }: Pick<Doc<"reminders">, "scope" | "text" | "dueAt" | "from">,
): Promise<Id<"events">> {
  return await Inbox.insert(ctx, {
    source: { kind: "reminder", dueAt, from },
    scope,
    content: text,
    sentiment: 0,
    novelty: 1,
    repeats: 0,
    receivedAt: now,
    rank: RANKS.high,
  });
}

/** Marks an event that is not English: its words were not scored. */
function languageOf(isEnglish: boolean): Pick<Doc<"events">, "language"> {
  return isEnglish ? {} : { language: "other" };
}

/** The most events that are counted beyond those that a tick reads. */
const MAX_COUNTED = 100;
/** More bytes than a tick reads of events, so that some of those beyond it can be counted even if all are long. */
const MAX_LOOKED_THROUGH_BYTES = 1.5 * MAX_BYTES;
/** Bytes of events that are read besides those. A prompt has room for fewer. */
const MAX_BEYOND_BYTES = MAX_BYTES / 4;

/**
 * The first pending event and others of its scope, at most `most` in the order of reading, fewer if they are long. Events of the
 * scopes in `later` come after those of others, except a note whose sender asked for a tick. `waiting`: how many more are
 * pending, of any scope, counted up to 100 and only as far as rows are read; at least 1 if there are more.
 */
export async function pending(
  ctx: QueryCtx,
  most: number,
  later: ReadonlySet<string>,
): Promise<{ events: Doc<"events">[]; waiting: number }> {
  const inOrder = ctx.db.query("events").withIndex("by_consumer", (q) => q.eq("consumedBy", null));
  const { rows, more } = await takeWithinBudget(inOrder, most + MAX_COUNTED, {
    maxBytes: MAX_LOOKED_THROUGH_BYTES,
  });
  const [first] = rows;
  const next = first?.rank === CALLING ? first : rows.find(({ scope }) => !later.has(scope));
  const beyond = next === undefined && more ? await scopeBesides(ctx, later) : null;
  const scope = next?.scope ?? beyond ?? first?.scope;
  const events =
    beyond === null
      ? rows.filter((row) => row.scope === scope).slice(0, most)
      : (await takeWithinBudget(ofScope(ctx, beyond), most, { maxBytes: MAX_BEYOND_BYTES })).rows;
  return { events, waiting: Math.max(more ? 1 : 0, rows.length - events.length) };
}

/** Whether a note waits whose sender asked for a tick. */
export async function isCalled(ctx: QueryCtx): Promise<boolean> {
  const calling = ctx.db
    .query("events")
    .withIndex("by_consumer", (q) => q.eq("consumedBy", null).eq("rank", CALLING));
  return (await calling.first()) !== null;
}

/** A scope with pending events that is none of these; null if there is none. */
export async function scopeBesides(ctx: QueryCtx, scopes: ReadonlySet<string>): Promise<string | null> {
  let found = await ctx.db
    .query("events")
    .withIndex("by_scope", (q) => q.eq("consumedBy", null))
    .first();
  while (found !== null && scopes.has(found.scope)) {
    const { scope } = found;
    found = await ctx.db
      .query("events")
      .withIndex("by_scope", (q) => q.eq("consumedBy", null).gt("scope", scope))
      .first();
  }
  return found?.scope ?? null;
}

/** The pending events of a scope, in the order of reading. */
function ofScope(ctx: QueryCtx, scope: string) {
  return ctx.db.query("events").withIndex("by_scope", (q) => q.eq("consumedBy", null).eq("scope", scope));
}

/** The newest event, pending or consumed; null if there is none. */
export async function newest(ctx: QueryCtx): Promise<Doc<"events"> | null> {
  return await ctx.db.query("events").order("desc").first();
}

/** How far a tick read an event, in code points; null if to its end. */
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
  const row = await ctx.db.get("events", eventId);
  if (row !== null) await writeEvent(ctx, row, { ...row, sentiment });
}

/** Marks events as consumed by a tick, or records how far it read them. */
export async function markRead(
  ctx: MutationCtx,
  tickId: Id<"ticks">,
  events: readonly Read[],
): Promise<void> {
  for (const { eventId, readTo } of events) {
    const row = await ctx.db.get("events", eventId);
    // It may have been erased since it was read.
    if (row === null) continue;
    await writeEvent(ctx, row, { ...row, ...(readTo === null ? { consumedBy: tickId } : { readTo }) });
  }
}

/** Quarantines an event that makes ticks fail, and marks it as consumed, so that no tick reads it again. */
export async function quarantine(
  ctx: MutationCtx,
  eventId: Id<"events">,
  tickId: Id<"ticks">,
): Promise<void> {
  const row = await ctx.db.get("events", eventId);
  if (row !== null) await writeEvent(ctx, row, { ...row, consumedBy: tickId, quarantined: true });
}

/** Among the last events of its scope: what others said is no matter for it. */
async function repetitionAmongLast(ctx: QueryCtx, scope: string, content: string): Promise<Repetition> {
  const last = await ctx.db.query("events").order("desc").take(COMPARED);
  return repetitionOf(
    content,
    last.filter((event) => event.scope === scope),
  );
}
