/** The activity log's table: written by a tick's end, listed with exact totals. */
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { Mood, Routine } from "../../mind/enums";
import { agentTables } from "./tables";
import * as Listing from "../lib/listing";
import { documentsById } from "../lib/documentsById";

/** A log entry as callers see it. */
export const publicLog = agentTables.logs.validator
  .omit("events", "volatility", "scope")
  .extend({ _id: v.id("logs") });

export interface LogFilter {
  limit: number;
  offset: number;
  mood?: Mood;
  routine?: Routine;
  since?: number;
  until?: number;
}

/**
 * Writes one entry and counts it. Its moment: `now`, or just after the newest entry's where the clock has been set back,
 * so that the newest comes first and nobody who reads on from the last moment misses one.
 */
export async function add(
  ctx: MutationCtx,
  now: number,
  entry: Omit<Doc<"logs">, "_id" | "_creationTime" | "timestamp">,
): Promise<{ id: Id<"logs">; timestamp: number }> {
  const [newest] = await recent(ctx, 1);
  const timestamp = newest === undefined ? now : Math.max(now, newest.timestamp + 1);
  const id = await ctx.db.insert("logs", { ...entry, timestamp });
  await Listing.put(ctx, entryOf({ ...entry, timestamp, _id: id }));
  return { id, timestamp };
}

/** An entry in its list. */
export function entryOf({
  _id,
  mood,
  routine,
  timestamp,
}: Pick<Doc<"logs">, "_id" | "mood" | "routine" | "timestamp">) {
  return { list: "logs", facets: { mood, routine }, key: timestamp, id: _id };
}

export async function list(ctx: QueryCtx, { mood, routine, ...range }: LogFilter) {
  const page = await Listing.page(ctx, { list: "logs", facets: { mood, routine }, ...range });
  const logs = await documentsById(ctx, "logs", page.ids);
  return { logs: logs.map(toPublic), total: page.total, hasMore: page.hasMore };
}

/** The newest entries, newest first. */
export async function recent(ctx: QueryCtx, most: number): Promise<Doc<"logs">[]> {
  return await ctx.db.query("logs").withIndex("by_timestamp").order("desc").take(most);
}

function toPublic({
  _creationTime,
  events: _events,
  volatility: _,
  scope: _scope,
  ...entry
}: Doc<"logs">): Infer<typeof publicLog> {
  return entry;
}
