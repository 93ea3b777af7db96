/** The model's answer to a thought's prompt: its schema, what a schema can't say, and the thought that it makes. */
import * as z from "zod";
import { TONES } from "../enums";
import { contentProblems } from "../grounding/contentProblems";
import { groundedConfidence, ungroundedIn, type Material } from "../grounding/grounding";
import { boundedText } from "../prompts/answerText";
import type { Problem } from "../prompts/problem";
import { termsOf } from "../text/tokens";
import { nowLine, THOUGHT_TAGS, type ThoughtMaterial } from "./thoughtPrompt";
import type { MadeThought } from "./madeThought";

const THOUGHT_LENGTH = 600;
const CLAIM_LENGTH = 300;
const MAX_CLAIMS = 8;
/** A claim that no seed supports takes a fifth of the confidence, as an ungrounded name does (mind/grounding). */
const CLAIM_COST = 0.2;

/** The schema of an answer to a prompt that showed `shown` seeds. Every property is required, as strict JSON-schema mode asks. */
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

/** What is wrong with an answer beyond its schema. */
export function thoughtProblems(
  { content }: ThoughtAnswer,
  material: ThoughtMaterial,
  repaired: boolean,
): Problem[] {
  return contentProblems(content, { tags: THOUGHT_TAGS, material: groundsOf(material), repaired });
}

/** The thought that an answer makes: as sure as the model says, less for what no seed holds and for each claim that no seed supports. */
export function thoughtFrom(
  { content, tone, confidence, claims }: ThoughtAnswer,
  material: ThoughtMaterial,
): MadeThought {
  const ungrounded = ungroundedIn([{ where: "content", text: content }], groundsOf(material));
  const baseless = claims.filter((claim) => !isSupported(claim, material)).length;
  return {
    content: content.trim(),
    tone,
    confidence: groundedConfidence(confidence, ungrounded) * (1 - CLAIM_COST) ** baseless,
  };
}

/** Whether a claim names seeds, and shares a word with one of them. */
function isSupported({ says, seeds }: ThoughtAnswer["claims"][number], material: ThoughtMaterial): boolean {
  const terms = new Set(termsOf(says));
  return seeds.some((number) => {
    const { content = "", entities = [] } = material.seeds[number - 1] ?? {};
    return termsOf([content, ...entities].join("\n")).some((term) => terms.has(term));
  });
}

/** The seeds, and what an agent knows without them: its name and the hour. */
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
