/**
 * Outcomes: that there is more or less of what is good or bad. Falling crime is good, falling sales are bad, whatever feeling
 * the words have by themselves. A noun's polarity times the direction that is said of it, within one clause and a few words.
 */
import {
  coreAt,
  inClause,
  isAdverb,
  isAuxiliary,
  isBe,
  isBreak,
  isDeterminer,
  isLink,
  isNumber,
  isTime,
  type ClauseWord,
} from "../language/clauseWords";
import { endingAt } from "./endings";
import { endsPhrase, nounAfter, REACH, subjectBefore, type NounPhrase } from "./nounPhrases";
import {
  adjectiveDirection,
  nounDirection,
  verbDirection,
  type Direction,
  type Polarity,
} from "./outcomeWords";

/** One outcome: the words that say it, by their places, and whether it is good or bad. */
export interface Outcome {
  /** The word that says the direction. */
  readonly at: number;
  readonly sign: Polarity;
  /** First and last place of the words that it is said with; their own feeling counts no more. */
  readonly from: number;
  readonly to: number;
}

/** After these a verb of falling tells of something else: prices fall apart, a market falls silent. */
const OTHER_SENSE =
  /^(?:apart|ill|asleep|silent|short|flat|behind|victim|prey|sick|pregnant|out|over|through|off|foul|up|down|under|below|above|into)$/;
const UP_OR_DOWN = /^(?:up|down|higher|lower)$/;
const LEVEL = /^(?:low|lows|lowest|high|highs|highest)$/;
/** How bare a noun of direction may stand: what comes before it must be no subject. */
const BEFORE_NOUN =
  /^(?:sharp|steep|big|bigger|slight|small|record|recent|sudden|huge|large|dramatic|significant|steady|strong|marked|rapid|fast|great|expected|by|amid|after|despite|with|from|of|report|reports|reported|see|sees|saw|shows|show|showed|in|on|and|means|brings|brought|cause|causes|caused|announces|announced|to|for|an)$/;
/** "At the end of the war" is a time. */
const BEFORE_TIME = /^(?:at|by|before|until|till|toward|towards|since|after|near|from)$/;

/** By so much something rises or falls. */
const MEASURE =
  /^(?:percent|pct|percentage|points?|times|fold|overall|basis|degrees?|euros?|dollars?|pounds?|cents?)$/;

/** The outcomes of a text, by their places and apart from one another. */
export function outcomesOf(words: readonly ClauseWord[]): Outcome[] {
  const found: Outcome[] = [];
  let free = 0;
  for (let i = 0; i < words.length; i++) {
    const outcome = outcomeAt(words, i, free);
    if (outcome === null) continue;
    found.push(outcome);
    free = outcome.to + 1;
    i = Math.max(i, outcome.to);
  }
  return found;
}

/** The outcome whose direction `words[i]` says, from words at `free` and after. */
function outcomeAt(words: readonly ClauseWord[], i: number, free: number): Outcome | null {
  const core = coreAt(words, i);
  return (
    byVerb(words, i, free) ??
    byPlace(words, i, free) ??
    byNoun(words, i) ??
    outcomeOf(adjectiveDirection(core), nounAfter(words, i), i, i)
  );
}

/** "Crime falls", "sales were cut", "the city reduces crime", "300 jobs lost". */
function byVerb(words: readonly ClauseWord[], i: number, free: number): Outcome | null {
  const said = verbDirection(coreAt(words, i), words[i]?.ends === true ? "" : coreAt(words, i + 1));
  if (said === null) return null;
  const { direction } = said;
  const last = i + said.words - 1;
  const subject = subjectBefore(words, i, free);
  if (!direction.intransitive && !isPassive(words, i)) {
    // "The cut", "for end users": a noun, or part of one.
    const before = i > 0 && inClause(words, i - 1) ? coreAt(words, i - 1) : "";
    if (!(isDeterminer(before) || (isLink(before) && before !== "to"))) {
      const object = nounAfter(words, last);
      // "End users can": the whole is the subject of what follows.
      if (object !== null && isSubject(words, object)) return null;
      if (object !== null) return outcomeOf(direction, object, i, last);
    }
    if (!endsPhrase(words, last) || isCounted(words, last + 1)) return null;
  } else if (inClause(words, last) && OTHER_SENSE.test(coreAt(words, last + 1))) return null;
  return outcomeOf(direction, subject, i, last);
}

