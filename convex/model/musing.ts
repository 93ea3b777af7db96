/** The musing table: what quiet ticks thought of last, so that they think of something else, and what they are to leave alone. Written by a tick's end. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { ordersIn, ordersOfEvent } from "../mind/events/orders";
import type { SituationEvent } from "../../mind/tick/situation";
import { Mentions, partsOf } from "../mind/memory/mentions";
import { onceEach } from "../../mind/lists/uniqueBy";
import { DISTANCE_MS, Worth } from "../mind/ticks/musing";
import { timeSince } from "../../mind/time/timeSince";

/** A memory is not thought of again within this time: who hears it every day hears nothing. */
const REST_MS = 3 * 24 * 3_600_000;
/** More than are thought of in that time at once an hour. */
const MOST_KEPT = 96;
/** What matters less is not worth coming back to. */
const LEAST_IMPORTANT = 0.3;
const MOST = 3;
/** What a tick says of it (mind/ticks/ordered): for so long what somebody asked to leave alone is not come back to. */
const LEFT_MS = 3 * 24 * 3_600_000;
const MOST_LEFT = 16;
/** A memory is held against so many newer ones, which may have replaced it. */
const HELD_AGAINST = 24;

/** The memories that were mused on of late. */
export async function ofLate(ctx: QueryCtx, now: number): Promise<ReadonlySet<Id<"memories">>> {
  const row = await ctx.db.query("musing").first();
  return new Set(
    (row?.recent ?? []).filter(({ at }) => timeSince(at, now) < REST_MS).map(({ memoryId }) => memoryId),
  );
}

/** Of `newest` (newest first) those to muse on: what was not of late before what was, what is older than the last hours before what came in these, then what matters most. */
export async function candidates(
  ctx: QueryCtx,
  now: number,
  newest: readonly Doc<"memories">[],
  timeZone: string,
): Promise<Doc<"memories">[]> {
  const late = await ofLate(ctx, now);
  const isNear = ({ createdAt }: Doc<"memories">) => timeSince(createdAt, now) < DISTANCE_MS;
  const weighty = onceEach(
    newest
      .filter(({ importance }) => importance >= LEAST_IMPORTANT)
      .sort(
        (a, b) =>
          Number(late.has(a._id)) - Number(late.has(b._id)) ||
          Number(isNear(a)) - Number(isNear(b)) ||
          b.importance - a.importance,
      ),
    ({ normalKey }) => normalKey,
  );
  const worth = new Worth(now, timeZone);
  const left = await mattersLeft(ctx, now);
  const mentions = new Mentions(left.length > 0 ? newest : []);
  const chosen: Doc<"memories">[] = [];
  for (const row of weighty) {
    if (chosen.length === MOST) break;
    if (left.some((matter) => mentions.has(matter, row.content))) continue;
    if (worth.of(row, newest.slice(0, HELD_AGAINST))) chosen.push(row);
  }
  return chosen;
}

/** What notes of the last days asked to leave alone. */
async function mattersLeft(ctx: QueryCtx, now: number): Promise<string[]> {
  const row = await ctx.db.query("musing").first();
  const late = (row?.left ?? []).filter(({ at }) => timeSince(at, now) < LEFT_MS);
  const notes = await Promise.all(late.map(({ eventId }) => ctx.db.get("events", eventId)));
  return notes
    .flatMap((note) => (note === null ? [] : ordersIn(note.content)))
    .flatMap((order) => (order.kind === "leave" ? partsOf(order.about) : []));
}

/** Notes which of the events that a tick read asked to leave something alone; `eventIds` belong to the events, in their order. */
export async function leave(
  ctx: MutationCtx,
  now: number,
  eventIds: readonly Id<"events">[],
  events: readonly SituationEvent[],
): Promise<void> {
  const asked = eventIds.filter((_, i) => {
    const event = events[i];
    return event !== undefined && ordersOfEvent(event).some(({ kind }) => kind === "leave");
  });
  if (asked.length === 0) return;
  const row = await ctx.db.query("musing").first();
  const left = [...asked.map((eventId) => ({ eventId, at: now })), ...(row?.left ?? [])].slice(0, MOST_LEFT);
  if (row === null) await ctx.db.insert("musing", { recent: [], left });
  else await ctx.db.patch("musing", row._id, { left });
}

/** Notes that a tick mused on a memory. */
export async function note(ctx: MutationCtx, now: number, memoryId: Id<"memories">): Promise<void> {
  const row = await ctx.db.query("musing").first();
  const others = (row?.recent ?? []).filter((one) => one.memoryId !== memoryId);
  const recent = [{ memoryId, at: now }, ...others].slice(0, MOST_KEPT);
  if (row === null) await ctx.db.insert("musing", { recent });
  else await ctx.db.patch("musing", row._id, { recent });
}
