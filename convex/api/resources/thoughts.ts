/** GET /consciousness/thoughts, /consciousness/brilliant and /consciousness/stats. */
import * as z from "zod";
import { byWord, TONES } from "../../../mind/enums";
import { internal } from "../../_generated/api";
import { publicThought } from "../../thoughts/reads";
import { thoughtStats } from "../../thoughts/totals";
import { emptyInput, getEndpoint, type Endpoint } from "../route";
import { count, fraction, listFigures, paged, since, timestamp } from "../schemas/common";
import { amount, counted, share } from "../schemas/fields";
import { pageOf, responseOf } from "../schemas/shape";
import { tone } from "../schemas/words";

const { brillianceFactors, basedOn } = publicThought.fields;

export const thought = responseOf("Thought", "A thought, or a reflection on thoughts", publicThought, {
  content: "The thought in the agent's words",
  seeds:
    "The seeds in the order given. Where they exceed 24,000 characters together, the longest are cut and end in “…”. Absent on reflections",
  confidence: "The writer's own confidence, lowered by claims that no seed supports",
  isBrilliant: "Whether it is a moment of brilliance",
  brillianceFactors: responseOf(
    "BrillianceFactors",
    "Only on brilliant thoughts: why they are",
    brillianceFactors,
    {
      seedCount: z.int().min(1),
      avgSeedImportance: share("Mean importance of the seeds"),
      commonEntities: "Names that at least two seeds share",
      novelty: share("1 minus the greatest similarity to the last 200 thoughts and its own seeds"),
    },
  ),
  basedOn: responseOf("ReflectedOn", "Only on reflections: the thoughts they look back on", basedOn, {
    thoughtsAnalyzed: count,
    timespan: "How far back it looks, such as `24 hours`",
  }),
  tickId: "The tick that a thought of its own followed",
});

export const statsBody = responseOf("ConsciousnessStats", "Statistics of thoughts", thoughtStats, {
  totalThoughts: counted("Including reflections"),
  brilliantCount: count,
  brillianceRate: share("Share of thoughts that are brilliant"),
  toneDistribution: z
    .strictObject(byWord(TONES, () => share("Share of thoughts")))
    .meta({ description: "Shares of the tones; all 0 before the first thought" }),
  avgConfidence: share("Mean confidence"),
  avgSeedsPerThought: amount("Mean number of seeds, without reflections"),
  lastThought: timestamp,
  thoughtsLast24h: count,
  brilliantLast24h: count,
});

export const thoughts: Endpoint = getEndpoint({
  operationId: "listThoughts",
  tag: "Consciousness",
  summary: "List thoughts",
  description:
    "Lists thoughts, newest first, including reflections. `since` is exclusive, `minConfidence` inclusive.",
  answer: "A page of thoughts.",
  example: { query: { limit: "1" } },
  query: z.strictObject({
    ...paged(20),
    tone: tone.exactOptional().meta({ description: "Only thoughts of this tone" }),
    since,
    minConfidence: fraction.exactOptional().meta({ description: "Least confidence, inclusive" }),
  }),
  response: pageOf("ThoughtPage", "Thoughts, newest first", "thoughts", thought),
  handle: (ctx, filter) => ctx.runQuery(internal.thoughts.queries.list, filter),
});

export const brilliant: Endpoint = getEndpoint({
  operationId: "listBrilliantThoughts",
  tag: "Consciousness",
  summary: "List brilliant thoughts",
  description: "Lists brilliant thoughts, newest first. `since` is exclusive.",
  answer: "Brilliant thoughts, and how many there are.",
  example: { query: { limit: "1" } },
  query: z.strictObject({ ...paged(10), since }),
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
