/** The model's answer to a thought's prompt: its schema, further checks, and the draft made from it. */
import * as z from "zod";
import { TONES, type Tone } from "../enums";
import { contentProblems } from "../grounding/contentProblems";
import { groundedConfidence, ungroundedIn, type Material } from "../grounding/grounding";
import { boundedText } from "../prompts/answerText";
import type { Problem } from "../prompts/problem";
import { termsOf } from "../text/tokens";
import { nowLine, THOUGHT_TAGS, type ThoughtMaterial } from "./thoughtPrompt";

/** A thought before it is saved. */
export interface ThoughtDraft {
  readonly content: string;
  readonly tone: Tone;
  /** 0 to 1. */
  readonly confidence: number;
}

const THOUGHT_LENGTH = 600;
const CLAIM_LENGTH = 300;
const MAX_CLAIMS = 8;
/** An unsupported claim costs a fifth of the confidence, like an ungrounded name (mind/grounding). */
const CLAIM_COST = 0.2;

/** `shown`: how many seeds the prompt showed. Strict JSON-schema mode requires every property. */
export function thoughtAnswerSchema(shown: number) {
  return z.strictObject({
    content: boundedText(THOUGHT_LENGTH, "The thought, in the first person."),
    tone: z.enum(TONES),
    confidence: z.number().min(0).max(1),
    claims: z
      .array(
        z.strictObject({
          says: boundedText(CLAIM_LENGTH, "One thing that the thought states or concludes."),
          seeds: z
            .array(z.int().min(1).max(Math.max(1, shown)))
            .describe("Numbers of the seeds it rests on."),
        }),
      )
      .max(MAX_CLAIMS),
  });
}

export type ThoughtAnswer = z.infer<ReturnType<typeof thoughtAnswerSchema>>;

/** Problems beyond the schema. */
export function thoughtProblems(
  { content }: ThoughtAnswer,
  material: ThoughtMaterial,
  repaired: boolean,
): Problem[] {
  return contentProblems(content, { tags: THOUGHT_TAGS, material: groundsOf(material), repaired });
}

/** The confidence is the model's, lowered for tokens that no seed holds and for each claim that no seed supports. */
export function thoughtFrom(
  { content, tone, confidence, claims }: ThoughtAnswer,
  material: ThoughtMaterial,
): ThoughtDraft {
  const ungrounded = ungroundedIn([{ where: "content", text: content }], groundsOf(material));
  const unsupported = claims.filter((claim) => !isSupported(claim, material)).length;
  return {
    content: content.trim(),
    tone,
    confidence: groundedConfidence(confidence, ungrounded) * (1 - CLAIM_COST) ** unsupported,
  };
}

/** Whether a claim shares a word with a seed that it cites. */
function isSupported({ says, seeds }: ThoughtAnswer["claims"][number], material: ThoughtMaterial): boolean {
  const terms = new Set(termsOf(says));
  return seeds.some((number) => {
    const { content = "", entities = [] } = material.seeds[number - 1] ?? {};
    return termsOf([content, ...entities].join("\n")).some((term) => terms.has(term));
  });
}

/** The seeds, and the other facts that the prompt states. */
function groundsOf(material: ThoughtMaterial): Material {
  const { seeds, now, timeZone, name } = material;
  return {
    texts: [
      ...seeds.map(({ content, entities, source }) => [content, ...entities, source ?? ""].join("\n")),
      `${name}\n${nowLine(material)}`,
    ],
    moments: [now],
    timeZone,
  };
}
