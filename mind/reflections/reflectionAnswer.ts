/** The answer to the question for a reflection: its schema and checks, and the draft made from it. */
import * as z from "zod";
import { boundedText, citations, contentProblems, groundedDraft } from "../grounding/groundedAnswer";
import type { Material } from "../grounding/grounding";
import { calendarDay } from "../time/calendarDay";
import {
  nowLine,
  REFLECTION_TAGS,
  supportedConfidence,
  type ReflectionDraft,
  type ReflectionInput,
} from "./reflectionInput";

const LENGTH = 1600;

/** Strict JSON-schema mode requires every property. */
function answerSchema(shown: number) {
  return z.strictObject({
    content: boundedText(LENGTH, "The reflection, in the first person."),
    confidence: z.number().min(0).max(1),
    cites: citations(shown, "The numbers of the evidence it rests on, one at least."),
  });
}

type Answer = z.infer<ReturnType<typeof answerSchema>>;

const UNCITED = {
  rule: "cites empty",
  sentence: "cites is empty: name the evidence that the reflection rests on.",
};

/**
 * An answer that cites nothing is never accepted. The draft's confidence is limited by the evidence that it cites and lowered
 * for tokens that no evidence holds.
 */
export function reflectionAnswer(input: ReflectionInput) {
  const grounds = groundsOf(input);
  return {
    schema: answerSchema(input.evidence.length),
    problems: ({ content, cites }: Answer, attempt: number) => [
      ...(cites.length === 0 ? [UNCITED] : []),
      ...contentProblems(content, attempt, REFLECTION_TAGS, grounds),
    ],
    draft: ({ content, confidence, cites }: Answer): ReflectionDraft => {
      const numbers = [...new Set(cites)].sort((a, b) => a - b);
      const cited = numbers.flatMap((number) => input.evidence[number - 1] ?? []);
      return { ...groundedDraft(content, supportedConfidence(confidence, cited), grounds), cites: numbers };
    },
  };
}

/** The evidence with its days, and everything else that the prompt states. */
function groundsOf({ evidence, themes, focus, ...now }: ReflectionInput): Material {
  const { timeZone, name, persona } = now;
  return {
    texts: [
      ...evidence.map(({ content, createdAt }) => `${content}\n${calendarDay(createdAt, timeZone)}`),
      ...themes.flatMap(({ theme, summary }) => [theme, summary]),
      [name, persona, nowLine(now), focus ?? ""].join("\n"),
    ],
    moments: [now.now, ...evidence.map(({ createdAt }) => createdAt)],
    timeZone,
  };
}
