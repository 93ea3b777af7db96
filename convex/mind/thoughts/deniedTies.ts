/** Sentences that name two things and say that the one has nothing to do with the other. */

import { pastFormsIn } from "../language/milestones";
import { tokensOf } from "../language/tokens";
import { isVerbForm } from "../language/verbs";

/** What brings one thing about, or joins it to another, as a verb or after one. */
const TIE =
  "(?:caus(?:e|es|ed|ing)|com(?:e|es|ing) (?:down )?from|came from|(?:result|stem|spring)(?:s|ed|ing)? from|due to|down to|because of|" +
  "owing to|(?:lead|leads|led) to|trigger(?:s|ed)?|to do with|affect(?:s|ed)?|touch(?:es|ed)?|concern(?:s|ed)?|depend(?:s|ed|ing)? on|" +
  "related|connected|linked|tied to|involv(?:e|es|ed)|the (?:cause|reason|culprit|source)|to blame|at fault|responsible|guilty|(?<=\\b(?:not|n['’]?t) )behind)";
const NEGATION =
  "(?:\\bnot|\\bnever|\\bneither|\\bnothing|\\bhardly|\\bcannot|\\p{L}n['’]?t|\\bin no way|\\bno (?:connection|link|tie|relation|cause|reason|evidence))";
/** Words between a negation and the tie that it denies: "was not, as we now know, caused by". */
const WITHIN = "((?:[^\\s.!?;:]+\\s+){0,5}?)";
const DENIED = new RegExp(`${NEGATION}\\b,?\\s+${WITHIN}${TIE}\\b`, "giu");
/** "We did not sleep because of the noise" denies the sleep, and "not known who is responsible" the knowledge. */
const ASKED = /\b(?:what|who|whom|which|why|how|whether|if)\b/iu;
/** Verbs of what is held to be so, and those that only help. */
const HELD = new Set(
  "think thought believe believed know known find found show shown prove proven suggest seem appear do have had be been".split(
    " ",
  ),
);
const APART =
  /\b(?:unrelated to|unconnected (?:to|with)|independent(?:ly)? of|rul(?:es?|ed|ing) out|no (?:connection|link|tie|relation)s?\b)/iu;
/** What is not the only cause is one. */
const PARTLY = /\bnot (?:only|just|merely|solely|entirely|always)\b/iu;

/** Whether `sentence` denies that what it names hangs together. Linear in its length. */
export function deniesTie(sentence: string): boolean {
  if (PARTLY.test(sentence)) return false;
  return (
    APART.test(sentence) || [...sentence.matchAll(DENIED)].some(([, between = ""]) => !deniesElse(between))
  );
}

/** Whether what stands between has a verb, or asks: that is denied. */
function deniesElse(between: string): boolean {
  return (
    ASKED.test(between) ||
    tokensOf(between).some((word) => !HELD.has(word) && (isVerbForm(word) || pastFormsIn([word]) > 0))
  );
}
