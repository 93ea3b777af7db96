/** Steering the agent: run a tick, wake it with a note, feed it an event. */
import { internal } from "../../_generated/api";
import { runTick } from "../../tick/run";
import { providerFailed, tickInProgress } from "../errors";
import { settled } from "../idempotencyKey";
import { nothing, writing, type Endpoint } from "../route";
import * as Feed from "../schemas/feed";
import { asText } from "../schemas/metadata";
import * as Tick from "../schemas/tick";
import * as Wake from "../schemas/wake";

export const tick: Endpoint = writing({
  documentation: {
    operationId: "runTick",
    tag: "Control",
    summary: "Run a tick",
    description:
      "Answers when the tick has ended. Where a model is configured, it is asked; without one the journal writes the tick by extraction. Takes no body, and no Idempotency-Key: a tick can't be answered twice with one result.",
    answer: "The tick succeeded, and its state is the agent's.",
    failures: ["TickInProgress", "ProviderFailed"],
    example: {},
  },
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
  documentation: {
    operationId: "wake",
    tag: "Control",
    summary: "Leave the agent a note",
    description: "The note waits for the next tick, which `triggerTick` starts at once.",
    answer: "The note is kept.",
    example: { body: { note: "The ferry is back. Is the pier ready for visitors?", priority: "high" } },
  },
  body: Wake.body,
  response: Wake.outcome,
  handle: async (ctx, body, claimed) => ({
    acknowledged: true as const,
    ...settled(await ctx.runMutation(internal.tick.eventFunctions.wake, { ...body, ...claimed })),
  }),
});

export const feed: Endpoint = writing({
  documentation: {
    operationId: "feed",
    tag: "Control",
    summary: "Tell the agent what happened",
    description:
      "Moves the agent's state by sentiment and impact, and waits for the next tick. `status`, `severity`, `level` and `priority` in the metadata, or in a content that is a JSON object, come before the words in the sentiment. No single event moves health by more than 25.",
    answer: "The event is kept.",
    example: {
      body: {
        type: "news",
        content: "The harbour festival was a wonderful success: the whole town came and everybody danced.",
        impact: "high",
        metadata: { source: "harbour-gazette" },
      },
    },
  },
  body: Feed.body,
  response: Feed.outcome,
  handle: async (ctx, { metadata, ...event }, claimed) =>
    settled(
      await ctx.runMutation(internal.tick.eventFunctions.feed, {
        ...event,
        ...asText(metadata),
        ...claimed,
      }),
    ),
});
