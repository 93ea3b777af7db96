/** POST /consciousness/process and POST /consciousness/reflect. */
import * as z from "zod";
import { DEFAULT_MIN_IMPORTANCE } from "../../../mind/thoughts/seeds";
import { DEFAULT_LOOKBACK } from "../../../mind/thoughts/thoughtReflection";
import { text } from "../schemas/common";
import { amount, counted, share } from "../schemas/fields";
import { thought } from "./thoughts";
import { timeTaken } from "../../../mind/time/timeSince";
import { reflectOnThoughts, think } from "../../thoughts/think";
import { providerFailed } from "../errors";
import { runIdempotent } from "../idempotencyKey";
import { postEndpoint, type Endpoint } from "../route";

const MAX_SEEDS = 100;
const MAX_ENTITIES = 32;

const seed = z
  .strictObject({
    content: text(4_096),
    importance: share("How much it matters"),
    entities: z
      .array(text(256))
      .max(MAX_ENTITIES)
      .exactOptional()
      .meta({ description: `Names it is about, ${MAX_ENTITIES} at most. Names in its text are added` }),
    source: text(256).exactOptional().meta({ description: "The source, in at most 256 characters" }),
  })
  .meta({ id: "Seed", description: "Something to think about" });

export const processBody = z
  .strictObject({
    seeds: z.array(seed).min(1).max(MAX_SEEDS),
    forceProcess: z.boolean().default(false).meta({
      description: "Make a thought even of a single seed, and of all seeds where none is important enough",
    }),
    minImportance: share(
      `Less important seeds are dropped; ${DEFAULT_MIN_IMPORTANCE} where left out`,
    ).exactOptional(),
  })
  .meta({ id: "SeedsToProcess", description: "Seeds for a thought" });

const figures = {
  filtered: counted("Seeds below `minImportance`"),
  processTime: amount("How long it took, in milliseconds"),
};

const made = z
  .strictObject({ thought, ...figures })
  .meta({ id: "ThoughtMade", description: "The thought that was made" });

const none = z
  .strictObject({
    thought: z.null(),
    reason: z.string().meta({ description: "Why there is no thought" }),
    ...figures,
  })
  .meta({ id: "NoThought", description: "Too few seeds were left; nothing was written" });

// The one with more fields first, as in DedupOutcome.
export const processed = z.union([none, made]).meta({ id: "ProcessOutcome" });

export const reflectBody = z
  .strictObject({
    lookback: z
      .enum(["1h", "24h", "7d"])
      .default(DEFAULT_LOOKBACK)
      .meta({ description: "How far to look back" }),
    focus: text(256)
      .exactOptional()
      .meta({ description: "The subject, of 1 to 256 characters. Left out, all thoughts of that time" }),
  })
  .meta({ id: "LookBack", description: "Which thoughts to reflect on" });

export const reflected = z
  .strictObject({ reflection: thought })
  .meta({ id: "LookBackOutcome", description: "The reflection, which is a thought itself" });

export const process: Endpoint = postEndpoint({
  operationId: "processSeeds",
  tag: "Consciousness",
  summary: "Make a thought from seeds",
  description:
    "Seeds below `minImportance` are dropped and counted in `filtered`; seeds with the same text are merged. At least two must remain, unless `forceProcess` is true. A thought is brilliant if it has at least three seeds of mean importance 0.7 or more, two of them share a name, its novelty is at least 0.5 and its confidence at least 0.7. The service measures all of this; the model has no say. A brilliant thought is also stored as a memory. Without a model the thought names what the seeds share and quotes them.",
  answer: "The thought, or the reason why there is none.",
  failures: ["ProviderFailed"],
  example: {
    body: {
      seeds: [
        { content: "A storm closed the harbour of Kiel for two days.", importance: 0.8, source: "news" },
        { content: "Prices for fish in Kiel rose by 12 percent this week.", importance: 0.7 },
        { content: "Maria wants to repaint her boat in Kiel before the winter.", importance: 0.7 },
      ],
    },
  },
  body: processBody,
  response: processed,
  handle: (ctx, request, claimed) =>
    runIdempotent(ctx, claimed, async () => {
      const startedAt = Date.now();
      const thought = await think(ctx, request, claimed);
      if (thought.kind === "failed") throw providerFailed(thought.reason);
      const figures = { filtered: thought.filtered, processTime: timeTaken(startedAt, Date.now()) };
      return thought.kind === "made"
        ? { thought: thought.thought, ...figures }
        : { thought: null, reason: thought.reason, ...figures };
    }),
});

export const reflect: Endpoint = postEndpoint({
  operationId: "reflectOnThoughts",
  tag: "Consciousness",
  summary: "Look back on thoughts",
  description:
    "Reflects on the agent's thoughts of the last hour, day or week (at most the newest hundred, without earlier reflections) and stores the result as a thought with `basedOn` and without seeds. Its confidence never exceeds that of the thoughts. With fewer than two thoughts it says so without asking the model. A reflection with the same words and the same number of thoughts as the last one is not stored again: the answer is the earlier one. Without a model it counts and quotes the thoughts.",
  answer: "The reflection.",
  failures: ["ProviderFailed"],
  example: { body: { lookback: "24h" } },
  body: reflectBody,
  response: reflected,
  handle: (ctx, { lookback, focus = null }, claimed) =>
    runIdempotent(ctx, claimed, async () => {
      const reflected = await reflectOnThoughts(ctx, { lookback, focus }, claimed);
      if (reflected.kind === "failed") throw providerFailed(reflected.reason);
      return { reflection: reflected.reflection };
    }),
});
