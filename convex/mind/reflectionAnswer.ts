/** The model's answer to a reflection's prompt: its schema, what a schema can't say, and the reflection that it makes. */
import * as z from "zod";
import { calendarDay } from "./calendarDay";
import { sourcesOf, type Sources } from "./grounding";
import { borneConfidence, type MadeReflection, type ReflectionMatter } from "./reflectionMatter";
import { REFLECTION_TAGS, nowLines, reflectionPrompt } from "./reflectionPrompt";
import { boundedText, groundingProblems, textProblems } from "./thoughtAnswer";

const REFLECTION_LENGTH = 1600;

/** The schema of an answer to a prompt that showed `shown` memories. Every property is required, as strict mode asks. */
export function reflectionAnswerSchema(shown: number) {
  return z.strictObject({
    content: boundedText(REFLECTION_LENGTH, "The reflection, in the first person."),
    confidence: z.number().min(0).max(1),
    cites: z
      .array(z.int().min(1).max(shown))
      .describe("The numbers of the evidence it rests on, one at least."),
  });
}

export type ReflectionAnswer = z.infer<ReturnType<typeof reflectionAnswerSchema>>;

/**
 * What is wrong with an answer beyond its schema, each as one sentence for the repair. A reflection is kept and read again
 * as the agent's own view, so an invented name or figure must not get into it, and neither must one that rests on nothing.
 */
export function reflectionProblems(answer: ReflectionAnswer, matter: ReflectionMatter): string[] {
  return [
    ...(answer.cites.length === 0 ? ["cites is empty: name the evidence that the reflection rests on."] : []),
    ...textProblems("content", answer.content, REFLECTION_TAGS),
    ...groundingProblems(answer.content, sources(matter)),
  ];
}

/** The reflection that a good answer makes: as sure as the model is and the evidence that it cites bears. */
export function reflectionFrom(answer: ReflectionAnswer, { evidence }: ReflectionMatter): MadeReflection {
  const cites = [...new Set(answer.cites)].sort((a, b) => a - b);
  const cited = cites.flatMap((number) => evidence[number - 1] ?? []);
  return {
    content: answer.content.trim(),
    confidence: borneConfidence(answer.confidence, cited),
    cites,
    isThin: false,
  };
}

/** The evidence, with its days; and what an agent knows without evidence: who it is, the hour, what it was asked and told. */
function sources(matter: ReflectionMatter): Sources {
  const { evidence, timeZone, focus } = matter;
  const { system } = reflectionPrompt(matter);
  const known = [system, ...nowLines(matter), ...(focus === null ? [] : [focus])].join("\n");
  const texts = evidence.map(({ content, entities, createdAt }) =>
    [content, ...entities, calendarDay(createdAt, timeZone)].join("\n"),
  );
  return { ...sourcesOf([...texts, known]), count: evidence.length };
}
