/** The model's answer to a tick: its schema, and what a schema can't say. */
import * as z from "zod";
import type { Situation } from "./situation";
import { SECTION_TAGS } from "./tickPrompt";
import { oneLine } from "./wording";
import { ARTIFACT_TYPES, MOODS } from "./words";

const MAX_ARTIFACTS = 4;

/** `text` of 1 to `most` code points. A refinement, because strict JSON-schema mode refuses length keywords. */
function text(most: number, description: string) {
  return z
    .string()
    .refine((value) => value.trim() !== "" && [...value].length <= most, {
      error: `must have 1 to ${most} characters`,
    })
    .describe(`${description} 1 to ${most} characters.`);
}

/**
 * The schema of an answer to a prompt that showed `shown` events. Every property is required and optional ones are
 * nullable, as strict JSON-schema mode asks.
 */
export function tickAnswerSchema(shown: number) {
  return z.strictObject({
    summary: text(280, "One sentence: what this tick found and where it leaves you."),
    detail: text(4000, "What happened, what you make of it, how it moved you."),
    remark: text(280, "A witty, true observation.")
      .nullable()
      .describe("A witty, true observation, or null."),
    mood: z.enum(MOODS),
    valence: z.number().min(-1).max(1),
    arousal: z.number().min(0).max(1),
    curiosity: z.number().min(0).max(1),
    confidence: z.number().min(0).max(1),
    artifacts: z
      .array(z.strictObject({ type: z.enum(ARTIFACT_TYPES), content: text(1000, "Complete in itself.") }))
      .max(MAX_ARTIFACTS),
    basedOn: z
      .array(z.int().min(1).max(Math.max(1, shown)))
      .describe("The numbers of the events that your words rest on; empty where none."),
  });
}

export type TickAnswer = z.infer<ReturnType<typeof tickAnswerSchema>>;

/**
 * What is wrong with an answer beyond its schema, each as one sentence for the repair; empty is a good answer. A tick
 * fails on an answer that is still wrong when repaired, so this holds only what must not be committed, no matter of taste.
 */
export function answerProblems(answer: TickAnswer, situation: Situation): string[] {
  const problems: string[] = [];
  const shown = situation.events.length;
  const unknown = answer.basedOn.filter((number) => number > shown);
  // With no event shown there is nothing a number could name: it is dropped, and not worth a repair.
  if (shown > 0 && unknown.length > 0) {
    problems.push(`basedOn names ${unknown.join(", ")}, but the events shown are numbered 1 to ${shown}.`);
  }
  const texts = [
    { name: "summary", text: answer.summary },
    { name: "detail", text: answer.detail },
    ...(answer.remark === null ? [] : [{ name: "remark", text: answer.remark }]),
    ...answer.artifacts.map(({ content }, i) => ({ name: `artifacts[${i}].content`, text: content })),
  ];
  for (const { name, text } of texts) {
    if (oneLine(text) === "") problems.push(`${name} has no visible text.`);
    if (/\p{Cs}/u.test(text)) problems.push(`${name} holds half of a character (a lone surrogate).`);
    if (SECTION_TAG.test(text))
      problems.push(`${name} repeats a tag of the prompt; readers don't see the prompt.`);
  }
  return problems;
}

const SECTION_TAG = new RegExp(`(?:<|\\\\u003c)/?(?:${SECTION_TAGS.join("|")})(?:>|\\\\u003e)`, "i");
