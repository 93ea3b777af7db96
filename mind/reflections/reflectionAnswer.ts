/** The model's answer to a reflection's prompt: its schema, what a schema can't say, and the reflection that it makes. */
import * as z from "zod";
import { contentProblems } from "../grounding/contentProblems";
import { groundedConfidence, ungroundedIn, type Material } from "../grounding/grounding";
import { boundedText } from "../prompts/answerText";
import type { Problem } from "../prompts/problem";
import { calendarDay } from "../time/calendarDay";
import { supportedConfidence, type MadeReflection, type ReflectionMatter } from "./reflectionMatter";
import { nowLine, REFLECTION_TAGS } from "./reflectionPrompt";

const LENGTH = 1600;

/** The schema of an answer to a prompt that showed `shown` memories. Every property is required, as strict mode asks. */
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

/** What is wrong with an answer beyond its schema. One that rests on nothing is never kept. */
export function reflectionProblems(
  { content, cites }: ReflectionAnswer,
  matter: ReflectionMatter,
  repaired: boolean,
): Problem[] {
  const sentence = "cites is empty: name the evidence that the reflection rests on.";
  return [
    ...(cites.length === 0 ? [{ rule: "cites empty", sentence }] : []),
    ...contentProblems(content, { tags: REFLECTION_TAGS, material: groundsOf(matter), repaired }),
  ];
}

/** The reflection that a good answer makes: as sure as the model is and the evidence that it cites bears, less for what no evidence holds. */
export function reflectionFrom(answer: ReflectionAnswer, matter: ReflectionMatter): MadeReflection {
  const cites = [...new Set(answer.cites)].sort((a, b) => a - b);
  const cited = cites.flatMap((number) => matter.evidence[number - 1] ?? []);
  const ungrounded = ungroundedIn([{ where: "content", text: answer.content }], groundsOf(matter));
  return {
    content: answer.content.trim(),
    confidence: groundedConfidence(supportedConfidence(answer.confidence, cited), ungrounded),
    cites,
  };
}

/** The evidence with its days, and what an agent knows without it: who it is, the hour, what it was asked and told. */
function groundsOf({ evidence, themes, focus, ...now }: ReflectionMatter): Material {
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
