/** GET /consciousness/thoughts, /consciousness/brilliant and /consciousness/stats. */
import * as z from "zod";
import { TONES } from "../../../mind/enums";
import { fraction, limit, listFigures, offset, since, timestamp } from "../schemas/common";
import { share } from "../schemas/memory";
import { internal } from "../../_generated/api";
import { nothing, reading, type Endpoint } from "../route";

export const tone = z.enum(TONES).meta({ id: "Tone", description: "How a thought sounds" });

export const thought = z
  .strictObject({
    _id: z.string(),
    content: z.string().meta({ description: "The thought, in the agent's words" }),
    seeds: z.array(z.string()).exactOptional().meta({
      description:
        "What it was made of, in the order given; of seeds that take more than 24,000 characters together the longest are cut and end in “…”. Left out on reflections",
    }),
    tone,
    confidence: share("The writer's own, lowered by claims that no seed supports"),
    isBrilliant: z.boolean().meta({ description: "Whether it is a moment of brilliance" }),
    brillianceFactors: z
      .strictObject({
        seedCount: z.int().min(1),
        avgSeedImportance: share("Mean importance of the seeds"),
        commonEntities: z.array(z.string()).meta({ description: "Names that two seeds or more have" }),
        novelty: share("1 less the greatest similarity to the last 200 thoughts and to its own seeds"),
      })
      .exactOptional()
      .meta({ id: "BrillianceFactors", description: "On brilliant thoughts: why they are" }),
    basedOn: z
      .strictObject({
        thoughtsAnalyzed: z.int().min(0),
        timespan: z.string().meta({ description: "How far back it looks, such as `24 hours`" }),
        dominantThemes: z.array(z.string()),
      })
      .exactOptional()
      .meta({ id: "ReflectedOn", description: "On reflections: what they look back on" }),
    timestamp,
  })
  .meta({ id: "Thought", description: "A thought, or a reflection on thoughts" });

export const query = z.strictObject({
  limit: limit(20),
  offset,
  tone: tone.exactOptional().meta({ description: "Only thoughts of this tone" }),
  since,
  minConfidence: fraction.exactOptional().meta({ description: "Only thoughts that are at least this sure" }),
});

export const page = z
  .strictObject({ thoughts: z.array(thought), ...listFigures })
  .meta({ id: "ThoughtPage", description: "Thoughts, newest first" });

export const brilliantQuery = z.strictObject({ limit: limit(10), offset, since });

export const brilliantPage = z
  .strictObject({ thoughts: z.array(thought), total: listFigures.total })
  .meta({ id: "BrilliantThoughts", description: "Brilliant thoughts, newest first" });

const count = z.int().min(0);

export const statsBody = z
  .strictObject({
    totalThoughts: count.meta({ description: "Reflections among them" }),
    brilliantCount: count,
    brillianceRate: share("Share of thoughts that are brilliant"),
    toneDistribution: z
      .strictObject({
        curious: share("Share of thoughts"),
        excited: share("Share of thoughts"),
        concerned: share("Share of thoughts"),
        neutral: share("Share of thoughts"),
        reflective: share("Share of thoughts"),
      })
      .meta({ description: "Shares of the tones; all 0 before the first thought" }),
    avgConfidence: share("Mean confidence"),
    avgSeedsPerThought: z.number().min(0).meta({ description: "Mean number of seeds, reflections left out" }),
    lastThought: timestamp,
    thoughtsLast24h: count,
    brilliantLast24h: count,
  })
  .meta({ id: "ConsciousnessStats", description: "Thinking in figures" });

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
  query: query,
  response: page,
  handle: (ctx, filter) => ctx.runQuery(internal.thoughts.queries.list, filter),
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
  query: brilliantQuery,
  response: brilliantPage,
  handle: async (ctx, range) => {
    const { thoughts, total } = await ctx.runQuery(internal.thoughts.queries.listBrilliant, range);
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
  response: statsBody,
  handle: (ctx) => ctx.runQuery(internal.thoughts.queries.stats, { now: Date.now() }),
});
