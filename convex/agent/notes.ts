/** Lists notes (events of kind `wake`) with their replies, as callers see them, with exact totals. */
import { literals } from "convex-helpers/validators";
import { v, type Infer } from "convex/values";
import type { Writer } from "../../mind/enums";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { documentsById } from "../lib/documentsById";
import * as Listing from "../lib/listing";
import { page, priority, writer } from "../lib/validators";
import * as PushEvents from "../push/pushEvents";
import { NOTES, senderFacet, writeEvent } from "../events/rows";

/** A note as callers see it. */
export const publicNote = v.object({
  _id: v.id("events"),
  /** Absent for the agent's own. */
  scope: v.optional(v.string()),
  note: v.string(),
  from: v.optional(v.string()),
  priority,
  status: literals("pending", "answered"),
  reply: v.optional(v.string()),
  /** Whether the model or the journal wrote the reply. */
  repliedBy: v.optional(writer),
  repliedAt: v.optional(v.number()),
  tickId: v.optional(v.id("ticks")),
  receivedAt: v.number(),
});
export type PublicNote = Infer<typeof publicNote>;

/** `scope` absent: all. */
export const noteFilter = v.object({
  ...page,
  scope: v.optional(v.string()),
  from: v.optional(v.string()),
  status: v.optional(publicNote.fields.status),
  since: v.optional(v.number()),
});

/** Stores the reply to a note. Does nothing if it has one, is erased, or is another kind of event. */
export async function answer(
  ctx: MutationCtx,
  eventId: Id<"events">,
  reply: {
    readonly text: string;
    readonly writer: Writer;
    readonly at: number;
    readonly tickId: Id<"ticks">;
  },
): Promise<void> {
  const row = await ctx.db.get("events", eventId);
  if (row?.source.kind !== "wake" || row.reply !== undefined) return;
  await writeEvent(ctx, row, { ...row, reply });
  await PushEvents.add(ctx, reply.at, { type: "note.replied", subject: eventId });
}

/** Stands in place of an erased reply. */
export const ERASED = "[erased]";

/** A page, newest first. */
export async function list(ctx: QueryCtx, { from, status, scope, ...range }: Infer<typeof noteFilter>) {
  const facets = { from: from === undefined ? undefined : senderFacet(from), status };
  const { ids, ...figures } = await Listing.pageOfScope(ctx, { list: NOTES, facets, scope, ...range });
  return { notes: (await documentsById(ctx, "events", ids)).flatMap(toPublic), ...figures };
}

/** A note by its id; null if there is none, or the event is of another kind. */
export async function byId(ctx: QueryCtx, id: Id<"events">): Promise<PublicNote | null> {
  const row = await ctx.db.get("events", id);
  return row === null ? null : (toPublic(row)[0] ?? null);
}

/** The last answered notes of a sender in a scope, newest first. */
export async function answeredOf(
  ctx: QueryCtx,
  { from, scope }: { readonly from: string; readonly scope: string },
  limit: number,
): Promise<Doc<"events">[]> {
  const facets = { from: senderFacet(from), status: "answered" };
  const { ids } = await Listing.pageOfScope(ctx, { list: NOTES, facets, scope, limit, offset: 0 });
  return await documentsById(ctx, "events", ids);
}

function toPublic({ _id, source, scope, content, reply, receivedAt }: Doc<"events">): PublicNote[] {
  if (source.kind !== "wake") return [];
  const { from, priority } = source;
  const told = { _id, scope: scope || undefined, note: content, from, priority, receivedAt };
  if (reply === undefined) return [{ ...told, status: "pending" }];
  const { text, writer, at, tickId } = reply;
  return [{ ...told, status: "answered", reply: text, repliedBy: writer, repliedAt: at, tickId }];
}
