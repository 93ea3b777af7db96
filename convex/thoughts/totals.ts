/** The figures of GET /consciousness/stats, most of them from the totals. */
import { v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { byWord, TONES } from "../../mind/enums";
import * as Totals from "../lib/totals";
import { documentsById } from "../lib/documentsById";
import * as Listing from "../lib/listing";
import { BRILLIANT_LIST, LIST, REFLECTION_LIST } from "./reads";

const DAY_MS = 24 * 60 * 60 * 1000;

export const thoughtStats = v.object({
  totalThoughts: v.number(),
  brilliantCount: v.number(),
  brillianceRate: v.number(),
  toneDistribution: v.object(byWord(TONES, () => v.number())),
  avgConfidence: v.number(),
  avgSeedsPerThought: v.number(),
  lastThought: v.number(),
  thoughtsLast24h: v.number(),
  brilliantLast24h: v.number(),
});

/** The figures at `now` (ms since the epoch), which bounds those of the last day. */
export async function stats(ctx: QueryCtx, now: number): Promise<Infer<typeof thoughtStats>> {
  const sum = await Totals.read(ctx, "thoughts");
  const total = TONES.reduce((all, tone) => all + sum(tone), 0);
  const share = (count: number) => (total === 0 ? 0 : Totals.onGrid(count / total));
  const made = total - sum("reflections");
  const dayAgo = now - DAY_MS;
  const since = (list: string) => Listing.total(ctx, { list, since: dayAgo });
  return {
    totalThoughts: total,
    brilliantCount: sum("brilliant"),
    brillianceRate: share(sum("brilliant")),
    toneDistribution: byWord(TONES, (tone) => share(sum(tone))),
    avgConfidence: Totals.onGrid(Totals.mean(sum("confidence"), total)),
    avgSeedsPerThought: made === 0 ? 0 : Totals.onGrid(sum("seeds") / made),
    lastThought: (await newestIn(ctx, LIST))?.timestamp ?? 0,
    thoughtsLast24h: await since(LIST),
    brilliantLast24h: await since(BRILLIANT_LIST),
  };
}

/** The newest thought of a list; null without one. */
async function newestIn(ctx: QueryCtx, list: string): Promise<Doc<"thoughts"> | null> {
  const { ids } = await Listing.page(ctx, { list, limit: 1, offset: 0 });
  return (await documentsById(ctx, "thoughts", ids))[0] ?? null;
}

/** The newest reflection; null before the first. */
export async function lastReflection(ctx: QueryCtx): Promise<Doc<"thoughts"> | null> {
  return await newestIn(ctx, REFLECTION_LIST);
}
