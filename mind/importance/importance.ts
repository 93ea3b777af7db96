/** How much a memory will matter, judged from its text: a logistic model of three features. */
import { UNSEEN_IDF, type Idf } from "../ranking/idf";
import type { ParsedText } from "../text/parsedText";

/**
 * The coefficients, round and set by hand; of the order found on two kinds of text (turns of LoCoMo that questions cite, sentences
 * of Hippocorpus that people call major events): AUC .80 and Spearman .28. Information alone has .79 and .26, the first person adds
 * to the turns that observations cite (.75 → .80), sentiment to events (.25 → .28): delight is small talk more often than loss is.
 * Names, numbers, length, questions and past tense add less than a hundredth on either.
 */
const FIRST_PERSON_WEIGHT = 1;
const SENTIMENT_WEIGHT = -0.5;
/** So many terms that no memory holds give an importance of a half, all else neutral: about two sentences. */
const HALF_INFORMATION = 8;
/** Beyond this a text is long rather than important; only 1 in 100 turns of LoCoMo has more. */
const MOST_INFORMATION = 32;

const FIRST_PERSON = /^(?:i|me|my|mine|myself|we|us|our|ours|ourselves)(?:'(?:m|ve|d|ll|re))?$/;

/**
 * 0 to 1; 0 for a text without a term. Rises with what its terms tell (`idf`, against a term that no memory holds, so that
 * the scale stays as memory grows) and with words of the first person, falls with `sentiment` (−1 to 1).
 */
export function importanceOf(parsed: ParsedText, cues: { readonly sentiment: number }, idf: Idf): number {
  let information = 0;
  for (const term of parsed.counts.keys()) information += idf(term) / idf(UNSEEN_IDF);
  if (information === 0) return 0;
  const firstPerson = parsed.tokens.filter((token) => FIRST_PERSON.test(token)).length;
  const logit =
    Math.log(Math.min(MOST_INFORMATION, information) / HALF_INFORMATION) +
    FIRST_PERSON_WEIGHT * (firstPerson / (firstPerson + 1)) +
    SENTIMENT_WEIGHT * cues.sentiment;
  return 1 / (1 + Math.exp(-logit));
}
