/** POST /consciousness/process and POST /consciousness/reflect. */
import * as z from "zod";
import { DEFAULT_MIN_IMPORTANCE } from "../../../mind/thoughts/seeds";
import { DEFAULT_LOOKBACK } from "../../../mind/thoughts/thoughtReflection";
import { text } from "../schemas/common";
import { share } from "../schemas/memory";
import { thought } from "./thoughts";
import { timeTaken } from "../../../mind/time/timeSince";
import { reflectOnThoughts, think } from "../../thoughts/think";
import { providerFailed } from "../errors";
import { onceThroughout } from "../idempotencyKey";
import { writing, type Endpoint } from "../route";

const MOST_SEEDS = 100;
const MOST_ENTITIES = 32;

const seed = z
  .strictObject({
    content: text(4_096),
    importance: share("How much it matters"),
    entities: z
      .array(text(256))
      .max(MOST_ENTITIES)
      .exactOptional()
      .meta({ description: `Names it is about, ${MOST_ENTITIES} at most; those in its text are found` }),
    source: text(256).exactOptional().meta({ description: "Where it comes from, in at most 256 characters" }),
  })
  .meta({ id: "Seed", description: "Something to think about" });

export const processBody = z
  .strictObject({
    seeds: z.array(seed).min(1).max(MOST_SEEDS),
    forceProcess: z.boolean().default(false).meta({
      description: "Think even of a single seed; with none that is important enough, of all of them",
    }),
    minImportance: share(
      `Seeds that matter less are dropped; ${DEFAULT_MIN_IMPORTANCE} where left out`,
    ).exactOptional(),
  })
  .meta({ id: "SeedsToProcess", description: "Seeds for a thought" });

const figures = {
  filtered: z.int().min(0).meta({ description: "Seeds dropped because they matter too little" }),
  processTime: z.number().min(0).meta({ description: "Milliseconds that it took" }),
};

const made = z
  .strictObject({ thought, ...figures })
  .meta({ id: "ThoughtMade", description: "The seeds made a thought" });

const none = z
  .strictObject({
    thought: z.null(),
    reason: z.string().meta({ description: "Why there is none" }),
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
    focus: text(256).exactOptional().meta({
      description: "What to look back on, of 1 to 256 characters; left out, all thoughts of that time",
    }),
  })
  .meta({ id: "LookBack", description: "Which thoughts to reflect on" });

export const reflected = z
  .strictObject({ reflection: thought })
  .meta({ id: "LookBackOutcome", description: "The reflection, a thought itself" });

export const process: Endpoint = writing({
  documentation: {
    operationId: "processSeeds",
    tag: "Consciousness",
    summary: "Make a thought of seeds",
    description:
      "Seeds that matter less than `minImportance` are dropped and counted in `filtered`; seeds of the same text are merged. Two must be left, unless `forceProcess` is true. A thought is brilliant if it is made of at least three seeds of mean importance 0.7 or more, two of which have a name in common, and if its novelty is at least 0.5 and its confidence at least 0.7: all measured here, never asked of the model. A brilliant thought becomes a memory, too. Without a model the thought names what the seeds share and quotes them.",
    answer: "The thought; or none, and why.",
    failures: ["ProviderFailed"],
    example: {
      body: {
        seeds: [
          {
            content: "A storm closed the harbour of Kiel for two days.",
            importance: 0.8,
            source: "news",
          },
          { content: "Prices for fish in Kiel rose by 12 percent this week.", importance: 0.7 },
          { content: "Maria wants to repaint her boat in Kiel before the winter.", importance: 0.7 },
        ],
      },
    },
  },
  body: processBody,
  response: processed,
  handle: (ctx, request, claimed) =>
    onceThroughout(ctx, claimed, async () => {
      const startedAt = Date.now();
      const thought = await think(ctx, request, claimed);
      if (thought.kind === "failed") throw providerFailed(thought.reason);
      const figures = { filtered: thought.filtered, processTime: timeTaken(startedAt, Date.now()) };
      return thought.kind === "made"
        ? { thought: thought.thought, ...figures }
        : { thought: null, reason: thought.reason, ...figures };
    }),
});

export const reflect: Endpoint = writing({
  documentation: {
    operationId: "reflectOnThoughts",
    tag: "Consciousness",
    summary: "Look back on thoughts",
    description:
      "Reflects on the agent's thoughts of the last hour, day or week, at most the newest hundred, earlier reflections left out, and keeps what it finds as a thought with `basedOn` and without seeds. It is never surer than the thoughts that it rests on. With fewer than two thoughts it says so, without asking the model. The last reflection again, of the same words on as many thoughts, is not kept twice: the earlier one is answered. Without a model it counts and quotes them.",
    answer: "The reflection.",
    failures: ["ProviderFailed"],
    example: { body: { lookback: "24h" } },
  },
  body: reflectBody,
  response: reflected,
  handle: (ctx, { lookback, focus = null }, claimed) =>
    onceThroughout(ctx, claimed, async () => {
      const reflected = await reflectOnThoughts(ctx, { lookback, focus }, claimed);
      if (reflected.kind === "failed") throw providerFailed(reflected.reason);
      return { reflection: reflected.reflection };
    }),
});
