/** Receipts: what each tick was shown, did and cost. Ticks are listed with exact totals. */
import { literals } from "convex-helpers/validators";
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { EVENT_KINDS, type TickOutcome } from "../../mind/enums";
import { documentById, documentsById, documentsLeft } from "../lib/documentsById";
import * as Listing from "../lib/listing";
import { publicOf } from "../lib/publicOf";
import { artifactType, range, tickOutcome, trigger, writer } from "../lib/validators";
import * as PartialReplies from "./partialReplies";
import { TICKS, writeTick } from "./rows";
import { tickTables } from "./tables";

const ticks = tickTables.ticks.validator;

/** A tick as lists show it. */
export const publicTick = ticks
  .pick("trigger", "who", "startedAt", "endedAt", "outcome", "error", "author", "skipped", "model")
  .extend({
    _id: v.id("ticks"),
    // Both from its log entry.
    summary: v.optional(v.string()),
    quietSince: v.optional(v.number()),
    counts: v.object({
      events: v.number(),
      memoriesShown: v.number(),
      passagesShown: v.number(),
      memoriesWritten: v.number(),
      artifacts: v.number(),
      replies: v.number(),
    }),
  });
export type PublicTick = Infer<typeof publicTick>;

const ofReceipt = ticks.pick("shown", "used", "proposedPins", "affect", "ungrounded", "quarantined");
/** A tick with everything that it was shown and did. */
export const publicReceipt = publicTick.extend({
  ...ofReceipt.fields,
  detail: v.optional(v.string()),
  remark: v.optional(v.string()),
  events: v.array(
    v.object({
      _id: v.id("events"),
      kind: literals(...EVENT_KINDS),
      content: v.string(),
      receivedAt: v.number(),
    }),
  ),
  memories: v.array(v.id("memories")),
  reminders: v.array(v.id("reminders")),
  artifacts: v.array(v.object({ _id: v.id("artifacts"), type: artifactType, content: v.string() })),
  replies: v.array(v.object({ noteId: v.id("events"), reply: v.string(), repliedBy: writer })),
  thoughts: v.array(v.id("thoughts")),
});
export type PublicReceipt = Infer<typeof publicReceipt>;

/** Code points shown of an event's content: enough to recognise it. */
const CONTENT_LENGTH = 280;
/** More than enough: at most one spontaneous thought follows a tick. */
const MAX_THOUGHTS = 4;

export const tickFilter = v.object({
  ...range,
  trigger: v.optional(trigger),
  outcome: v.optional(tickOutcome),
});

/** Inserts the row of a tick that begins. */
export async function begin(
  ctx: MutationCtx,
  tick: Pick<Doc<"ticks">, "trigger" | "who" | "run" | "startedAt">,
): Promise<Id<"ticks">> {
  return await writeTick(ctx, null, { ...tick, outcome: "running" });
}

/** Writes how a tick ended. */
export async function end(
  ctx: MutationCtx,
  tick: Doc<"ticks">,
  ended: Partial<Doc<"ticks">> & { readonly endedAt: number; readonly outcome: TickOutcome },
): Promise<void> {
  await writeTick(ctx, tick, { ...tick, ...ended });
  await PartialReplies.clear(ctx);
}

/**
 * Forgets the words of a tick's answer that nothing shown holds. Belongs in every mutation that erases a part of the answer or
 * of what it was made from.
 */
export async function dropUngrounded(ctx: MutationCtx, tickId: Id<"ticks">): Promise<void> {
  const tick = await ctx.db.get("ticks", tickId);
  if (tick?.ungrounded !== undefined && tick.ungrounded.length > 0)
    await writeTick(ctx, tick, { ...tick, ungrounded: [] });
}

/** Names the event that a reminder of the tick's model became. */
export async function addDue(ctx: MutationCtx, tickId: Id<"ticks">, eventId: Id<"events">): Promise<void> {
  const tick = await ctx.db.get("ticks", tickId);
  if (tick?.written === undefined) return;
  const { written } = tick;
  await writeTick(ctx, tick, { ...tick, written: { ...written, due: [...(written.due ?? []), eventId] } });
}

/** A page, newest first. `since` and `until` are exclusive bounds of the start, in ms since the epoch. */
export async function list(ctx: QueryCtx, { trigger, outcome, ...range }: Infer<typeof tickFilter>) {
  const { ids, ...figures } = await Listing.page(ctx, {
    list: TICKS,
    facets: { trigger, outcome },
    ...range,
  });
  const rows = await documentsById(ctx, "ticks", ids);
  const items = await Promise.all(
    rows.map(async (row) => toPublic(row, row.written && (await ctx.db.get("logs", row.written.log)))),
  );
  return { ticks: items, ...figures };
}

/** The receipt of a tick; null for an unknown id. */
export async function byId(ctx: QueryCtx, id: string): Promise<PublicReceipt | null> {
  const row = await documentById(ctx, "ticks", id);
  if (row === null) return null;
  const { shown, written } = row;
  const log = written && (await ctx.db.get("logs", written.log));
  const events = await documentsLeft(ctx, "events", shown?.events ?? []);
  const artifacts = await documentsLeft(ctx, "artifacts", written?.artifacts ?? []);
  const answered = await documentsLeft(ctx, "events", written?.answered ?? []);
  const thoughts = await ctx.db
    .query("thoughts")
    .withIndex("by_tick", (q) => q.eq("tickId", row._id))
    .take(MAX_THOUGHTS);
  return {
    ...toPublic(row, log),
    ...publicOf(ofReceipt)(row),
    ...{ detail: log?.detail, remark: log?.remark },
    events: events.map(({ _id, source, content, receivedAt }) => ({
      ...{ _id, kind: source.kind, receivedAt },
      content: Array.from(content).slice(0, CONTENT_LENGTH).join(""),
    })),
    memories: written?.memories ?? [],
    reminders: written?.reminders ?? [],
    artifacts: artifacts.map(publicOf(publicReceipt.fields.artifacts.element)),
    replies: answered.flatMap(({ _id, reply }) =>
      reply === undefined ? [] : [{ noteId: _id, reply: reply.text, repliedBy: reply.writer }],
    ),
    thoughts: thoughts.map(({ _id }) => _id),
  };
}

function toPublic(row: Doc<"ticks">, log: Doc<"logs"> | null | undefined): PublicTick {
  const { shown, written } = row;
  return publicOf(publicTick)({
    ...row,
    summary: log?.summary,
    quietSince: log?.quietSince,
    counts: {
      events: shown?.events.length ?? 0,
      memoriesShown: shown?.memories.length ?? 0,
      passagesShown: shown?.knowledge.length ?? 0,
      memoriesWritten: written?.memories.length ?? 0,
      artifacts: written?.artifacts.length ?? 0,
      replies: written?.answered.length ?? 0,
    },
  });
}
