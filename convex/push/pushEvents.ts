/** The outbox: adding events, reading them in order, cleaning up. */
import type { WithoutSystemFields } from "convex/server";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { hooks } from "../hooks";
import { writePushEvent } from "./rows";

type NewEvent = Pick<WithoutSystemFields<Doc<"pushEvents">>, "type" | "subject" | "checks">;

/** Adds an event. Call it in the mutation that does what the event reports. */
export async function add(ctx: MutationCtx, now: number, event: NewEvent): Promise<void> {
  await writePushEvent(ctx, null, { ...event, number: (await lastNumber(ctx)) + 1, at: now });
  const listener = await ctx.db
    .query("webhooks")
    .withIndex("by_active", (q) => q.eq("active", true))
    .first();
  // Delivers the event now; the cron would do it later.
  if (listener !== null) await ctx.scheduler.runAfter(0, hooks.pushed, {});
}

/** The newest event; null before the first. */
export async function last(ctx: QueryCtx): Promise<Doc<"pushEvents"> | null> {
  return await ctx.db.query("pushEvents").withIndex("by_number").order("desc").first();
}

/** The number of the newest event; 0 before the first. */
export async function lastNumber(ctx: QueryCtx): Promise<number> {
  return (await last(ctx))?.number ?? 0;
}

/** The first events after `number`, in order. */
export async function after(ctx: QueryCtx, number: number, limit: number): Promise<Doc<"pushEvents">[]> {
  return await ctx.db
    .query("pushEvents")
    .withIndex("by_number", (q) => q.gt("number", number))
    .take(limit);
}

/** An event's id. It includes the time, so it is unique even if the data was deleted and numbers started again. */
export function eventId({ number, at }: Pick<Doc<"pushEvents">, "number" | "at">): string {
  return `evt_${number}_${at.toString(36)}`;
}

/** The number and time in an event's id; null if the text is no such id. */
export function parseEventId(id: string): Pick<Doc<"pushEvents">, "number" | "at"> | null {
  const [, number, at] = /^evt_(\d{1,15})_([0-9a-z]{1,10})$/.exec(id) ?? [];
  return number === undefined || at === undefined ? null : { number: Number(number), at: parseInt(at, 36) };
}
