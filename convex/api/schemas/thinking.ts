/** POST /consciousness/process and POST /consciousness/reflect. */
import * as z from "zod";
import { DEFAULT_MIN_IMPORTANCE } from "../../../mind/thoughts/seeds";
import { DEFAULT_LOOKBACK } from "../../../mind/thoughts/lookback";
import { text } from "./common";
import { share } from "./memories";
import { thought } from "./thoughts";

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

export const process = z
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

export const reflect = z
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
