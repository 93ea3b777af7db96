/** Thoughts as REST callers see them, and the lists of them. */
import * as z from "zod";
import { TONES } from "../../../mind/enums";
import { fraction, limit, listFigures, offset, since, timestamp } from "./common";
import { share } from "./memories";

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

export const stats = z
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
