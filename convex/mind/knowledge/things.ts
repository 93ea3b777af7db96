/** What a question asks after: the things and people that it names, whatever it wants to know of them. */
import { isStopWord } from "../../../mind/text/stopWords";
import { senseOf } from "../language/senses";
import { tokensOf } from "../language/tokens";
import type { About } from "../statements/bearing";
import { identifies } from "./contentWords";

/** After these a thing is named: "is the window in the attic broken?" names a window and an attic. */
const BEFORE_THINGS = new Set(
  (
    "a an the this that these those my your his her its our their which what whose " +
    "of in on at with by from into near over under about for to " +
    "am is are was were be do does did has have had can could will would shall should may might must"
  ).split(" "),
);
/** A label is part of what it names: "flat 2b". */
const LABEL = /^(?=.*\p{L})(?=.*\p{N})[\p{L}\p{N}]+$/u;

/** The stems of what `question` names, each thing by its first word. */
export function thingsIn(question: string, { names }: About): string[] {
  const found: string[] = [];
  let isNamed = false;
  for (const token of tokensOf(question)) {
    const word = token.replace(/'s$/u, "");
    if (isStopWord(word)) isNamed = BEFORE_THINGS.has(word);
    else if (names.has(word) || LABEL.test(word) || (isNamed && identifies(word))) {
      found.push(senseOf(word));
      isNamed = false;
    }
  }
  return [...new Set(found)];
}
