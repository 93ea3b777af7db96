/** What the agent has on record of a question, without a model: what it was told, and what it was given to know. */
import type { Situation } from "../events/situation";
import { knownOf, type Known } from "./documentAnswers";
import { toldOf, type Told } from "./toldAnswers";

/** What is on record of a question. */
export interface Answer extends Told {
  /** What a document says of it. */
  readonly known: Known | null;
}

/** What the agent has on record that answers `question`. The question itself may be among the events. */
export function answerTo(question: string, situation: Situation): Answer {
  return { ...toldOf(question, situation), known: knownOf(question, situation.knowledge) };
}
