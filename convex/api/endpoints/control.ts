/** Steering the agent: run a tick, wake it with a note, feed it an event. */
import { internal } from "../../_generated/api";
import { runTick } from "../../ticking";
import { providerFailed, tickInProgress } from "../errors";
import { settled } from "../idempotencyKey";
import { nothing, writing, type Endpoint } from "../route";
import * as Feed from "../schemas/feed";
import * as Tick from "../schemas/tick";
import * as Wake from "../schemas/wake";

export const tick: Endpoint = writing({
  body: nothing,
  response: Tick.outcome,
  handle: async (ctx) => {
    const ended = await runTick(ctx, { trigger: "manual" });
    switch (ended.kind) {
      case "done": {
        const { kind: _kind, durationMs: duration, ...words } = ended;
        return { ...words, duration };
      }
      case "busy":
        throw tickInProgress(ended.retryAfterMs);
      case "failed":
        throw providerFailed(ended.reason);
      case "skipped":
        throw new Error("a tick asked for by hand was skipped");
    }
  },
});

export const wake: Endpoint = writing({
  body: Wake.body,
  response: Wake.outcome,
  handle: async (ctx, body, claimed) => ({
    acknowledged: true as const,
    ...settled(await ctx.runMutation(internal.events.wake, { ...body, ...claimed })),
  }),
});

export const feed: Endpoint = writing({
  body: Feed.body,
  response: Feed.outcome,
  handle: async (ctx, { metadata, ...event }, claimed) =>
    settled(
      await ctx.runMutation(internal.events.feed, {
        ...event,
        // As text, because Convex's field names may not hold what a caller's keys may.
        ...(metadata === undefined ? {} : { metadata: JSON.stringify(metadata) }),
        ...claimed,
      }),
    ),
});
