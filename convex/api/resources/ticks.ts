/** GET /ticks and GET /ticks/{id}: what each tick did. */
import * as z from "zod";
import { EVENT_KINDS, TICK_OUTCOMES, TRIGGERS, WRITERS } from "../../../mind/enums";
import { internal } from "../../_generated/api";
import { unknownId } from "../errors";
import { emptyInput, getEndpoint, type Endpoint } from "../route";
import {
  artifactType,
  count,
  healthScore,
  limit,
  listFigures,
  mood,
  offset,
  since,
  timestamp,
  until,
} from "../schemas/common";

const trigger = z.enum(TRIGGERS).meta({
  id: "TickTrigger",
  description:
    "The clock, the service's start, POST /tick, POST /wake, or `backlog`: events of another scope waited when a tick ended",
});
const outcome = z.enum(TICK_OUTCOMES).meta({
  id: "TickState",
  description: "`lost`: the service stopped, or the tick's lease ran out, before it ended",
});
const writer = z.enum(WRITERS).meta({
  id: "Writer",
  description: "`model`, or `reflex` where the journal wrote by extraction",
});
const ids = z.array(z.string());

const model = z
  .strictObject({
    name: z.string(),
    promptVersion: z.string(),
    calls: count.meta({ description: "Requests to the provider, retries and repairs among them" }),
    repaired: z.boolean().meta({ description: "Whether the first answer was unusable" }),
    tokens: z
      .strictObject({ input: z.number().min(0), output: z.number().min(0) })
      .exactOptional()
      .meta({ description: "As the provider counts them; absent where the call failed" }),
    ms: z.number().min(0).meta({ description: "How long all calls took together" }),
  })
  .meta({ id: "ModelCall", description: "The language model's part in a tick" });

const summaryFields = {
  _id: z.string(),
  trigger,
  who: z
    .string()
    .exactOptional()
    .meta({ description: "The caller who asked for it, where its token has a name" }),
  outcome,
  startedAt: timestamp,
  endedAt: timestamp.exactOptional(),
  duration: z.number().min(0).exactOptional().meta({ description: "In milliseconds, once it has ended" }),
  error: z.string().exactOptional().meta({ description: "Why it failed" }),
  author: writer.exactOptional(),
  skipped: z.string().exactOptional().meta({
    description: "Why the journal wrote it: the model was not asked, or its answer could not stand",
  }),
  model: model.exactOptional(),
  summary: z.string().exactOptional().meta({ description: "Of its log entry" }),
  counts: z
    .strictObject({
      events: count,
      memoriesShown: count,
      passagesShown: count,
      memoriesWritten: count,
      artifacts: count,
      replies: count,
    })
    .meta({ id: "TickCounts", description: "How many of each it read and wrote" }),
};

export const tick = z.strictObject(summaryFields).meta({ id: "Tick", description: "A tick in a list" });

const latents = { valence: z.number(), arousal: z.number(), curiosity: z.number() };
const felt = z
  .strictObject({ ...latents, mood, health: healthScore })
  .meta({ id: "Felt", description: "Feeling and health at one moment" });

const affect = z
  .strictObject({
    before: felt,
    proposed: z
      .strictObject({ ...latents, mood, confidence: z.number() })
      .exactOptional()
      .meta({ description: "What the model asked for, within the ranges" }),
    clamps: z.array(
      z.strictObject({
        field: z.string(),
        asked: z.union([z.number(), z.string()]),
        applied: z.union([z.number(), z.string()]),
        rule: z.string(),
      }),
    ),
    corrections: z
      .array(z.strictObject({ eventId: z.string(), from: z.number(), to: z.number() }))
      .meta({ description: "Sentiments of events that the model corrected" }),
    applied: felt,
  })
  .meta({ id: "TickAffect", description: "How the tick moved the agent, and what was cut of a proposal" });

const lists = z.strictObject({ events: ids, memories: ids, knowledge: ids });

export const receipt = z
  .strictObject({
    ...summaryFields,
    detail: z.string().exactOptional(),
    remark: z.string().exactOptional(),
    events: z
      .array(
        z.strictObject({
          _id: z.string(),
          kind: z.enum(EVENT_KINDS),
          content: z.string().meta({ description: "Its first 280 characters" }),
          receivedAt: timestamp,
        }),
      )
      .meta({ description: "What it read, in the order in which it was shown" }),
    shown: z
      .strictObject({
        ...lists.shape,
        logs: count,
        logEntries: ids.exactOptional(),
        artifacts: ids.exactOptional(),
        turns: ids.exactOptional().meta({ description: "Earlier notes, each with its reply" }),
        themes: count.exactOptional().meta({ description: "How many" }),
      })
      .exactOptional()
      .meta({
        description:
          "Ids of what the writer was shown, and how many log entries; of its own words the model's only",
      }),
    used: lists.exactOptional().meta({ description: "What of it the words draw on, as the writer says" }),
    proposedPins: ids
      .exactOptional()
      .meta({ description: "Memories that the model would pin: PATCH /memories/{id} does" }),
    memories: ids.meta({ description: "Memories that it wrote or reinforced" }),
    reminders: ids.meta({ description: "Reminders that it set" }),
    artifacts: z.array(z.strictObject({ _id: z.string(), type: artifactType, content: z.string() })),
    replies: z.array(z.strictObject({ noteId: z.string(), reply: z.string(), repliedBy: writer })),
    thoughts: ids.meta({ description: "Thoughts of its own that followed" }),
    affect: affect.exactOptional(),
    ungrounded: z
      .array(
        z.strictObject({
          where: z.string(),
          kind: z.enum(["name", "number", "quotation"]),
          token: z.string(),
        }),
      )
      .exactOptional()
      .meta({ description: "What the model's answer claims and nothing that it was shown holds" }),
    quarantined: z
      .string()
      .exactOptional()
      .meta({ description: "The event that made this tick and those before it fail; none reads it again" }),
  })
  .meta({ id: "TickReceipt", description: "A tick with all that it read, did and cost" });

export const list: Endpoint = getEndpoint({
  operationId: "listTicks",
  tag: "State and health",
  summary: "List the ticks",
  description:
    "Lists all ticks, newest first, also those that failed or still run. `since` and `until` are exclusive and count from the start of the tick.",
  answer: "A page of ticks.",
  example: { query: { limit: "1" } },
  query: z.strictObject({
    limit: limit(20),
    offset,
    trigger: trigger.exactOptional(),
    outcome: outcome.exactOptional(),
    since,
    until,
  }),
  response: z
    .strictObject({ ticks: z.array(tick), ...listFigures })
    .meta({ id: "TickPage", description: "Ticks, newest first" }),
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
