/** The answer to the question for a thought: its schema and checks, and the draft made from it. */
import * as z from "zod";
import { TONES, type Tone } from "../enums";
import { boundedText, citations, contentProblems, groundedDraft } from "../grounding/groundedAnswer";
import type { Material } from "../grounding/grounding";
import { termsOf } from "../text/tokens";
import { nowLine, THOUGHT_TAGS, type ThoughtMaterial } from "./thoughtMaterial";

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

/** Strict JSON-schema mode requires every property. */
function answerSchema(shown: number) {
  return z.strictObject({
    content: boundedText(THOUGHT_LENGTH, "The thought, in the first person."),
    tone: z.enum(TONES),
    confidence: z.number().min(0).max(1),
    claims: z
      .array(
        z.strictObject({
          says: boundedText(CLAIM_LENGTH, "One thing that the thought states or concludes."),
          seeds: citations(shown, "Numbers of the seeds it rests on."),
        }),
      )
      .max(MAX_CLAIMS),
  });
}

type Answer = z.infer<ReturnType<typeof answerSchema>>;

/** The draft's confidence is the model's, lowered for tokens that no seed holds and for each claim that no seed supports. */
export function thoughtAnswer(material: ThoughtMaterial) {
  const grounds = groundsOf(material);
  return {
    schema: answerSchema(material.seeds.length),
    problems: ({ content }: Answer, attempt: number) =>
      contentProblems(content, attempt, THOUGHT_TAGS, grounds),
    draft: (answer: Answer): ThoughtDraft => {
      const { content, confidence } = groundedDraft(answer.content, answer.confidence, grounds);
      const unsupported = answer.claims.filter((claim) => !isSupported(claim, material)).length;
      return { content, tone: answer.tone, confidence: confidence * (1 - CLAIM_COST) ** unsupported };
    },
  };
}

/** Whether a claim shares a word with a seed that it cites. */
function isSupported({ says, seeds }: Answer["claims"][number], material: ThoughtMaterial): boolean {
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
