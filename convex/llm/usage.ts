/** What the calls to providers cost, by calendar day of the agent's zone and by purpose. */
import { getOneFrom } from "convex-helpers/server/relationships";
import { v, type Infer } from "convex/values";
import { byWord, PURPOSES } from "../../mind/enums";
import { DAY_MS, localDate } from "../../mind/time/calendarDay";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { documentsById } from "../lib/documentsById";
import * as Listing from "../lib/listing";
import type { Settings } from "../lib/settings";
import { purpose, type RangeArgs } from "../lib/validators";
import { USAGE, writeUsage } from "./rows";
import { spent } from "./tables";

/** What was spent for one purpose. */
export const entry = spent.extend({ purpose });

/** A day as callers see it. `day` is YYYY-MM-DD; `tokens` is what LLM_DAILY_TOKENS limits. */
export const publicDay = v.object({
  day: v.string(),
  tokens: v.number(),
  purposes: v.object(byWord(PURPOSES, () => spent)),
});

const NONE = { calls: 0, input: 0, output: 0 };

/** Adds to the day's row. */
export async function add(
  ctx: MutationCtx,
  now: number,
  { timeZone }: Settings,
  entries: readonly Infer<typeof entry>[],
): Promise<void> {
  if (entries.length === 0) return;
  const { day } = localDate(now, timeZone);
  const row = await rowOf(ctx, day);
  const purposes = { ...row?.purposes };
  for (const { purpose, calls, input, output } of entries) {
    const before = purposes[purpose] ?? NONE;
    purposes[purpose] = {
      calls: before.calls + calls,
      input: before.input + input,
      output: before.output + output,
    };
  }
  await writeUsage(ctx, row, { day, purposes });
}

/** The language model's tokens on the day of `now`. */
export async function tokensToday(ctx: QueryCtx, now: number, { timeZone }: Settings): Promise<number> {
  const row = await rowOf(ctx, localDate(now, timeZone).day);
  return row === null ? 0 : tokensOf(row);
}

/** What was spent on the day of `now`, by purpose. */
export async function today(ctx: QueryCtx, now: number, { timeZone }: Settings) {
  const row = await rowOf(ctx, localDate(now, timeZone).day);
  return { ...byWord(PURPOSES, () => NONE), ...row?.purposes };
}

/** Whether LLM_DAILY_TOKENS of the day of `now` are spent. A call is made while any are left, so a day may end above it. */
export async function isBudgetSpent(ctx: QueryCtx, now: number, settings: Settings): Promise<boolean> {
  const { dailyTokens } = settings;
  return dailyTokens !== null && (await tokensToday(ctx, now, settings)) >= dailyTokens;
}

/** A page of days, newest first. `since` and `until` are exclusive, in days since 1 January 1970. */
export async function list(ctx: QueryCtx, range: RangeArgs) {
  const { ids, ...figures } = await Listing.page(ctx, { list: USAGE, ...range });
  return { days: (await documentsById(ctx, "usage", ids)).map(toPublic), ...figures };
}

async function rowOf(ctx: QueryCtx, day: number): Promise<Doc<"usage"> | null> {
  return await getOneFrom(ctx.db, "usage", "by_day", day);
}

function tokensOf({ purposes: { embedding: _, ...chat } }: Doc<"usage">): number {
  return Object.values(chat).reduce((sum, { input, output }) => sum + input + output, 0);
}

function toPublic(row: Doc<"usage">): Infer<typeof publicDay> {
  return {
    day: new Date(row.day * DAY_MS).toISOString().slice(0, 10),
    tokens: tokensOf(row),
    purposes: byWord(PURPOSES, (purpose) => row.purposes[purpose] ?? NONE),
  };
}