/** "Destroyed twelve houses": so many of something are the object, where "rose 12 percent" and "fell 3 points" have none. */
function isCounted(words: readonly ClauseWord[], at: number): boolean {
  if (!inClause(words, at - 1) || !isNumber(coreAt(words, at)) || !inClause(words, at)) return false;
  const noun = coreAt(words, at + 1);
  const isFree = isLink(noun) || isBreak(noun) || isAuxiliary(noun) || isAdverb(noun) || isTime(noun);
  return !isFree && !isNumber(noun) && !MEASURE.test(noun);
}

/** "Crime is up", "sales down 5%", "unemployment at a record low", "the war is over", "the fever is back". */
function byPlace(words: readonly ClauseWord[], i: number, free: number): Outcome | null {
  const core = coreAt(words, i);
  const next = inClause(words, i) ? coreAt(words, i + 1) : "";
  if (
    UP_OR_DOWN.test(core) &&
    /^$|^(?:by|from|since|this|last|in|as|amid|after|again|to|for)$|ly$|\p{N}/u.test(next)
  ) {
    // "Up to you", "up for grabs".
    if (/^(?:to|for)$/.test(next) && !isNumber(coreAt(words, i + 2)) && coreAt(words, i + 2) !== "the")
      return null;
    // "Costs up to 500 euros" tells how much at most.
    if (
      next === "to" &&
      !isAuxiliary(coreAt(words, i - 1)) &&
      !/^(?:go|went|gone|way)/.test(coreAt(words, i - 1))
    )
      return null;
    let verb = i - 1;
    if (/^(?:go|goes|going|gone|went|come|comes|came|coming|trending|way)$/.test(coreAt(words, verb)))
      verb -= 1;
    return outcomeOf(
      directed(/^(?:up|higher)$/.test(core) ? 1 : -1),
      subjectBefore(words, verb + 1, free),
      i,
      i,
    );
  }
  if (LEVEL.test(core) && endsPhrase(words, i)) {
    let at = i - 1;
    while (
      i - at <= REACH &&
      inClause(words, at) &&
      /^(?:a|an|the|its|their|new|record|all|time|all-time|fresh|historic|another|lowest|highest|.*year|.*month|.*week|.*decade)$/.test(
        coreAt(words, at),
      )
    )
      at -= 1;
    if (
      !inClause(words, at) ||
      !/^(?:hit|hits|hitting|at|to|near|reach|reaches|reached|touch|touches|touched|set|sets|on)$/.test(
        coreAt(words, at),
      )
    )
      return null;
    return outcomeOf(directed(core.startsWith("h") ? 1 : -1), subjectBefore(words, at, free), i, i);
  }
  const ending = endingAt(words, i, free);
  return ending === null ? null : outcomeOf(directed(ending.sign), ending.of, i, i);
}

/** "A fall in crime", "the loss of jobs", "an end to the war". */
function byNoun(words: readonly ClauseWord[], i: number): Outcome | null {
  const core = coreAt(words, i);
  const direction = nounDirection(core);
  if (direction === null || !inClause(words, i)) return null;
  const link = coreAt(words, i + 1);
  if (!/^(?:in|of)$/.test(link) && !(link === "to" && /^(?:end|boost)$/.test(core))) return null;
  const starts = i === 0 || words[i - 1]?.ends === true;
  const before = starts ? "" : coreAt(words, i - 1);
  if (!starts && !isDeterminer(before) && !isNumber(before) && !BEFORE_NOUN.test(before)) return null;
  if (core === "end" && isDeterminer(before) && BEFORE_TIME.test(coreAt(words, i - 2))) return null;
  return outcomeOf(direction, nounAfter(words, i + 1), i, i + 1);
}

function directed(sign: Polarity): Direction {
  return { sign, of: null, intransitive: true };
}

function outcomeOf(
  direction: Direction | null,
  of: NounPhrase | null,
  from: number,
  to: number,
): Outcome | null {
  if (direction === null || of === null) return null;
  if (direction.of !== null && direction.of !== of.polarity) return null;
  return {
    at: from,
    sign: direction.sign === of.polarity ? 1 : -1,
    from: Math.min(from, of.from),
    to: Math.max(to, of.to),
  };
}

function isSubject(words: readonly ClauseWord[], phrase: NounPhrase): boolean {
  const next = inClause(words, phrase.to) ? coreAt(words, phrase.to + 1) : "";
  return isAuxiliary(next) && next !== "to";
}

function isPassive(words: readonly ClauseWord[], verb: number): boolean {
  for (let at = verb - 1; verb - at <= 3 && inClause(words, at); at--) {
    const core = coreAt(words, at);
    if (core === "to") return false;
    // "Is ending" and "are reducing" are active.
    if (isBe(core)) return !coreAt(words, verb).endsWith("ing");
    if (!isAdverb(core) && !isAuxiliary(core)) return false;
  }
  return false;
}
