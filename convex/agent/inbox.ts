/** Lists feed events, notes and due reminders, as callers see them, with exact totals. */
import { literals } from "convex-helpers/validators";
import { v, type Infer } from "convex/values";
import { EVENT_KINDS } from "../../mind/enums";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { documentsById } from "../lib/documentsById";
import * as Listing from "../lib/listing";
import { publicOf } from "../lib/publicOf";
import { feedType, impact, range } from "../lib/validators";
import { EVENTS, writeEvent, type NewEvent } from "../events/rows";

const kind = literals(...EVENT_KINDS);

/** An event as callers see it. */
export const publicEvent = v.object({
  _id: v.id("events"),
  kind,
  /** Absent for the agent's own. */
  scope: v.optional(v.string()),
  content: v.string(),
  type: v.optional(feedType),
  impact: v.optional(impact),
  from: v.optional(v.string()),
  sentiment: v.number(),
  /** The tick that consumed it. */
  tickId: v.optional(v.id("ticks")),
  receivedAt: v.number(),
});
export type PublicEvent = Infer<typeof publicEvent>;

/** `scope` absent: all. */
export const eventFilter = v.object({
  ...range,
  scope: v.optional(v.string()),
  kind: v.optional(kind),
});

/** Inserts an event, which waits for a tick. Returns its id. */
export async function insert(ctx: MutationCtx, event: NewEvent): Promise<Id<"events">> {
  return await writeEvent(ctx, null, { ...event, consumedBy: null });
}

/** A page, newest first. */
export async function list(ctx: QueryCtx, { kind, scope, ...range }: Infer<typeof eventFilter>) {
  const request = { list: EVENTS, facets: { kind }, scope, ...range };
  const { ids, ...figures } = await Listing.pageOfScope(ctx, request);
  return { events: (await documentsById(ctx, "events", ids)).map(toPublic), ...figures };
}

function toPublic(row: Doc<"events">): PublicEvent {
  const { source, scope, consumedBy } = row;
  return publicOf(publicEvent)({
    ...row,
    ...source,
    from: source.kind === "feed" ? undefined : source.from,
    scope: scope || undefined,
    tickId: consumedBy ?? undefined,
  });
}
