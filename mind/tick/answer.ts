/** The model's answer to a tick: its schema, and what a schema can't say. */
import * as z from "zod";
import { textProblems } from "../../convex/mind/grounding/textProblems";
import type { Problem } from "../prompts/problem";
import { ARTIFACT_TYPES, MOODS } from "../enums";
import { LEARNED_TYPES } from "./learning";
import { SECTION_TAGS } from "./prompt";

/**
 * How long and how many. A server that enforces the schema keeps to them, and so does a repair; what still doesn't is cut or
 * left out (mind/ticks/tickSlips), for a tick is not worth failing over it. So zod does not check them.
 */
export const LIMITS = {
  summary: 280,
  detail: 4000,
  remark: 280,
  artifacts: 4,
  artifact: 1000,
  // More would be a transcript, not what is worth keeping.
  memories: 4,
  memory: 600,
} as const;

/** How many of each a prompt showed. */
export interface Shown {
  readonly events: number;
  readonly memories: number;
  readonly passages: number;
}

/** Numbers of things shown, from 1. */
function numbers(shown: number, description: string) {
  return z.array(z.int().meta({ minimum: 1, maximum: Math.max(1, shown) })).meta({ description });
}

function text(most: number, description: string) {
  return z.string().describe(`${description} 1 to ${most} characters.`);
}

/** A text without which there is no tick. */
function neededText(most: number, description: string) {
  return z
    .string()
    .refine((value) => value.trim() !== "", { error: "must not be empty" })
    .describe(`${description} 1 to ${most} characters.`);
}

/**
 * The schema of an answer to a prompt that showed so much. Every property is required and optional ones are nullable,
 * as strict JSON-schema mode asks.
 */
export function tickAnswerSchema(shown: Shown) {
  return z.strictObject({
    summary: neededText(
      LIMITS.summary,
      "One or two sentences: what matters most in this tick and where it leaves you.",
    ),
    detail: neededText(LIMITS.detail, "What happened, what you make of it, how it moved you."),
    remark: text(LIMITS.remark, "A witty, true observation.")
      .nullable()
      .describe("A witty, true observation, or null."),
    mood: z.enum(MOODS),
    valence: z.number().min(-1).max(1),
    arousal: z.number().min(0).max(1),
    curiosity: z.number().min(0).max(1),
    confidence: z.number().min(0).max(1),
    artifacts: z
      .array(
        z.strictObject({
          type: z.enum(ARTIFACT_TYPES),
          content: text(LIMITS.artifact, "Complete in itself."),
        }),
      )
      .meta({ maxItems: LIMITS.artifacts }),
    basedOn: numbers(shown.events, "The numbers of the events that your words rest on; empty where none."),
    memories: z
      .array(
        z.strictObject({
          type: z.enum(LEARNED_TYPES),
          content: text(LIMITS.memory, "What to remember, complete in itself, and who said it."),
          importance: z
            .number()
            .meta({ minimum: 0, maximum: 1 })
            .nullable()
            .describe("How much it will matter, or null to have it judged."),
          basedOn: numbers(shown.events, "The numbers of the events that say so."),
        }),
      )
      .meta({
        maxItems: LIMITS.memories,
        description: "What is worth remembering of these events; empty where nothing is, or nothing came in.",
      }),
    usedMemories: numbers(
      shown.memories,
      "The numbers of the memories that your words draw on; empty where none.",
    ),
    usedPassages: numbers(
      shown.passages,
      "The numbers of the passages of knowledge that your words draw on; empty where none.",
    ),
  });
}

export type TickAnswer = z.infer<ReturnType<typeof tickAnswerSchema>>;

/**
 * What is wrong with an answer beyond its schema and its slips; empty is a good answer. A
 * tick fails on an answer that is still wrong when `repaired`, so what can be left out is no problem then.
 */
export function answerProblems(answer: TickAnswer, { repaired }: { repaired: boolean }): Problem[] {
  const { summary, detail, remark, artifacts } = answer;
  const needed = [
    { name: "summary", told: summary },
    { name: "detail", told: detail },
  ];
  const others = [
    ...(remark === null ? [] : [{ name: "remark", told: remark }]),
    ...artifacts.map(({ content }, i) => ({ name: `artifacts[${i}].content`, told: content })),
  ];
  return [...needed, ...(repaired ? [] : others)].flatMap(({ name, told }) =>
    textProblems(name, told, SECTION_TAGS),
  );
}
