/** The activity log's table: written by a tick's end, listed with exact totals. */
import { v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { Mood, Routine } from "../mind/words";
import schema from "../schema";
import * as Listing from "./listing";
import { present } from "./present";

/** A log entry as callers see it. */
export const publicLog = schema.tables.logs.validator.omit("tickId", "events").extend({ _id: v.id("logs") });

export interface LogFilter {
  limit: number;
  offset: number;
  mood?: Mood;
  routine?: Routine;
  since?: number;
  until?: number;
}

/** Writes one entry and counts it. */
export async function add(
  ctx: MutationCtx,
  entry: Omit<Doc<"logs">, "_id" | "_creationTime">,
): Promise<void> {
  const id = await ctx.db.insert("logs", entry);
  const facets = { mood: entry.mood, routine: entry.routine };
  await Listing.add(ctx, { list: "logs", facets, key: entry.timestamp, id });
}

export async function list(ctx: QueryCtx, { mood, routine, ...range }: LogFilter) {
  const page = await Listing.page(ctx, { list: "logs", filter: { mood, routine }, ...range });
  const logs = await present(ctx, "logs", page.ids);
  return { logs: logs.map(toPublic), total: page.total, hasMore: page.hasMore };
}

/** The newest entries, newest first. */
export async function recent(ctx: QueryCtx, most: number): Promise<Doc<"logs">[]> {
  return await ctx.db.query("logs").withIndex("by_timestamp").order("desc").take(most);
}

function toPublic({
  _creationTime,
  tickId: _tickId,
  events: _events,
  ...entry
}: Doc<"logs">): Infer<typeof publicLog> {
  return entry;
}
