/** Orders that bring the words with them: "Tweet that we are closed", "Raise an alert: the boiler leaks." */
import type { ArtifactType } from "../../../mind/enums";
import { MAKE_ONE, order, typeNamed, WARN_ALL } from "./orderForms";

/**
 * Words to be made an artifact of, as they were given; `goesOn` where the sentences that follow belong to them, `isGiven` where
 * all that follows a colon, or stands within quotation marks, is these words, whatever it says.
 */
export interface Dictated {
  readonly type: ArtifactType;
  readonly words: string;
  readonly goesOn: boolean;
  readonly isGiven: boolean;
}

const SAYING =
  "(?:,? (?:saying|stating|announcing|reporting|to say|to announce|which says|that says|telling \\p{L}+))?";
/** After a colon, or within quotation marks, stands what is to be said, whatever it is. */
const AFTER_COLON = '(?:: (?<given>.+)|:? [“"«](?<quoted>[^”"»]+)[”"»].?)$';
const AFTER_THAT = ",? that (?<claimed>.+)$";
const FORMS: readonly { readonly type?: ArtifactType; readonly pattern: RegExp }[] = [
  { type: "tweet", pattern: order(`tweet(?: this| the following)?${AFTER_COLON}`) },
  { type: "tweet", pattern: order(`post (?:this|the following)${AFTER_COLON}`) },
  { type: "tweet", pattern: order(`(?:tweet|post)${AFTER_THAT}`) },
  { pattern: order(`${MAKE_ONE}${SAYING}${AFTER_COLON}`) },
  { pattern: order(`${MAKE_ONE}${SAYING}${AFTER_THAT}`) },
  { type: "alert", pattern: order(`${WARN_ALL}${AFTER_COLON}`) },
  { type: "alert", pattern: order(`${WARN_ALL}${AFTER_THAT}`) },
];
/** "Post that letter" points at a letter; what is claimed has a subject that shows where it begins. */
const SUBJECT =
  /^(?:(?:the|an?|i|we|you|he|she|it|they|there|this|these|those|my|our|your|his|her|its|their|all|no|nobody|every|everybody|everyone|some|somebody|someone|today|tomorrow)\b|\p{Lu}|\p{N})/u;

/** The words that an order in `sentence` brings with it; null where it brings none. */
export function dictatedIn(sentence: string): Dictated | null {
  for (const { type, pattern } of FORMS) {
    const match = pattern.exec(sentence);
    if (match === null) continue;
    const { given, quoted, claimed } = match.groups ?? {};
    const words = (given ?? quoted ?? claimed ?? "").trim();
    const named = type ?? typeNamed(match);
    if (named === null || words === "") continue;
    if (claimed === undefined || SUBJECT.test(words))
      return { type: named, words, goesOn: given !== undefined, isGiven: claimed === undefined };
  }
  return null;
}
