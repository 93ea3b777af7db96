/** The figures of GET /metrics. Each is a total that is kept anyway, or counted up to a bound. */
import { v, type Infer } from "convex/values";
import { byWord, MEMORY_TYPES, PURPOSES, TICK_OUTCOMES } from "../../mind/enums";
import type { QueryCtx } from "../_generated/server";
import * as Agent from "../agent/state";
import * as Listing from "../lib/listing";
import { requestTotals } from "../rateLimits/rateLimits";
import * as Totals from "../lib/totals";
import type { Settings } from "../lib/settings";
import { latents } from "../lib/validators";
import * as Knowledge from "../knowledge/lists";
import { spent } from "../llm/tables";
import * as Usage from "../llm/usage";
import * as PushEvents from "../push/pushEvents";
import * as ThoughtTotals from "../thoughts/totals";
import { progressOf, all as allWebhooks } from "../webhooks/webhooks";
import * as Health from "./health";

/** A queue that is longer counts as so long. */
const MAX_COUNTED = 1_000;
/** Waiting events may be long texts. */
const MAX_EVENTS_COUNTED = 100;

const count = v.number();
export const figures = v.object({
  report: Health.report,
  volatility: v.number(),
  latents: v.optional(latents),
  requests: v.record(v.string(), count),
  ticks: v.record(v.string(), count),
  usage: v.object(byWord(PURPOSES, () => spent)),
  queues: v.object({ embedding: count, events: count }),
  webhooks: v.array(v.object({ id: v.string(), active: v.boolean(), waiting: count })),
  memories: v.record(v.string(), count),
  totals: v.object({
    themes: count,
    links: count,
    knowledge: count,
    thoughts: count,
    brilliant: count,
    pushEvents: count,
  }),
});
export type Figures = Infer<typeof figures>;

export async function read(ctx: QueryCtx, now: number, settings: Settings): Promise<Figures> {
  const memories = await Totals.read(ctx, "memories");
  const thoughts = await ThoughtTotals.stats(ctx, now);
  const lastEvent = await PushEvents.lastNumber(ctx);
  const agent = await Agent.find(ctx);
  const ticks = TICK_OUTCOMES.map(
    async (outcome) => [outcome, await Listing.total(ctx, { list: "ticks", facets: { outcome } })] as const,
  );
  const webhooks = (await allWebhooks(ctx)).map(async ({ _id, active }) => {
    const waiting = active ? lastEvent - (await progressOf(ctx, _id)).cursor : 0;
    return { id: _id, active, waiting };
  });
  return {
    report: await Health.examine(ctx, now, settings),
    volatility: (await Agent.state(ctx)).volatility,
    ...(agent === null ? {} : { latents: agent.affect.now }),
    requests: await requestTotals(ctx),
    ticks: Object.fromEntries(await Promise.all(ticks)),
    usage: await Usage.today(ctx, now, settings),
    queues: {
      embedding: (await ctx.db.query("embeddingQueue").take(MAX_COUNTED)).length,
      events: (
        await ctx.db
          .query("events")
          .withIndex("by_consumer", (q) => q.eq("consumedBy", null))
          .take(MAX_EVENTS_COUNTED)
      ).length,
    },
    webhooks: await Promise.all(webhooks),
    memories: byWord(MEMORY_TYPES, memories),
    totals: {
      themes: memories("coreMemories"),
      links: memories("links"),
      knowledge: await Knowledge.total(ctx, 0),
      thoughts: thoughts.totalThoughts,
      brilliant: thoughts.brilliantCount,
      pushEvents: lastEvent,
    },
  };
}
