/** The model's answer to a reflection's prompt: its schema, further checks, and the draft made from it. */
import * as z from "zod";
import { contentProblems } from "../grounding/contentProblems";
import { groundedConfidence, ungroundedIn, type Material } from "../grounding/grounding";
import { boundedText } from "../prompts/answerText";
import type { Problem } from "../prompts/problem";
import { calendarDay } from "../time/calendarDay";
import { supportedConfidence, type ReflectionDraft, type ReflectionInput } from "./reflectionInput";
import { nowLine, REFLECTION_TAGS } from "./reflectionPrompt";

const LENGTH = 1600;

/** `shown`: how many memories the prompt showed. Strict JSON-schema mode requires every property. */
export function reflectionAnswerSchema(shown: number) {
  return z.strictObject({
    content: boundedText(LENGTH, "The reflection, in the first person."),
    confidence: z.number().min(0).max(1),
    cites: z
      .array(z.int().min(1).max(shown))
      .describe("The numbers of the evidence it rests on, one at least."),
  });
}

export type ReflectionAnswer = z.infer<ReturnType<typeof reflectionAnswerSchema>>;

/** Problems beyond the schema. An answer without evidence is never accepted. */
export function reflectionProblems(
  { content, cites }: ReflectionAnswer,
  input: ReflectionInput,
  repaired: boolean,
): Problem[] {
  const sentence = "cites is empty: name the evidence that the reflection rests on.";
  return [
    ...(cites.length === 0 ? [{ rule: "cites empty", sentence }] : []),
    ...contentProblems(content, { tags: REFLECTION_TAGS, material: groundsOf(input), repaired }),
  ];
}

/** The model's confidence, limited by the evidence that it cites and lowered for tokens that no evidence holds. */
export function reflectionFrom(answer: ReflectionAnswer, input: ReflectionInput): ReflectionDraft {
  const cites = [...new Set(answer.cites)].sort((a, b) => a - b);
  const cited = cites.flatMap((number) => input.evidence[number - 1] ?? []);
  const ungrounded = ungroundedIn([{ where: "content", text: answer.content }], groundsOf(input));
  return {
    content: answer.content.trim(),
    confidence: groundedConfidence(supportedConfidence(answer.confidence, cited), ungrounded),
    cites,
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
