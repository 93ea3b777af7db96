/** The schema of the model's answer to a tick. */
import * as z from "zod";
import { ARTIFACT_TYPES, LEARNED_TYPES, MOODS } from "../enums";
import type { Situation } from "./situation";

/** Limits of texts, in code points, and of lists. `boundedAnswer` cuts what exceeds them, since not all servers enforce them. */
export const LIMITS = {
  summary: 280,
  detail: 4000,
  remark: 280,
  artifacts: 4,
  artifact: 1000,
  /** The limit of the networks that publish tweets. */
  tweet: 280,
  // With more, a model transcribes its events instead of selecting what is worth keeping.
  memories: 4,
  memory: 600,
  reply: 2000,
  reminders: 4,
  reminder: 500,
} as const;

/** How many of each a prompt showed. */
export interface Shown {
  readonly events: number;
  readonly memories: number;
  readonly passages: number;
}

export function shownIn({ events, memories, knowledge }: Situation): Shown {
  return { events: events.length, memories: memories.length, passages: knowledge.length };
}

/*
 * Ranges and enums are in the JSON schema, for the server and the model, but zod checks only the shape. A value out of range is
 * clamped, cut or dropped afterwards (`boundedAnswer`), because a tick should not fail over it.
 */

function within(minimum: number, maximum: number) {
  return z.number().meta({ minimum, maximum });
}

function oneOf(words: readonly string[]) {
  return z.string().meta({ enum: [...words] });
}

/** The number of one of the things shown, from 1. */
function number(shown: number, description: string) {
  return z.number().meta({ type: "integer", minimum: 1, maximum: Math.max(1, shown), description });
}

/** Numbers of things shown, from 1. */
function numbers(shown: number, description: string) {
  const one = z.number().meta({ type: "integer", minimum: 1, maximum: Math.max(1, shown) });
  return z.array(one).meta({ description });
}

function text(most: number, description: string) {
  return z.string().describe(`${description} 1 to ${most} characters.`);
}

/**
 * The schema of an answer to a prompt with these counts. Every property is required and optional ones are nullable, as strict
 * JSON-schema mode demands.
 */
export function tickAnswerSchema(shown: Shown) {
  return z.strictObject({
    summary: text(
      LIMITS.summary,
      "One or two sentences: what matters most in this tick and where it leaves you.",
    ),
    // Early, because people read replies while the model writes the rest (partialReplies); the summary before it is time to think.
    replies: z
      .array(
        z.strictObject({
          note: number(shown.events, "The number of the note."),
          text: text(LIMITS.reply, "What you answer to whoever wrote it, in the language of the note."),
        }),
      )
      .meta({ description: "One for each note among the events; empty where there is none." }),
    detail: text(LIMITS.detail, "What happened, what you make of it, how it moved you."),
    remark: text(LIMITS.remark, "A witty, true observation.")
      .nullable()
      .describe("A witty, true observation, or null."),
    mood: oneOf(MOODS),
    valence: within(-1, 1),
    arousal: within(0, 1),
    curiosity: within(0, 1),
    confidence: within(0, 1),
    artifacts: z
      .array(
        z.strictObject({
          type: oneOf(ARTIFACT_TYPES),
          content: text(LIMITS.artifact, "Complete in itself."),
          covers: numbers(shown.events, "The numbers of the events that it is about; empty where none."),
        }),
      )
      .meta({ maxItems: LIMITS.artifacts }),
    reminders: z
      .array(
        z.strictObject({
          note: number(shown.events, "The number of the note that asks for it."),
          text: text(LIMITS.reminder, "What to be reminded of, complete in itself."),
          at: z.string().meta({
            pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}$",
            description: "Your local time, as 2026-03-29T14:30.",
          }),
        }),
      )
      .meta({
        maxItems: LIMITS.reminders,
        description: "What notes ask to be reminded of; empty where none does.",
      }),
    basedOn: numbers(shown.events, "The numbers of the events that your words rest on; empty where none."),
    memories: z
      .array(
        z.strictObject({
          type: oneOf(LEARNED_TYPES),
          content: text(LIMITS.memory, "What to remember, complete in itself, and who said it."),
          importance: within(0, 1).nullable().describe("How much it will matter, or null to have it judged."),
          basedOn: numbers(shown.events, "The numbers of the events that say so."),
          corrects: numbers(
            shown.memories,
            "The numbers of the memories that no longer hold; empty where none.",
          ),
        }),
      )
      .meta({
        maxItems: LIMITS.memories,
        description: "What is worth remembering of these events; empty where nothing is, or nothing came in.",
      }),
    sentiments: z
      .array(
        z.strictObject({
          event: number(shown.events, "The number of the event."),
          sentiment: within(-1, 1),
        }),
      )
      .meta({ description: "The right tone of each event whose tone is wrong; empty where all fit." }),
    pins: numbers(shown.memories, "The numbers of the memories to be pinned; usually empty."),
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

/** An answer of the right shape, whose values are not checked yet. */
export type RawAnswer = z.infer<ReturnType<typeof tickAnswerSchema>>;
