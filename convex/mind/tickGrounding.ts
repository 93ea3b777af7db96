/** Whether what a model says in a tick rests on what it was shown: names, figures, dates and quotations. */
import { sourcesOf, supportedConfidence, ungroundedClaims, type Sources } from "./grounding";
import { groundingProblems } from "./thoughtAnswer";
import type { TickAnswer } from "./tickAnswer";

/** What a prompt's two parts showed. */
export function shownIn({ system, user }: { readonly system: string; readonly user: string }): Sources {
  return sourcesOf([system, user]);
}

/** Characters of a tweet, as the prompt says. */
const MOST_TWEETED = 280;

type Artifact = TickAnswer["artifacts"][number];

function isTooLong({ type, content }: Artifact): boolean {
  return type === "tweet" && Array.from(content.trim()).length > MOST_TWEETED;
}

/**
 * The inventions in an answer and what is too long, each as one sentence for the repair: they are worth asking once more. A remark is left
 * alone: a joke may bring in whom it likes.
 */
export function inventions(answer: TickAnswer, shown: Sources): string[] {
  const texts = [
    { name: "summary", text: answer.summary },
    { name: "detail", text: answer.detail },
    ...answer.artifacts.map(({ content }, i) => ({ name: `artifacts[${i}].content`, text: content })),
  ];
  return [
    ...texts.flatMap(({ name, text }) =>
      groundingProblems(text, shown).map((problem) => `${name}: ${problem}`),
    ),
    ...answer.artifacts.flatMap((artifact, i) =>
      isTooLong(artifact) ? [`artifacts[${i}].content: a tweet has at most ${MOST_TWEETED} characters.`] : [],
    ),
  ];
}

/**
 * The answer as it may be committed: without alerts that hold something invented, for somebody may act on them, tweets that
 * nobody could send, an artifact twice, and for each invention that is left less sure of its mood, as a thought is of itself.
 */
export function withoutInventions(answer: TickAnswer, shown: Sources): TickAnswer {
  const artifacts = answer.artifacts.filter(
    ({ type, content }, i) =>
      (type !== "alert" || ungroundedClaims(content, shown).length === 0) &&
      !isTooLong({ type, content }) &&
      answer.artifacts.findIndex(
        (other) => other.type === type && other.content.trim() === content.trim(),
      ) === i,
  );
  const invented = ungroundedClaims(`${answer.summary}\n${answer.detail}`, shown).length;
  return { ...answer, artifacts, confidence: supportedConfidence(answer.confidence, invented) };
}
