/** The activity log: written at a tick's end, listed with exact totals. */
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { agentTables } from "./tables";
import * as Listing from "../lib/listing";
import { mood, range, routine } from "../lib/validators";
import { documentsById } from "../lib/documentsById";
import { publicOf } from "../lib/publicOf";
import { LOGS, writeLog } from "./rows";

/** A log entry as callers see it. */
export const publicLog = agentTables.logs.validator
  .omit("events", "volatility", "scope")
  .extend({ _id: v.id("logs") });
const toPublic = publicOf(publicLog);

export const logFilter = v.object({ ...range, mood: v.optional(mood), routine: v.optional(routine) });

/**
 * Writes and lists an entry. Its timestamp is `now` or, if the clock was set back, 1 ms after the newest entry's, so that entries
 * stay in order and a caller that asks for those since the last one misses none.
 */
export async function add(
  ctx: MutationCtx,
  now: number,
  entry: Omit<Doc<"logs">, "_id" | "_creationTime" | "timestamp">,
): Promise<{ id: Id<"logs">; timestamp: number }> {
  const [newest] = await recent(ctx, 1);
  const timestamp = newest === undefined ? now : Math.max(now, newest.timestamp + 1);
  return { id: await writeLog(ctx, null, { ...entry, timestamp }), timestamp };
}

export async function list(ctx: QueryCtx, { mood, routine, ...range }: Infer<typeof logFilter>) {
  const { ids, ...figures } = await Listing.page(ctx, { list: LOGS, facets: { mood, routine }, ...range });
  return { logs: (await documentsById(ctx, "logs", ids)).map(toPublic), ...figures };
}

/** At most `most` entries, newest first. */
export async function recent(ctx: QueryCtx, most: number): Promise<Doc<"logs">[]> {
  return await ctx.db.query("logs").withIndex("by_timestamp").order("desc").take(most);
}
