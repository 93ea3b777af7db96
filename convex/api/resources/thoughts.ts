/** GET /consciousness/thoughts, /consciousness/brilliant and /consciousness/stats. */
import * as z from "zod";
import { byWord, TONES } from "../../../mind/enums";
import { count, fraction, limit, listFigures, offset, since, timestamp } from "../schemas/common";
import { share } from "../schemas/memory";
import { internal } from "../../_generated/api";
import { emptyInput, getEndpoint, type Endpoint } from "../route";

export const tone = z.enum(TONES).meta({ id: "Tone", description: "How a thought sounds" });

export const thought = z
  .strictObject({
    _id: z.string(),
    content: z.string().meta({ description: "The thought in the agent's words" }),
    seeds: z.array(z.string()).exactOptional().meta({
      description:
        "The seeds in the order given. Where they exceed 24,000 characters together, the longest are cut and end in “…”. Absent on reflections",
    }),
    tone,
    confidence: share("The writer's own confidence, lowered by claims that no seed supports"),
    isBrilliant: z.boolean().meta({ description: "Whether it is a moment of brilliance" }),
    brillianceFactors: z
      .strictObject({
        seedCount: z.int().min(1),
        avgSeedImportance: share("Mean importance of the seeds"),
        commonEntities: z.array(z.string()).meta({ description: "Names that at least two seeds share" }),
        novelty: share("1 minus the greatest similarity to the last 200 thoughts and its own seeds"),
      })
      .exactOptional()
      .meta({ id: "BrillianceFactors", description: "Only on brilliant thoughts: why they are" }),
    basedOn: z
      .strictObject({
        thoughtsAnalyzed: z.int().min(0),
        timespan: z.string().meta({ description: "How far back it looks, such as `24 hours`" }),
        dominantThemes: z.array(z.string()),
      })
      .exactOptional()
      .meta({ id: "ReflectedOn", description: "Only on reflections: the thoughts they look back on" }),
    tickId: z.string().exactOptional().meta({ description: "The tick that a thought of its own followed" }),
    timestamp,
  })
  .meta({ id: "Thought", description: "A thought, or a reflection on thoughts" });

export const statsBody = z
  .strictObject({
    totalThoughts: count.meta({ description: "Including reflections" }),
    brilliantCount: count,
    brillianceRate: share("Share of thoughts that are brilliant"),
    toneDistribution: z
      .strictObject(byWord(TONES, () => share("Share of thoughts")))
      .meta({ description: "Shares of the tones; all 0 before the first thought" }),
    avgConfidence: share("Mean confidence"),
    avgSeedsPerThought: z.number().min(0).meta({ description: "Mean number of seeds, without reflections" }),
    lastThought: timestamp,
    thoughtsLast24h: count,
    brilliantLast24h: count,
  })
  .meta({ id: "ConsciousnessStats", description: "Statistics of thoughts" });

export const thoughts: Endpoint = getEndpoint({
  operationId: "listThoughts",
  tag: "Consciousness",
  summary: "List thoughts",
  description:
    "Lists thoughts, newest first, including reflections. `since` is exclusive, `minConfidence` inclusive.",
  answer: "A page of thoughts.",
  example: { query: { limit: "1" } },
  query: z.strictObject({
    limit: limit(20),
    offset,
    tone: tone.exactOptional().meta({ description: "Only thoughts of this tone" }),
    since,
    minConfidence: fraction.exactOptional().meta({ description: "Least confidence, inclusive" }),
  }),
  response: z
    .strictObject({ thoughts: z.array(thought), ...listFigures })
    .meta({ id: "ThoughtPage", description: "Thoughts, newest first" }),
  handle: (ctx, filter) => ctx.runQuery(internal.thoughts.queries.list, filter),
});

export const brilliant: Endpoint = getEndpoint({
  operationId: "listBrilliantThoughts",
  tag: "Consciousness",
  summary: "List brilliant thoughts",
  description: "Lists brilliant thoughts, newest first. `since` is exclusive.",
  answer: "Brilliant thoughts, and how many there are.",
  example: { query: { limit: "1" } },
  query: z.strictObject({ limit: limit(10), offset, since }),
  response: z
    .strictObject({ thoughts: z.array(thought), total: listFigures.total })
    .meta({ id: "BrilliantThoughts", description: "Brilliant thoughts, newest first" }),
  handle: async (ctx, range) => {
    const { thoughts, total } = await ctx.runQuery(internal.thoughts.queries.listBrilliant, range);
    return { thoughts, total };
  },
});

export const stats: Endpoint = getEndpoint({
  operationId: "getConsciousnessStats",
  tag: "Consciousness",
  summary: "Get thought statistics",
  description:
    "Exact figures, updated with every thought. Those of the last 24 hours follow the clock. Means without values are 0, and so is `lastThought` before the first thought.",
  answer: "The figures.",
  example: {},
  query: emptyInput,
  response: statsBody,
  handle: (ctx) => ctx.runQuery(internal.thoughts.queries.stats, { now: Date.now() }),
});
