/**
 * What is said not to be, or to be over for somebody: "nobody was hurt", "no sign of cancer", "free of cholera", "recovered
 * from malaria". VADER hears a negation only up to three words before what it denies.
 */
import {
  coreAt,
  inClause,
  isAuxiliary,
  isBe,
  isBreak,
  isDeterminer,
  isLink,
  type ClauseWord,
} from "../language/clauseWords";

/** How a word is to be read: as something good or bad, as something good or bad that is not there, or without feeling. */
export type Reading = "good" | "bad" | "missed" | "spared" | "plain";

/** The feeling of the word at a place: below, at or above 0. */
export type FeelingAt = (at: number) => number;

const REACH = 6;
const NEGATOR = /^(?:not|never|without|hardly|cannot|.+n't)$/;
/** What "no" and "any" find or don't find: a sign of it. */
const SIGN =
  /^(?:signs?|evidence|traces?|risks?|indications?|hints?|dangers?|threats?|fears?|proof|reports?|cases?|symptoms?|chance|hope|prospect|possibility|suggestion|need|reason)$/;
/** Phrases with "no" that deny nothing. */
const EMPTY_NO =
  /^(?:matter|doubt|doubts|wonder|longer|way|sooner|question|less|more|better|other|good|one|place)$/;
/** "Nobody does it better": praise or blame of another kind. */
const COMPARES =
  /^(?:better|worse|more|less|than|but|except|else|other|beat|beats|match|matches|compare|compares|like|rival|rivals)$/;
/** What makes a thing of use to people: that nobody does so is no praise. */
const HEEDS =
  /^(?:us(?:es?|ed|ing)|wants?|wanted|needs?|needed|buys?|bought|cares?|cared|came|comes|attends?|attended|helps?|helped|answers?|answered|listens?|listened|reads?|watch(?:es|ed)?|plays?|played|visits?|visited|replied|replies|showed|shows|volunteered|subscribes?)$/;
/** After what is denied these begin the occasion of it. */
const OCCASION = /^(?:in|during|after|when|while|as|by|from|at|following)$/;
/** What nobody wants to have, though it feels nothing by itself. */
const TROUBLE =
  /^(?:headaches?|migraines?|nausea|coughing|hiccups|queues|paperwork|bugs|leaks|mould|mold|mice|rats|moths|spam|outages)$/;
/** What nobody should be, though it feels nothing by itself. */
const AMISS = /^(?:late|absent|overdue|behind)$/;
const HOPE = /^(?:hop(?:e|es|ed|ing)|hopefully|pray(?:s|ed|ing)?)$/;
/** Who told to "forget the prize" is told that there is none. */
const FORGOT = /^(?:forgets|forgot|forgotten|withh(?:eld|olds?|olding))$/;
const LAUGHTER = /^(?:lo+l|lmf?ao|rofl|(?:ha){2,}h?|(?:he){2,})$/;
/** From what these bring somebody, they bring them to something better. */
const RELIEVES =
  /^(?:recover(?:s|ed|ing)?|heal(?:s|ed|ing)?|rescu(?:es?|ed|ing)|sav(?:es?|ed|ing)|protect(?:s|ed|ing)?|spar(?:es?|ed|ing)|cured?|curing|clear(?:s|ed)|acquitted|exonerated|escap(?:es?|ed|ing)|shield(?:s|ed)?|surviv(?:es?|ed|ing)|safe|freed|liberated|released)$/;

/** What the absences of a text make of its words, by place. */
export function absencesOf(words: readonly ClauseWord[], feels: FeelingAt): Map<number, Reading> {
  const readings = new Map<number, Reading>();
  for (let i = 0; i < words.length; i++) {
    const end =
      hopeNot(words, i, feels, readings) ??
      forgotten(words, i, feels, readings) ??
      nobody(words, i, feels, readings) ??
      noLonger(words, i, feels, readings) ??
      noMore(words, i, feels, readings) ??
      noSign(words, i, feels, readings) ??
      freeOf(words, i, feels, readings);
    if (end !== null) i = end;
  }
  return readings;
}

type Rule = (
  words: readonly ClauseWord[],
  i: number,
  feels: FeelingAt,
  readings: Map<number, Reading>,
) => number | null;

/** "Hopefully she isn't ill", "I hope not": worry as much as hope, for what is feared may be so. */
const hopeNot: Rule = (words, i, feels, readings) => {
  if (!HOPE.test(coreAt(words, i)) || !inClause(words, i)) return null;
  const start = coreAt(words, i + 1) === "that" ? i + 2 : i + 1;
  const negation = findIn(words, start, (at) => /^(?:not|nobody|.+n't)$/.test(coreAt(words, at)));
  if (negation === null) return null;
  const feared = inClause(words, negation) ? findIn(words, negation + 1, (at) => feels(at) !== 0) : null;
  if (feared !== null && feels(feared) > 0) return null;
  for (const at of [i, negation, ...(feared === null ? [] : [feared])]) readings.set(at, "plain");
  return feared ?? negation;
};

/** "They forgot my bonus": what would be good is not there, and who "never forgot" it remembers. "Had forgotten the joy of it" is another thing. */
const forgotten: Rule = (words, i, feels, readings) => {
  if (!FORGOT.test(coreAt(words, i)) || !inClause(words, i) || !isDeterminer(coreAt(words, i + 1)))
    return null;
  const negation = [1, 2, 3].find(
    (back) => inClause(words, i - back) && NEGATOR.test(coreAt(words, i - back)),
  );
  if (negation !== undefined) {
    readings.set(i - negation, "plain");
    return i;
  }
  const good = findIn(words, i + 2, (at) => feels(at) !== 0);
  if (
    good === null ||
    good - i > 3 ||
    feels(good) < 0 ||
    (inClause(words, good) && coreAt(words, good + 1) === "of")
  )
    return null;
  readings.set(i, "bad").set(good, "plain");
  return good;
};

/** "Nobody was hurt", "none of the passengers were harmed", "no animals were killed", "nobody uses it". */
const nobody: Rule = (words, i, feeling, readings) => {
  const feels = (at: number) => feeling(at) || (AMISS.test(coreAt(words, at)) ? -1 : 0);
  const first = quantifierEnd(words, i);
  if (first === null) return null;
  if (clauseHas(words, first, COMPARES)) return null;
  const isNoOne = coreAt(words, i) === "no" && coreAt(words, i + 1) === "one";
  const needsVerb = /^(?:no|none|not)$/.test(coreAt(words, i)) && !isNoOne;
  const verb =
    predicateAfter(words, first, needsVerb) ??
    (coreAt(words, i) === "none" ? afterMembers(words, first) : null);
  if (verb === null) return null;
  const end = deny(words, verb, feels, readings);
  if (end === null) {
    const heeds = findIn(words, verb, (at) => HEEDS.test(coreAt(words, at)));
    if (heeds === null || coreAt(words, i) === "none") return null;
    readings.set(heeds, "bad");
    // Laughter about it is scorn.
    for (let at = Math.max(0, i - REACH); at <= Math.min(words.length - 1, heeds + REACH); at++)
      if (LAUGHTER.test(coreAt(words, at))) readings.set(at, "plain");
    for (let at = i; at < first; at++) readings.set(at, "plain");
    return heeds;
  }
  for (let at = i; at < verb; at++) readings.set(at, "plain");
  return end;
};

/** "No longer fails", "no longer really hurts". */
const noLonger: Rule = (words, i, feels, readings) => {
  if (coreAt(words, i) !== "no" || coreAt(words, i + 1) !== "longer" || !inClause(words, i)) return null;
  const bad = findIn(words, i + 2, (at) => feels(at) !== 0);
  if (bad === null || bad - i > 4 || feels(bad) > 0 || !inClause(words, i + 1)) return null;
  readings
    .set(i, "plain")
    .set(i + 1, "plain")
    .set(bad, "spared");
  return bad;
};

/** "No more pain", "no more unpaid debts", "no more fun"; "no more trouble than before" tells how much there is. */
const noMore: Rule = (words, i, feeling, readings) => {
  if (coreAt(words, i) !== "no" || coreAt(words, i + 1) !== "more" || !inClause(words, i)) return null;
  const feels = (at: number) => feeling(at) || (TROUBLE.test(coreAt(words, at)) ? -1 : 0);
  const felt = findIn(words, i + 2, (at) => feels(at) !== 0);
  if (felt === null || felt - i > 3 || clauseHas(words, i + 2, /^than$/)) return null;
  for (let at = i + 2; at < felt; at++) if (isLink(coreAt(words, at))) return null;
  const end = deny(words, felt, feels, readings);
  if (end !== null) readings.set(i, "plain").set(i + 1, "plain");
  return end;
};

/** Where the words end that say "not one": the place after "nobody", "no one", "none", "not a single"; for "no" its own. */
function quantifierEnd(words: readonly ClauseWord[], i: number): number | null {
  if (words[i]?.ends !== false) return null;
  const core = coreAt(words, i);
  const next = coreAt(words, i + 1);
  if (/^(?:nobody|no-one|none|noone)$/.test(core)) return i + 1;
  if (core === "no" && next === "one" && inClause(words, i + 1)) return i + 2;
  if (core === "not" && (next === "one" || (next === "a" && coreAt(words, i + 2) === "single")))
    return next === "one" ? i + 2 : i + 3;
  return core === "no" && !EMPTY_NO.test(next) && !SIGN.test(next) ? i + 1 : null;
}

/** Where the predicate begins: after the auxiliaries; with `needsVerb` only where there is one ("no animals were killed"). */
function predicateAfter(words: readonly ClauseWord[], first: number, needsVerb: boolean): number | null {
  for (let at = first; at - first < REACH; at++) {
    const core = coreAt(words, at);
    if (
      needsVerb
        ? isBe(core) || /^(?:has|have|had|did|died|will)$/.test(core)
        : isAuxiliary(core) && core !== "to"
    ) {
      // "Failed to" only helps the verb after it, and who failed has failed.
      if (core === "died" || (core.startsWith("fail") && coreAt(words, at + 1) !== "to")) return at;
      while (inClause(words, at) && isAuxiliary(coreAt(words, at + 1))) at += 1;
      return inClause(words, at) ? at + 1 : null;
    }
    if (words[at]?.ends !== false || isBreak(core)) break;
  }
  return needsVerb ? null : first;
}

/** The place after "of the experiments". */
function afterMembers(words: readonly ClauseWord[], first: number): number | null {
  if (coreAt(words, first) !== "of") return null;
  let noun = first + 1;
  while (noun - first < 3 && isDeterminer(coreAt(words, noun))) noun += 1;
  return inClause(words, noun) && findIn(words, first, (at) => at === noun) !== null ? noun + 1 : null;
}

/** "No sign of cancer", "didn't find any evidence of fraud", "no serious injuries", "without any injuries". */
const noSign: Rule = (words, i, feels, readings) => {
  const core = coreAt(words, i);
  if (words[i]?.ends !== false || EMPTY_NO.test(coreAt(words, i + 1))) return null;
  const isNo = core === "no" || core === "zero";
  if (!isNo && !NEGATOR.test(core)) return null;
  const sign = findIn(words, i + 1, (at) => SIGN.test(coreAt(words, at)));
  if (sign !== null && inClause(words, sign)) {
    const quantified = isNo || /^(?:a|any|single|the)$/.test(coreAt(words, sign - 1));
    const near = sign - i <= (isNo ? 3 : 4);
    if (quantified && near && /^(?:of|that|to|for)$/.test(coreAt(words, sign + 1))) {
      const end = deny(words, sign + 2, feels, readings);
      if (end !== null) {
        for (let at = i; at <= sign; at++) readings.set(at, "plain");
        return end;
      }
    }
  }
  if (!isNo && core !== "without") return null;
  const denied = findIn(words, i + 1, (at) => feels(at) !== 0);
  if (denied === null || denied - i > 3 || feels(denied) > 0) return null;
  for (let at = i + 1; at < denied; at++) if (isLink(coreAt(words, at))) return null;
  const found = new Map<number, Reading>();
  const end = deny(words, denied, feels, found);
  // What alone stands next to its negation is heard as it is.
  if (isNo && denied === i + 1 && found.size === 1) return null;
  readings.set(i, "plain");
  for (const [at, reading] of found) readings.set(at, reading);
  return end;
};

/** "Free of cholera", "recovered from cancer", "violence-free". */
const freeOf: Rule = (words, i, feels, readings) => {
  const core = coreAt(words, i);
  const relieves = RELIEVES.test(core);
  if (words[i]?.ends !== false || !(relieves || core === "free")) return null;
  // "Saved two children from the fire".
  const link = findIn(words, i + 1, (at) => /^(?:from|of|against)$/.test(coreAt(words, at)));
  if (link === null || link - i > (relieves ? 5 : 1) || words[link]?.ends !== false) return null;
  const bad = findIn(words, link + 1, (at) => feels(at) !== 0);
  if (bad === null || bad - link > 4 || feels(bad) > 0) return null;
  let last = bad;
  while (inClause(words, last) && last - bad < 3 && !isLink(coreAt(words, last + 1)) && feels(last + 1) <= 0)
    last += 1;
  for (let at = link; at <= last; at++) if (feels(at) < 0) readings.set(at, "plain");
  if (relieves) readings.set(i, "good");
  return last;
};

/**
 * Denies the first word with a feeling from `start` on, of "serious injury" the last; what "or" joins to it is under the same
 * negation and has no feeling of its own. The place of the last such word; null where there is none.
 */
function deny(
  words: readonly ClauseWord[],
  start: number,
  feels: FeelingAt,
  readings: Map<number, Reading>,
): number | null {
  const first = findIn(words, start, (at) => feels(at) !== 0);
  if (first === null) return null;
  const feeling = feels(first);
  let head = first;
  while (inClause(words, head) && feels(head + 1) === feeling) readings.set(head++, "plain");
  readings.set(head, feeling > 0 ? "missed" : "spared");
  let last = head;
  for (let at = head + 1; at - last < 4 && at < words.length; at++) {
    const core = coreAt(words, at);
    const isOr = /^(?:or|nor)$/.test(core);
    if (words[at - 1]?.ends === true ? !isOr && !isListed(words, at) : isLink(core)) break;
    if (isBreak(core) && !isOr && core !== "and") break;
    if (feels(at) !== feeling) continue;
    readings.set(at, "plain");
    last = at;
  }
  return feeling < 0 ? pastOccasion(words, last, feels, readings) : last;
}

/** Where the occasion ends on which nothing bad came to anybody: "nobody was hurt in the accident". It is told as over, and plainly. */
function pastOccasion(
  words: readonly ClauseWord[],
  denied: number,
  feels: FeelingAt,
  readings: Map<number, Reading>,
): number {
  if (!inClause(words, denied)) return denied;
  const start = findIn(words, denied + 1, (at) => OCCASION.test(coreAt(words, at)));
  if (start === null || start - denied > 2 || !inClause(words, start)) return denied;
  let last = denied;
  for (let at = start + 1; at - start <= REACH && at < words.length; at++) {
    if (isBreak(coreAt(words, at)) && !OCCASION.test(coreAt(words, at))) break;
    if (feels(at) < 0) {
      readings.set(at, "plain");
      last = at;
    }
    if (!inClause(words, at)) break;
  }
  return last;
}

/** Whether an "or" follows soon: "no deaths, injuries or damage". */
function isListed(words: readonly ClauseWord[], at: number): boolean {
  return /^(?:or|nor)$/.test(coreAt(words, at + 1)) || /^(?:or|nor)$/.test(coreAt(words, at + 2));
}

function findIn(words: readonly ClauseWord[], start: number, is: (at: number) => boolean): number | null {
  for (let at = start; at - start < REACH && at < words.length; at++) {
    if (at > start && words[at - 1]?.ends === true) return null;
    if (is(at)) return at;
    if (isBreak(coreAt(words, at)) && at > start) return null;
  }
  return null;
}

function clauseHas(words: readonly ClauseWord[], start: number, pattern: RegExp): boolean {
  return findClause(words, start, (at) => pattern.test(coreAt(words, at)));
}

function findClause(words: readonly ClauseWord[], start: number, is: (at: number) => boolean): boolean {
  for (let at = start; at - start < 2 * REACH && at < words.length; at++) {
    if (is(at)) return true;
    if (words[at]?.ends === true) return false;
  }
  return false;
}
