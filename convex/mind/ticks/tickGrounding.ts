/** Whether what a model says in a tick rests on what it was shown: names, figures, dates and quotations. */
import type { Situation } from "../../../mind/tick/situation";
import {
  sourcesOf,
  supportedConfidence,
  ungroundedClaims,
  type Said,
  type Sources,
} from "../grounding/grounding";
import { groundingProblems } from "../grounding/textProblems";
import type { Problem } from "../../../mind/prompts/problem";
import type { Prompt } from "../../../mind/prompts/sections";
import type { TickAnswer } from "../../../mind/tick/answer";

/** What a prompt's two parts showed, and the days that what was told in it means. */
export function shownIn({ system, user }: Prompt, situation: Situation): Sources {
  const said = [
    ...situation.events.map(({ content, receivedAt }) => ({ text: content, saidAt: receivedAt })),
    ...situation.memories.map(({ content, createdAt }) => ({ text: content, saidAt: createdAt })),
    ...situation.logs.map(({ summary, timestamp }) => ({ text: summary, saidAt: timestamp })),
    ...situation.knowledge.map(({ text, updatedAt }) => ({ text, saidAt: updatedAt })),
  ].map((one): Said => ({ ...one, timeZone: situation.timeZone }));
  return { ...sourcesOf([system, user, ...said]), count: PARTS };
}

/** A prompt has two; a count of what they hold stands in them. */
const PARTS = 2;

/** Characters of a tweet, as the prompt says. */
const MOST_TWEETED = 280;

type Artifact = TickAnswer["artifacts"][number];

function isTooLong({ type, content }: Artifact): boolean {
  return type === "tweet" && Array.from(content.trim()).length > MOST_TWEETED;
}

/**
 * The inventions in an answer and what is too long: they are worth asking once more. A remark is left
 * alone: a joke may bring in whom it likes.
 */
export function inventions(answer: TickAnswer, shown: Sources): Problem[] {
  const texts = [
    { name: "summary", text: answer.summary },
    { name: "detail", text: answer.detail },
    ...answer.artifacts.map(({ content }, i) => ({ name: `artifacts[${i}].content`, text: content })),
  ];
  return [
    ...texts.flatMap(({ name, text }) =>
      groundingProblems(text, shown).map(({ rule, sentence }) => ({
        rule: `${name} with ${rule}`,
        sentence: `${name}: ${sentence}`,
      })),
    ),
    ...answer.artifacts.flatMap((artifact, i) => {
      if (!isTooLong(artifact)) return [];
      const sentence = `artifacts[${i}].content: a tweet has at most ${MOST_TWEETED} characters.`;
      return [{ rule: "a tweet that is too long", sentence }];
    }),
  ];
}

/**
 * The answer as it may be committed: without alerts that hold something invented, for somebody may act on them, tweets that
 * nobody could send, an artifact twice, and for each invention that is left less sure of its mood, as a thought is of itself.
 * `leftOut` says what and why, for the log.
 */
export function withoutInventions(
  answer: TickAnswer,
  shown: Sources,
): { answer: TickAnswer; leftOut: string[] } {
  const judged = answer.artifacts.map((artifact, i) => ({
    artifact,
    fault: faultOf(artifact, answer.artifacts.slice(0, i), shown),
  }));
  const invented = ungroundedClaims(`${answer.summary}\n${answer.detail}`, shown).length;
  return {
    answer: {
      ...answer,
      artifacts: judged.flatMap(({ artifact, fault }) => (fault === null ? [artifact] : [])),
      confidence: supportedConfidence(answer.confidence, invented),
    },
    leftOut: judged.flatMap(({ artifact, fault }) => (fault === null ? [] : [`${artifact.type} ${fault}`])),
  };
}

function faultOf(artifact: Artifact, before: readonly Artifact[], shown: Sources): string | null {
  const { type, content } = artifact;
  if (isTooLong(artifact)) return "that is too long";
  if (before.some((other) => other.type === type && other.content.trim() === content.trim()))
    return "made twice";
  if (type !== "alert") return null;
  const kinds = new Set(ungroundedClaims(content, shown).map(({ kind }) => kind));
  return kinds.size === 0 ? null : `with a ${[...kinds].join(" and a ")} that was not shown`;
}
