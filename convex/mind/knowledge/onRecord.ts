/** What the agent has on record of a question, without a model: what it was told, and what it was given to know. */
import type { Situation } from "../../../mind/tick/situation";
import { knownOf, type Known } from "./documentAnswers";
import { toldOf, type Told } from "./toldAnswers";
import { wantedBy } from "./wanted";

/** What is on record of a question. */
export interface Answer extends Told {
  /** What a document says of it. */
  readonly known: Known | null;
}

/** What the agent has on record that answers `question`. The question itself may be among the events. */
export function answerTo(question: string, situation: Situation): Answer {
  const told = toldOf(question, situation);
  const known = knownOf(question, situation.knowledge);
  const isKnown = known !== null && known.insteadOf === null;
  // Beside what speaks of what was asked after, what speaks of another is no answer.
  if (isKnown && told.insteadOf !== null) return { told: null, since: null, insteadOf: null, known };
  if (told.told === null || told.insteadOf !== null) return { ...told, known };
  // Nor is, beside an amount or a day where such is asked for, what holds none.
  const holds = wantedBy(question);
  const isBeside = known !== null && holds !== null && holds(told.told.text) && !holds(known.text);
  return { ...told, known: isKnown && !isBeside ? known : null };
}
