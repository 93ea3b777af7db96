/** The feeling in what a text tells, which is what moves whoever hears it. */
import { withoutFrame } from "../language/frames";
import { asksSomething, statedIn } from "../language/questions";
import { sentimentOf } from "./sentiment";

/** −1 to 1, of what `text` states: who asks about the fire brings neither good news nor bad. Linear in its length. */
export function toldSentiment(text: string): number {
  return sentimentOf(statedIn(withoutFrame(text))).score;
}

/** The same of a text whose sentiment as a whole is known to be `score`: most ask nothing, and need not be read again. */
export function toldOfScore(text: string, score: number): number {
  return score === 0 || !asksSomething(withoutFrame(text)) ? score : toldSentiment(text);
}
