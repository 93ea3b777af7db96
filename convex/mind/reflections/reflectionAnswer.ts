/** The model's answer to a reflection's prompt: its schema, what a schema can't say, and the reflection that it makes. */
import * as z from "zod";
import { boundedText } from "../grounding/boundedText";
import { gainsaidIn, heardIn, type Heard } from "../grounding/gainsaid";
import {
  sourcesOf,
  supportedConfidence,
  ungroundedClaims,
  type Said,
  type Sources,
} from "../grounding/grounding";
import { reckonable } from "../grounding/reckoned";
import { contraryProblems, groundingProblems, textProblems } from "../grounding/textProblems";
import type { Problem } from "../../../mind/prompts/problem";
import { calendarDay } from "../../../mind/time/calendarDay";
import { borneConfidence, type MadeReflection, type ReflectionMatter } from "./reflectionMatter";
import { REFLECTION_TAGS, nowLines, reflectionPrompt } from "./reflectionPrompt";

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
 * What is wrong with an answer beyond its schema. What no evidence holds, or says the contrary of evidence, is worth one
 * repair: in an answer that is `repaired` it is no problem any more, it costs confidence (`reflectionFrom`). One that rests on
 * nothing is kept from no reader, so it stays a problem.
 */
export function reflectionProblems(
  answer: ReflectionAnswer,
  matter: ReflectionMatter,
  { repaired }: { repaired: boolean },
): Problem[] {
  const sentence = "cites is empty: name the evidence that the reflection rests on.";
  return [
    ...(answer.cites.length === 0 ? [{ rule: "cites empty", sentence }] : []),
    ...textProblems("content", answer.content, REFLECTION_TAGS),
    ...(repaired ? [] : groundingProblems(answer.content, sources(answer, matter))),
    ...(repaired ? [] : contraryProblems(answer.content, heardFrom(matter))),
  ];
}

/**
 * The reflection that a good answer makes: as sure as the model is and the evidence that it cites bears, less a fifth for
 * each claim that no evidence holds, and for each sentence that says the contrary of evidence.
 */
export function reflectionFrom(answer: ReflectionAnswer, matter: ReflectionMatter): MadeReflection {
  const cites = [...new Set(answer.cites)].sort((a, b) => a - b);
  const cited = cites.flatMap((number) => matter.evidence[number - 1] ?? []);
  const ungrounded = ungroundedClaims(answer.content, sources(answer, matter)).length;
  const contrary = gainsaidIn(answer.content, heardFrom(matter)).length;
  return {
    content: answer.content.trim(),
    confidence: supportedConfidence(borneConfidence(answer.confidence, cited), ungrounded + contrary),
    cites,
    isThin: false,
  };
}

function heardFrom({ evidence }: ReflectionMatter): Heard {
  return heardIn(evidence.map(({ content }) => content));
}

/**
 * The evidence, and what can be reckoned from that which is cited; and what an agent knows without evidence: who it is, the
 * hour, what it was asked and told.
 */
function sources({ cites }: ReflectionAnswer, matter: ReflectionMatter): Sources {
  const { evidence, timeZone, focus } = matter;
  const { system } = reflectionPrompt(matter);
  const known = [system, ...nowLines(matter), ...(focus === null ? [] : [focus])].join("\n");
  const said = evidence.map(({ content, entities, createdAt }): Said => {
    const text = [content, ...entities, calendarDay(createdAt, timeZone)].join("\n");
    return { text, saidAt: createdAt, timeZone };
  });
  const held = sourcesOf([...said, known]);
  const cited = held.texts.filter((_, i) => cites.includes(i + 1));
  return { ...held, count: evidence.length, reckonable: reckonable(cited) };
}
