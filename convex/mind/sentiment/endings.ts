/** Endings: that something is over, gone, out or back. What was amiss and has ended is good news, and what was welcome is missed. */
import {
  coreAt,
  inClause,
  isAdverb,
  isAuxiliary,
  isBe,
  isDeterminer,
  type ClauseWord,
} from "../language/clauseWords";
import { endsPhrase, REACH, subjectBefore, type NounPhrase } from "./nounPhrases";
import { polarityOf, type Polarity } from "./outcomeWords";

/** That there is more (1) or less (−1) of what a noun names. */
export interface Ending {
  readonly sign: Polarity;
  readonly of: NounPhrase;
}

/** What burns where it should not; a stove's fire is wanted. */
const FIRE = /^(?:fires?|bushfires?|wildfires?|blaze|blazes)$/;
const HEARTH = /^(?:stove|hearth|oven|fireplace|grate|grill|boiler|furnace|kiln|log|camp|barbecue|chimney)$/;
/** What passes by itself. A bill that has passed is a law. */
const PASSING =
  /^(?:.*storms?|hurricanes?|tornado(?:e?s)?|typhoons?|cyclones?|blizzards?|gales?|tsunamis?|floods?|floodwaters?|drought|heatwaves?|earthquakes?|dangers?|threats?|cris[ie]s|emergency|emergencies|fever|pain|pains|nausea|panic|anger|depression|epidemics?|pandemics?|outbreaks?|recession|plague|illness|infection|flu|ordeal|nightmare|gridlock)$/;
/** What is over every year and has come off. */
const YEARLY = /^harvests?$/;
const AFTER_OVER =
  /^$|^(?:after|by|on|before|within|now|at|and|for|since|but|as|in|so|yet|we|they|everybody|everyone)$/;
const AFTER_OUT = /^$|^(?:after|now|at|and|since|but|so|again|yet)$/;
const AFTER_PASSED = /^$|^(?:by|without|after|now|at|and|but|so|quickly|again|overnight|since)$/;
/** Who waits, hopes or asks for an end has not seen it. */
const SUPPOSED =
  /^(?:if|when|whenever|unless|whether|once|until|till|before|hope|hopes|hoped|hoping|wish|wishes|wished|pray|prays|praying|say|want|wants|would|could|might|may|will|should)$/;

/** The ending that `words[i]` says, of a noun at `free` or after. */
export function endingAt(words: readonly ClauseWord[], i: number, free: number): Ending | null {
  const core = coreAt(words, i);
  const next = inClause(words, i) ? coreAt(words, i + 1) : "";
  if (/^(?:gone|back)$/.test(core))
    return isBe(coreAt(words, i - 1)) && endsPhrase(words, i)
      ? ending(core === "back" ? 1 : -1, subjectBefore(words, i, free))
      : null;
  if (core === "over" && AFTER_OVER.test(next) && isState(words, i)) {
    const found = supposedNot(words, i, free);
    return found !== null && !holds(words, found.of, YEARLY) ? found : null;
  }
  if (core === "out" && AFTER_OUT.test(next) && isState(words, i)) {
    const found = supposedNot(words, i, free);
    return found !== null && holds(words, found.of, FIRE) && !holds(words, found.of, HEARTH) ? found : null;
  }
  if (/^bl(?:own|ew|ows)$/.test(core) && next === "over") return supposedNot(words, i, free);
  if (!/^pass(?:ed|es)$/.test(core) || !AFTER_PASSED.test(next)) return null;
  const found = supposedNot(words, i, free);
  return found !== null && holds(words, found.of, PASSING) ? found : null;
}

/** "Is over", "is finally over", "the storm's over": the word at `at` tells how something is. */
function isState(words: readonly ClauseWord[], at: number): boolean {
  let verb = at - 1;
  while (at - verb < REACH && inClause(words, verb) && isAdverb(coreAt(words, verb))) verb -= 1;
  if (!inClause(words, verb)) return false;
  return isBe(coreAt(words, verb)) || (verb === at - 1 && isContracted(words, verb));
}

/** Whether a noun of harm at `at` has its verb hung on, or is a headline's: "is the war over" asks. */
function isContracted(words: readonly ClauseWord[], at: number): boolean {
  if (polarityOf(coreAt(words, at)) !== -1) return false;
  let before = at - 1;
  while (at - before < REACH && inClause(words, before) && isDeterminer(coreAt(words, before))) before -= 1;
  return before < 0 || !inClause(words, before) || !isAuxiliary(coreAt(words, before));
}

function supposedNot(words: readonly ClauseWord[], at: number, free: number): Ending | null {
  for (let before = at - 1; at - before <= 2 * REACH && inClause(words, before); before--)
    if (SUPPOSED.test(coreAt(words, before))) return null;
  return ending(-1, subjectBefore(words, at, free));
}

function ending(sign: Polarity, of: NounPhrase | null): Ending | null {
  return of === null ? null : { sign, of };
}

function holds(words: readonly ClauseWord[], { from, to }: NounPhrase, pattern: RegExp): boolean {
  return words.slice(from, to + 1).some(({ core }) => pattern.test(core));
}
