/** Fields that have the same range and description in most answers, by their names. */
import * as z from "zod";
import { SENTIMENT_LABELS } from "../../../mind/enums";
import * as Common from "./common";

/** A number from 0 to 1. */
export function share(description: string) {
  return z.number().min(0).max(1).meta({ description });
}

/** A number that is not negative. */
export function amount(description: string) {
  return z.number().min(0).meta({ description });
}

/** A whole number that is not negative. */
export function counted(description: string) {
  return Common.count.meta({ description });
}

export const sentiment = z
  .strictObject({ score: z.number().min(-1).max(1), label: z.enum(SENTIMENT_LABELS) })
  .meta({
    id: "Sentiment",
    description: "The sentiment of a text: VADER's score, positive from 0.05, negative from −0.05 down",
  });

type ByName = Readonly<Record<string, z.ZodType>>;

const NUMBERS: ByName = {
  confidence: share("How sure it is"),
  duration: amount("How long it took, in milliseconds"),
  health: Common.healthScore,
  importance: share("How much it matters"),
  salience: share("How easily it comes to mind: recall raises it, time lowers it"),
  sentiment: z.number().min(-1).max(1),
  similarity: share("How similar the two texts are"),
  strength: share("How closely they belong together"),
  version: Common.version,
  volatility: Common.volatility,
};

const TEXTS: ByName = {
  from: z.string().meta({ description: "Who wrote the note, where that was said" }),
  remark: z.string().meta({ description: "A witty observation, where there was one" }),
  scope: z.string().meta({
    description: "Whose it is; absent for the agent's own, `*` for what rests on several scopes",
  }),
  who: z.string().meta({ description: "The caller, where its token has a name" }),
};

const embedding = z.boolean().meta({
  description: "Whether its vector exists already. Otherwise it follows, where a provider is configured",
});

/** The schema of a field by its name and the kind of its validator; undefined for a field that is not among them. */
export function commonField(name: string, kind: string): z.ZodType | undefined {
  if (kind === "float64") return isTime(name) ? Common.timestamp : NUMBERS[name];
  if (kind === "string") return TEXTS[name];
  if (kind === "boolean") return name === "embedding" ? embedding : undefined;
  return kind === "object" && name === "sentiment" ? sentiment : undefined;
}

/** By custom, moments in milliseconds are named so. */
function isTime(name: string): boolean {
  return name === "at" || name === "timestamp" || name.endsWith("At");
}
