/** The agent's thoughts: made of seeds, looked back on, listed, counted. */
import { internal } from "../../_generated/api";
import { timeTaken } from "../../../mind/time/timeSince";
import { reflectOnThoughts, think } from "../../thoughts/think";
import { providerFailed } from "../errors";
import { onceThroughout } from "../idempotencyKey";
import { nothing, reading, writing, type Endpoint } from "../route";
import * as Thinking from "../schemas/thinking";
import * as Thoughts from "../schemas/thoughts";

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
  body: Thinking.process,
  response: Thinking.processed,
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
  body: Thinking.reflect,
  response: Thinking.reflected,
  handle: (ctx, { lookback, focus = null }, claimed) =>
    onceThroughout(ctx, claimed, async () => {
      const reflected = await reflectOnThoughts(ctx, { lookback, focus }, claimed);
      if (reflected.kind === "failed") throw providerFailed(reflected.reason);
      return { reflection: reflected.reflection };
    }),
});

export const thoughts: Endpoint = reading({
  documentation: {
    operationId: "listThoughts",
    tag: "Consciousness",
    summary: "What the agent thought",
    description:
      "Lists thoughts, newest first, reflections among them. `since` is exclusive, `minConfidence` inclusive.",
    answer: "A page of thoughts.",
    example: { query: { limit: "1" } },
  },
  query: Thoughts.query,
  response: Thoughts.page,
  handle: (ctx, filter) => ctx.runQuery(internal.thoughts.functions.list, filter),
});

export const brilliant: Endpoint = reading({
  documentation: {
    operationId: "listBrilliantThoughts",
    tag: "Consciousness",
    summary: "The agent's moments of brilliance",
    description: "Lists brilliant thoughts, newest first. `since` is exclusive.",
    answer: "Brilliant thoughts, and how many there are.",
    example: { query: { limit: "1" } },
  },
  query: Thoughts.brilliantQuery,
  response: Thoughts.brilliantPage,
  handle: async (ctx, range) => {
    const { thoughts, total } = await ctx.runQuery(internal.thoughts.functions.listBrilliant, range);
    return { thoughts, total };
  },
});

export const stats: Endpoint = reading({
  documentation: {
    operationId: "getConsciousnessStats",
    tag: "Consciousness",
    summary: "Thinking in figures",
    description:
      "Exact, and counted as thoughts are written. The figures of the last 24 hours move with the clock. Means over nothing are 0, and so is the moment of a thought that never was.",
    answer: "The figures.",
    example: {},
  },
  query: nothing,
  response: Thoughts.stats,
  handle: (ctx) => ctx.runQuery(internal.thoughts.functions.stats, { now: Date.now() }),
});
