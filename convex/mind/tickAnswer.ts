/** The model's answer to a tick: its schema, and what a schema can't say. */
import * as z from "zod";
import { LEARNED_TYPES } from "./learning";
import type { Situation } from "./situation";
import { boundedText, textProblems } from "./thoughtAnswer";
import { SECTION_TAGS } from "./tickPrompt";
import { ARTIFACT_TYPES, MOODS } from "./words";

const MAX_ARTIFACTS = 4;
/** More would be a transcript, not what is worth keeping. */
const MAX_MEMORIES = 4;
const MEMORY_LENGTH = 600;

/** How many of each a prompt showed. */
export interface Shown {
  readonly events: number;
  readonly memories: number;
  readonly passages: number;
}

/** Numbers of things shown, from 1. */
function numbers(shown: number, description: string) {
  return z.array(z.int().min(1).max(Math.max(1, shown))).describe(description);
}

/**
 * The schema of an answer to a prompt that showed so much. Every property is required and optional ones are nullable,
 * as strict JSON-schema mode asks.
 */
export function tickAnswerSchema(shown: Shown) {
  return z.strictObject({
    summary: boundedText(280, "One sentence: what this tick found and where it leaves you."),
    detail: boundedText(4000, "What happened, what you make of it, how it moved you."),
    remark: boundedText(280, "A witty, true observation.")
      .nullable()
      .describe("A witty, true observation, or null."),
    mood: z.enum(MOODS),
    valence: z.number().min(-1).max(1),
    arousal: z.number().min(0).max(1),
    curiosity: z.number().min(0).max(1),
    confidence: z.number().min(0).max(1),
    artifacts: z
      .array(
        z.strictObject({ type: z.enum(ARTIFACT_TYPES), content: boundedText(1000, "Complete in itself.") }),
      )
      .max(MAX_ARTIFACTS),
    basedOn: numbers(shown.events, "The numbers of the events that your words rest on; empty where none."),
    memories: z
      .array(
        z.strictObject({
          type: z.enum(LEARNED_TYPES),
          content: boundedText(MEMORY_LENGTH, "What to remember, complete in itself, and who said it."),
          importance: z
            .number()
            .min(0)
            .max(1)
            .nullable()
            .describe("How much it will matter, or null to have it judged."),
          basedOn: numbers(shown.events, "The numbers of the events that say so."),
        }),
      )
      .max(MAX_MEMORIES)
      .describe("What is worth remembering of these events; empty where nothing is, or nothing came in."),
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
 * What is wrong with an answer beyond its schema, each as one sentence for the repair; empty is a good answer. A tick
 * fails on an answer that is still wrong when repaired, so this holds only what must not be committed, no matter of taste.
 */
export function answerProblems(answer: TickAnswer, situation: Situation): string[] {
  const texts = [
    { name: "summary", text: answer.summary },
    { name: "detail", text: answer.detail },
    ...(answer.remark === null ? [] : [{ name: "remark", text: answer.remark }]),
    ...answer.artifacts.map(({ content }, i) => ({ name: `artifacts[${i}].content`, text: content })),
  ];
  return [
    ...unknownNumbers("basedOn", "events", answer.basedOn, situation.events.length),
    ...answer.memories.flatMap(({ basedOn }, i) =>
      unknownNumbers(`memories[${i}].basedOn`, "events", basedOn, situation.events.length),
    ),
    ...unknownNumbers("usedMemories", "memories", answer.usedMemories, situation.memories.length),
    ...unknownNumbers("usedPassages", "passages", answer.usedPassages, situation.knowledge.length),
    ...texts.flatMap(({ name, text }) => textProblems(name, text, SECTION_TAGS)),
  ];
}

/** With nothing shown there is nothing a number could name: it is dropped, and not worth a repair. */
function unknownNumbers(name: string, what: string, given: readonly number[], shown: number): string[] {
  const unknown = given.filter((number) => number > shown);
  if (shown === 0 || unknown.length === 0) return [];
  return [`${name} names ${unknown.join(", ")}, but the ${what} shown are numbered 1 to ${shown}.`];
}
