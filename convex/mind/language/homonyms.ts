/** English words that are one thing as a noun and do another as a verb: who was fired has nothing to do with the fire warden. */
import { irregularBase } from "./irregularForms";
import { stemOf } from "../../../mind/text/stem";

/** Common knowledge of English. What is done to or with the thing of that name is no homonym: "repair", "visit", "paint". */
const HOMONYMS = new Set(
  (
    "bank bark bat bear board book bowl chair coach duck fan fire fly ground head jam match mine palm park pen pitch plot pool ring rock row sack saw " +
    "seal sentence shed ship sink spring stage stall store table tank tap tire toast train trip trunk watch wave"
  )
    .split(" ")
    .map(stemOf),
);
/** After these a bare form is a verb's: "to book", "they fire". */
const BEFORE_VERB = new Set(
  "to will would can could shall should may might must don't doesn't didn't won't can't let's i you we they who please".split(
    " ",
  ),
);
/** Before these it mostly is, as far as it is no plural: "Book the room." */
const AFTER_VERB = new Set(
  "a an the this that these those my your his her its our their me him them us it".split(" "),
);

/** What a word of this `stem` tells, by its neighbours in a text (all lower-case): the stem, set apart where it is the verb of a homonym. */
export function sensedStem(stem: string, word: string, before = "", after = ""): string {
  if (!HOMONYMS.has(stem)) return stem;
  const isInflected = word !== stem && (/(?:ed|ing)$/u.test(word) || irregularBase(word) !== null);
  const isVerb = isInflected || BEFORE_VERB.has(before) || (!word.endsWith("s") && AFTER_VERB.has(after));
  return isVerb ? `${stem} (done)` : stem;
}
