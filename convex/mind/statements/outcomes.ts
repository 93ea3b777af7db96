/** What a change leaves behind it: after "The office raised the fee to 9 euros", the fee is 9 euros. */
import { SENTENCE_BREAK } from "../language/sentenceEnds";

const THING = "(?<thing>(?:the|our|my|your|his|her|its|their) (?:[\\p{L}\\p{N}'-]+ ){0,4}?[\\p{L}'-]+)";
const FROM = "(?: from [^,;]{1,40}?)?";
/** Up to where the clause ends, or says since when. */
const VALUE =
  "(?<value>(?:[$€£¥] ?)?\\p{N}[^,;()]{0,60}?)(?=$|[,;()]| (?:on|from|since|as of|with effect|because|after|when|while|which|and|but)\\b)";
const CHANGED =
  "(?:raised|increased|lowered|reduced|cut|changed|set|put up|brought down|dropped|extended|shortened)";
/** "Raised the fee to 9 euros", and "the fee was raised to 9 euros", "the fee rose to 9 euros". */
const DONE = new RegExp(`\\b${CHANGED} ${THING}${FROM} to ${VALUE}`, "iu");
const BECAME = new RegExp(
  `\\b${THING} (?:(?:was|were|is|are|has been|have been|got) ${CHANGED}|(?:has |have )?(?:rose|risen|fell|fallen|climbed|went up|gone up|went down|gone down|${CHANGED}))${FROM} to ${VALUE}`,
  "iu",
);
/** What was not done, or might be, leaves nothing. */
const UNDONE =
  /\b(?:not|never|nobody|no one|if|unless|whether|would|could|should|might|almost|nearly)\b|n't\b/iu;

/** With a capital it is a month. */
const MAY = /\bmay\b/u;

/** A text is read this far. */
const READ_LENGTH = 1000;

/** How things stand after the changes that `text` tells of, in sentences of the present; empty where it tells of none. */
export function outcomesIn(text: string): string[] {
  return text
    .slice(0, READ_LENGTH)
    .replace(/[’ʼ]/gu, "'")
    .split(SENTENCE_BREAK)
    .flatMap((sentence) => {
      const said = sentence.replace(/[.!?…]+["”’)]*\s*$/u, "");
      const { thing, value } = (BECAME.exec(said) ?? DONE.exec(said))?.groups ?? {};
      if (
        thing === undefined ||
        value === undefined ||
        UNDONE.test(said) ||
        MAY.test(said) ||
        /\?\s*$/u.test(sentence)
      )
        return [];
      return [`${thing} ${/[^s]s$/u.test(thing) ? "are" : "is"} ${value.trim()}`];
    });
}
