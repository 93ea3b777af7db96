/** Whether what a sentence says of a day that it names is told as over: "died today", and not "is closed today". */
import { pastFormsIn } from "../language/milestones";
import { wordsOf } from "../similarity/similarity";

/** In the present, or of what is to come. */
const PRESENT =
  /^(?:(?:is|are|am|has|have|does|do|will|would|shall|should|can|could|may|might|must)(?:n't|'t)?|cannot|won't|.+'(?:ll|re|m)|(?:it|that|there|here|what|who|he|she)'s)$/u;
const PAST = /^(?:was|were|had|did)(?:n't)?$/u;
/** Before a participle these say how things stand, or whose it is: "gets closed", "the planned trip". */
const BEFORE_PARTICIPLES =
  /^(?:is|are|am|be|being|get|gets|remains?|stays?|needs?|.+'(?:re|m)|(?:it|that|there|he|she)'s|the|an?|my|your|his|her|its|our|their|this|these)(?:n't)?$/u;
const ADVERB = /^(?:.+ly|not|already|still|now|also|always|never|again|just)$/u;
/** What is put off or arranged for a day lies ahead of when that was done. */
const ARRANGED_FOR = /\bfor(?: the| this| next)?$/u;
const PUT_OFF_TO =
  /\b(?:moved|postponed|delayed|rescheduled|shifted|pushed|put off|brought forward|set|extended|adjourned)\b.*\b(?:to|until|till)(?: the| this| next)?$/u;
const RESOLVED = /\b(?:decided|promised|planned|agreed|arranged|offered) to \p{L}/u;

/** Whether something was arranged for the day that the words at `at` name, put off to it or resolved for it. */
export function isArranged(sentence: string, at: number): boolean {
  const preposition = /^(?:until|till) /iu.exec(sentence.slice(at))?.[0] ?? "";
  const before = (sentence.slice(0, at) + preposition).toLowerCase().trimEnd();
  return ARRANGED_FOR.test(before) || PUT_OFF_TO.test(before) || RESOLVED.test(before);
}

/** Whether the sentence tells as over what it says of the words that stand from `at` to `end`. */
export function isToldAsOver(sentence: string, at: number, end: number): boolean {
  // The verb of a day is mostly the last before it; where none is, the first after it.
  const [led, followed] = [sentence.slice(0, at), sentence.slice(end)].map((part) =>
    tensesOf(part.toLowerCase()),
  );
  return (led?.at(-1) ?? followed?.[0]) === "past";
}

/** The tenses of the verbs that show one, in order. */
function tensesOf(text: string): ("past" | "present")[] {
  const words = wordsOf(text);
  return words.flatMap((word, i) => {
    if (PRESENT.test(word)) return ["present"];
    if (PAST.test(word)) return ["past"];
    return pastFormsIn([word]) > 0 && !BEFORE_PARTICIPLES.test(wordBefore(words, i)) ? ["past"] : [];
  });
}

function wordBefore(words: readonly string[], at: number): string {
  return words.slice(0, at).findLast((word) => !ADVERB.test(word)) ?? "";
}
