/** How much a memory will matter, judged from its text alone: the same text and word counts, the same importance. */
import { milestonesIn, pastFormsIn } from "../language/milestones";
import { isInOtherLanguage } from "../language/otherLanguages";
import { ASKING } from "../../../mind/text/sentences";
import { withoutSpeaker } from "../language/speaker";
import { numberIn, termsOf, tokensOf } from "../language/tokens";
import { UNHEARD, type Idf } from "../../../mind/ranking/idf";
import { weightOf } from "./weight";

/** What is known of a text besides its words. */
export interface ImportanceCues {
  /** Names in the text, its speaker's left out or not. */
  entities: readonly string[];
  /** −1 to 1. */
  sentiment: number;
}

/**
 * What makes a text matter; the weights add up to 1. Information leads: what holds many rare words is what questions are
 * asked about. Then what the teller did and went through, in the past tense; decisions and turns of life; specifics.
 * Strong feeling comes last, for emotion words alone do not mark events, and loss marks them more than delight does.
 * What matters by its nature (`weight.ts`) then takes its share of the way to 1, however few its words.
 */
const WEIGHTS = {
  information: 0.56,
  firstPerson: 0.12,
  past: 0.12,
  milestones: 0.09,
  specifics: 0.06,
  distress: 0.05,
};
/** What each cue is half of at: so many terms unheard of, so many words … Further ones add less and less. */
const HALF = { information: 4, firstPerson: 1, past: 2, milestones: 1, specifics: 2 };
/** A text that ends by asking tells less than one that states. */
const QUESTION_COST = 0.03;
const ASKED = new RegExp(`[${ASKING}]["')\\]」』]*$`, "u");
/** Text beyond this is more of the same; and the cost has a bound. */
const READ_LENGTH = 8192;

const FIRST_PERSON = /^(?:i|me|my|mine|myself|we|us|our|ours|ourselves)(?:'(?:m|ve|d|ll|re))?$/;

/**
 * 0 to 1. `idf` tells how rare each term is among what is remembered; against that of a term unheard of, so that importance keeps its
 * scale as the memory grows.
 */
export function importanceOf(text: string, cues: ImportanceCues, idf: Idf): number {
  const body = withoutSpeaker(text.slice(0, READ_LENGTH));
  const tokens = tokensOf(body);
  // German "war" is no war, and "die" no death.
  const english = isInOtherLanguage(body) ? [] : tokens;
  let information = 0;
  for (const term of new Set(termsOf(body))) information += idf(term) / idf(UNHEARD);
  const firstPerson = english.filter((token) => FIRST_PERSON.test(token)).length;
  const numbers = tokens.filter((token) => numberIn(token) !== null && /^\d/.test(token)).length;
  const score =
    WEIGHTS.information * share(information, HALF.information) +
    WEIGHTS.firstPerson * share(firstPerson, HALF.firstPerson) +
    WEIGHTS.past * share(pastFormsIn(english), HALF.past) +
    WEIGHTS.milestones * share(milestonesIn(english), HALF.milestones) +
    WEIGHTS.specifics * share(cues.entities.length + numbers, HALF.specifics) +
    WEIGHTS.distress * Math.min(1, Math.max(0, -cues.sentiment)) -
    (ASKED.test(body.trim()) ? QUESTION_COST : 0);
  const bounded = Math.min(1, Math.max(0, score));
  return bounded + (1 - bounded) * weightOf(english, cues.entities);
}

/** 0 to 1 with diminishing returns, a half at `half`. */
function share(amount: number, half: number): number {
  return amount / (amount + half);
}
