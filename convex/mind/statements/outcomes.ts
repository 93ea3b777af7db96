/** What a change leaves behind it: after "The office raised the fee to 9 euros", the fee is 9 euros. */
import { withPlainApostrophes } from "../language/apostrophes";
import { isDateName } from "../language/dateMentions";
import { SENTENCE_BREAK } from "../../../mind/text/sentences";
import { statementsOf, type Statement } from "./statements";

const THING = "(?<thing>(?:the|our|my|your|his|her|its|their) (?:[\\p{L}\\p{N}'-]+ ){0,4}?[\\p{L}'-]+)";
const FROM = "(?: from [^,;]{1,40}?)?";
/** "Put the rent up to 990", which may leave the article out: "put milk up to 1.30". */
const PUT =
  "put (?<priced>(?:(?:the|our|my|your|his|her|its|their) )?(?:[\\p{L}\\p{N}'-]+ ){0,3}?[\\p{L}'-]+) (?:up|down)";
/** Up to where the clause ends, or says since when. */
const VALUE =
  "(?<value>(?:[$€£¥] ?)?\\p{N}[^,;()]{0,60}?)(?=$|[,;()]| (?:on|from|since|as of|with effect|because|after|when|while|which|and|but)\\b)";
const CHANGED =
  "(?:raised|increased|lowered|reduced|cut|changed|set|put up|brought down|dropped|extended|shortened)";
/** "Raised the fee to 9 euros", and "the fee was raised to 9 euros", "the fee rose to 9 euros". */
const DONE = new RegExp(`\\b${CHANGED} ${THING}${FROM} to ${VALUE}`, "iu");
const PRICED = new RegExp(`\\b${PUT}${FROM} to ${VALUE}`, "iu");
const BECAME = new RegExp(
  `\\b${THING} (?:(?:was|were|is|are|has been|have been|got) ${CHANGED}|(?:has |have )?(?:rose|risen|fell|fallen|climbed|went up|gone up|went down|gone down|${CHANGED}))${FROM} to ${VALUE}`,
  "iu",
);
const DAY =
  "(?:(?:next |this )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|(?:the )?\\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)|(?:january|february|march|april|may|june|july|august|september|october|november|december)\\b)";
const CLOCK = "(?:\\d{1,2}(?:[:.]\\d\\d)?(?: ?[ap]\\.?m\\.?| o'clock)?|noon|midnight)";
/** "The meeting was moved to Tuesday at 11", "the concert is postponed until noon". */
const REDATED = new RegExp(
  `\\b${THING}(?:,? which)? (?:(?:was|were|is|are|has been|have been|got) )?(?:moved|postponed|rescheduled|shifted|put off|put back|brought forward|pushed back|delayed)${FROM} (?:to|until|till) (?<when>(?<day>${DAY})[^,;()]{0,40}?|${CLOCK})(?=$|[,;()]| (?:because|since|and|but|as|so)\\b)`,
  "iu",
);
/**
 * "Anna has moved to Hamburg": whoever has a name, or is spoken of by a pronoun or as somebody's. What leads in is no part
 * of the name: "Yesterday Anna moved".
 */
const MOVED =
  /^(?:\p{L}+, |(?:\p{Ll}+|So|And|But|Then|Now|Today|Yesterday|Recently|Finally) )?(?<who>(?:I|[Ww]e|[Hh]e|[Ss]he|[Tt]hey|(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir) \p{Ll}+(?: \p{Lu}\p{L}+)?|\p{Lu}[\p{L}'-]+(?: (?:and )?\p{Lu}[\p{L}'-]+){0,2})) (?:(?:has|have|had) )?(?:just |recently |finally |now )?(?:moved|relocated)(?: away)?(?: from \p{Lu}[\p{L}-]+)? to (?<place>\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)?)\b/u;
/** What was not done, or might be, leaves nothing. */
const UNDONE =
  /\b(?:not|never|nobody|no one|if|unless|whether|would|could|should|might|almost|nearly)\b|n't\b/iu;

/** With a capital it is a month. */
const MAY = /\bmay\b/u;

/** A text is read this far. */
const READ_LENGTH = 1000;

/** What `outcomesIn` tells of a text, as statements; `named` as in `statementsOf`. */
export function outcomesOf(text: string, named: Parameters<typeof statementsOf>[1]): Statement[] {
  return outcomesIn(text).flatMap((outcome) => statementsOf(outcome, named));
}

/** How things stand after the changes that `text` tells of, in sentences of the present; empty where it tells of none. */
export function outcomesIn(text: string): string[] {
  return withPlainApostrophes(text.slice(0, READ_LENGTH))
    .split(SENTENCE_BREAK)
    .flatMap((sentence) => {
      const said = sentence.replace(/[.!?…]+["”’)]*\s*$/u, "");
      if (UNDONE.test(said) || MAY.test(said) || /\?\s*$/u.test(sentence)) return [];
      return outcomeOf(said);
    });
}

function outcomeOf(said: string): string[] {
  const redated = REDATED.exec(said)?.groups;
  if (redated?.thing !== undefined && redated.when !== undefined)
    return [
      `${redated.thing} ${beOf(redated.thing)} ${redated.day === undefined ? "at" : "on"} ${redated.when.trim()}`,
    ];
  const { who, place } = MOVED.exec(said)?.groups ?? {};
  if (who !== undefined && place !== undefined)
    return isDateName(place)
      ? []
      : [`${who} ${/^(?:I|we|they)$|\band\b/iu.test(who) ? "live" : "lives"} in ${place}`];
  const {
    thing,
    priced = thing,
    value,
  } = (BECAME.exec(said) ?? DONE.exec(said) ?? PRICED.exec(said))?.groups ?? {};
  return priced === undefined || value === undefined ? [] : [`${priced} ${beOf(priced)} ${value.trim()}`];
}

function beOf(thing: string): string {
  return /[^s]s$/u.test(thing) ? "are" : "is";
}
