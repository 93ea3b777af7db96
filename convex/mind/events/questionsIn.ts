/** The questions of a note, each by itself: "Where is the key, and when is the regatta?" asks two things. */
import { isQuestion } from "../language/questions";
import { tellingStem } from "../language/weakWords";
import { tokensOf } from "../language/tokens";
import { questionsOf } from "./eventWords";

const ASKING = "(?:what|where|when|why|how|who|whom|which|whose)";
/** Where another question may begin. */
const BETWEEN = /,? (?:and|or|but)(?: also)? |[,;] /giu;
/** A sentence that is longer is a story. */
const MOST_READ = 600;
/** In a question to be told something the others need no verb before them: "Do you know where the key is and when we row?" */
const ASKED_ON = new RegExp(`^(?:(?:at|for|from|in|on|since|to|until|with) )?${ASKING}\\b`, "iu");
/** "The man who rowed and who won" goes on with the man. */
const ASKS_TO_KNOW = new RegExp(
  `\\b(?:know|tell|say|show|remember|remind)\\b|^(?:\\p{L}+,? )?${ASKING}\\b`,
  "iu",
);
const ENDS_ASKING = new RegExp(`\\b${ASKING}$`, "iu");
/** What is asked of what was named before is no question without that. */
const POINTS_BACK =
  /\b(?:it|its|he|him|his|she|her|hers|they|them|their|theirs|that|those|this|these|there|then|one|ones|so|both|either|else)\b/iu;

/** All that `text` asks, in its order. */
export function questionsIn(text: string): string[] {
  return questionsOf(text).flatMap(parted);
}

/** One question, or those that are joined in it. */
function parted(question: string): string[] {
  if (question.length > MOST_READ) return [question];
  const mark = /\p{P}*$/u.exec(question)?.[0] ?? "";
  for (const { index, 0: between } of question.matchAll(BETWEEN)) {
    const [before, after] = [question.slice(0, index), question.slice(index + between.length)];
    const isWhole = isQuestion(after.slice(0, after.length - mark.length));
    const goesOn = ASKED_ON.test(after) && between.includes("and") && ASKS_TO_KNOW.test(before);
    if (!(isWhole || goesOn) || !isQuestion(before) || ENDS_ASKING.test(before)) continue;
    if (saysOfWhat(after) && !POINTS_BACK.test(after)) return [before + mark, ...parted(after)];
  }
  return [question];
}

/** Whether a question says by itself what it is about: "Are you there?" does not. */
export function saysOfWhat(question: string): boolean {
  return tokensOf(question).some((token) => tellingStem(token) !== null);
}
