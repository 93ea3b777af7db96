/** Estimates the importance of a memory from its text, by a logistic model of three features. */
import { UNSEEN_TERM, type Idf } from "../ranking/idf";
import type { ParsedText } from "../text/parsedText";

/**
 * Round coefficients, set by hand, of the order found on two kinds of text (turns of LoCoMo that questions cite, sentences of
 * Hippocorpus that people call major events): AUC .80 and Spearman .28. Information alone has .79 and .26. The first person
 * helps with turns that observations cite (.75 → .80). Sentiment helps with events (.25 → .28): positive texts are small talk
 * more often than negative ones. Names, numbers, length, questions and past tense add less than .01 on either.
 */
const FIRST_PERSON_WEIGHT = 1;
const SENTIMENT_WEIGHT = -0.5;
/** This many unseen terms, about two sentences, give an importance of .5 if all else is neutral. */
const HALF_INFORMATION = 8;
/** More than this is length rather than importance; only 1 in 100 turns of LoCoMo exceeds it. */
const MAX_INFORMATION = 32;

const FIRST_PERSON = /^(?:i|me|my|mine|myself|we|us|our|ours|ourselves)(?:'(?:m|ve|d|ll|re))?$/;

/**
 * Importance, 0 to 1; 0 for a text without terms. It rises with the information of the terms (idf relative to an unseen
 * term's, so that the scale stays as memory grows) and with words of the first person, and falls with `sentiment` (−1 to 1).
 */
export function importanceOf(parsed: ParsedText, cues: { readonly sentiment: number }, idf: Idf): number {
  let information = 0;
  for (const term of parsed.counts.keys()) information += idf(term) / idf(UNSEEN_TERM);
  if (information === 0) return 0;
  const firstPerson = parsed.tokens.filter((token) => FIRST_PERSON.test(token)).length;
  const logit =
    Math.log(Math.min(MAX_INFORMATION, information) / HALF_INFORMATION) +
    FIRST_PERSON_WEIGHT * (firstPerson / (firstPerson + 1)) +
    SENTIMENT_WEIGHT * cues.sentiment;
  return 1 / (1 + Math.exp(-logit));
}
