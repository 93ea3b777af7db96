/** GET /ticks and GET /ticks/{id}: what each tick did. */
import * as z from "zod";
import { quietSince } from "./logs";
import { v } from "convex/values";
import { internal } from "../../_generated/api";
import { publicReceipt, publicTick } from "../../tick/receipts";
import { unknownId } from "../errors";
import { emptyInput, getEndpoint, type Endpoint } from "../route";
import { count, paged, span } from "../schemas/common";
import { amount, counted } from "../schemas/fields";
import { pageOf, responseOf } from "../schemas/shape";
import { tickOutcome, trigger } from "../schemas/words";

const { model, affect } = publicReceipt.fields;
const duration = { duration: v.optional(v.number()) };

const summaryNotes = {
  who: "The caller who asked for it, where its token has a name",
  duration: amount("In milliseconds, once it has ended"),
  error: "Why it failed",
  skipped: "Why the journal wrote it: the model was not asked, or its answer could not stand",
  model: responseOf("ModelCall", "The language model's part in a tick", model, {
    calls: counted("Requests to the provider, retries and repairs among them"),
    repaired: "Whether the first answer was unusable",
    tokens: z
      .strictObject({ input: z.number().min(0), output: z.number().min(0) })
      .meta({ description: "As the provider counts them; absent where the call failed" }),
    ms: amount("How long all calls took together"),
  }),
  summary: "Of its log entry",
  quietSince,
  counts: responseOf("TickCounts", "How many of each it read and wrote", publicTick.fields.counts, {
    ...{ events: count, memoriesShown: count, passagesShown: count },
    ...{ memoriesWritten: count, artifacts: count, replies: count },
  }),
};

const tick = responseOf("Tick", "A tick in a list", publicTick.extend(duration), summaryNotes);

const felt = responseOf("Felt", "Feeling and health at one moment", affect.fields.before);

const receipt = responseOf(
  "TickReceipt",
  "A tick with all that it read, did and cost",
  publicReceipt.extend(duration),
  {
    ...summaryNotes,
    events: z
      .array(
        responseOf("TickEvent", "An event that the tick read", publicReceipt.fields.events.element, {
          content: "Its first 280 characters",
        }),
      )
      .meta({ description: "What it read, in the order in which it was shown" }),
    shown: responseOf(
      "TickShown",
      "Ids of what the writer was shown, and how many log entries; of its own words the model's only",
      publicReceipt.fields.shown,
      { logs: count, turns: "Earlier notes, each with its reply", themes: counted("How many") },
    ),
    used: "What of it the words draw on, as the writer says",
    proposedPins: "Memories that the model would pin: PATCH /memories/{id} does",
    memories: "Memories that it wrote or reinforced",
    reminders: "Reminders that it set",
    thoughts: "Thoughts of its own that followed",
    affect: responseOf("TickAffect", "How the tick moved the agent, and what was cut of a proposal", affect, {
      ...{ before: felt, applied: felt },
      proposed: "What the model asked for, within the ranges",
      corrections: "Sentiments of events that the model corrected",
    }),
    ungrounded: "What the model's answer claims and nothing that it was shown holds",
    quarantined: "The event that made this tick and those before it fail; none reads it again",
  },
);

export const list: Endpoint = getEndpoint({
  operationId: "listTicks",
  tag: "State and health",
  summary: "List the ticks",
  description:
    "Lists all ticks, newest first, also those that failed or still run. `since` and `until` are exclusive and count from the start of the tick.",
  answer: "A page of ticks.",
  example: { query: { limit: "1" } },
  query: z.strictObject({
    ...paged(20),
    trigger: trigger.exactOptional(),
    outcome: tickOutcome.exactOptional(),
    ...span,
  }),
  response: pageOf("TickPage", "Ticks, newest first", "ticks", tick),
  handle: async (ctx, query) => {
    const { ticks, ...figures } = await ctx.runQuery(internal.tick.queries.list, query);
    return { ticks: ticks.map(withDuration), ...figures };
  },
});

export const read: Endpoint = getEndpoint({
  operationId: "getTick",
  tag: "State and health",
  summary: "Get a tick's receipt",
  description:
    "Says what a tick was shown, what it wrote, what the model proposed, what was cut of that and why, and what it cost.",
  answer: "The receipt.",
  example: { id: "{tickId}" },
  query: emptyInput,
  response: receipt,
  handle: async (ctx, _query, { id }) => {
    const receipt = await ctx.runQuery(internal.tick.queries.receipt, { id });
    if (receipt === null) throw unknownId("tick", id);
    return withDuration(receipt);
  },
});

function withDuration<Timed extends { startedAt: number; endedAt?: number }>(
  tick: Timed,
): Timed & { duration?: number } {
  const { startedAt, endedAt } = tick;
  return endedAt === undefined ? tick : { ...tick, duration: Math.max(0, endedAt - startedAt) };
}
