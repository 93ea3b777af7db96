/** Function words that name something here: Will, May, Per and Can, the month of May, the US, the IT team, a will, a can. */
import { regularForm } from "./irregularForms";
import { ASKING, ENDS } from "../../../mind/text/sentences";
import { followsSubject } from "./sentenceStarts";

const ANY = /\b(?:Will|May|Per|Can|An|US|IT|WHO|will|can|may)\b/;
/** Inside a sentence: after a small letter, a figure, a comma. In capitals only beside what is not. */
const INSIDE =
  /(?<=[\p{Ll}\p{N},;)'"] )(?:(?:Will|May|Per|Can|An)(?![\p{L}\p{N}])|(?:US|IT|WHO)(?![\p{L}\p{N}]))/gu;
const CAPITALS_FIRST = /(?<![\p{L}\p{N}])(?:US|IT|WHO)(?= \p{Ll})/gu;
/** At a sentence's start, with the one or two words after it: a question starts so as well. */
const AT_START = new RegExp(
  `(?<=^\\s{0,3}|[${ENDS}:"\\n]\\s{0,3})(Will|May|Per|Can)(?:('s)|\\s+([\\p{L}'-]+)(?:\\s+([\\p{L}'-]+))?)([^${ENDS}\\n]{0,300}[${ASKING}])?`,
  "gu",
);
/** The month, however written: "in may", "3 may", "may 2027". */
const MONTH =
  /(?:\b(?:in|of|since|until|till|by|from|early|mid|late|last|next|every|before|after|during|this) |\d(?:st|nd|rd|th)?(?: of)? )may\b(?! (?:be|have|not)\b)|\bmay \d/i;
/** "Her will", "a can". */
const NOUN =
  /(?:\b(?:the|an?|his|her|my|their|our|your|last)|'s) (will|can)(?! (?:be|have|not)\b)(?![\p{L}\p{N}'])/giu;
/** Capitals of titles: there every word has one. */
const TITLE =
  /(?<=[\p{L},] )(?:The|Of|And|Is|Are|To|In|On|For|It|With|Be|Or|From|At|By|As|My|Your)(?![\p{L}\p{N}])/u;

const NONE: ReadonlySet<string> = new Set();

/** Which of these words, in lower case, name something in `text`. Linear in the text's length. */
export function namesakesIn(text: string): ReadonlySet<string> {
  if (!ANY.test(text)) return NONE;
  const found = new Set<string>();
  if (MONTH.test(text)) found.add("may");
  for (const [, word = ""] of text.matchAll(NOUN)) found.add(word.toLowerCase());
  if (TITLE.test(text)) return found;
  for (const pattern of [INSIDE, CAPITALS_FIRST])
    for (const [word] of text.matchAll(pattern)) found.add(word.toLowerCase());
  for (const [, word = "", possessive, next = "", afterNext = "", asked] of text.matchAll(AT_START)) {
    if (asked !== undefined) continue;
    if (possessive !== undefined || isFinite(next) || (/^\p{Lu}/u.test(next) && isFinite(afterNext)))
      found.add(word.toLowerCase());
  }
  return found;
}

/** Whether a word, as written, is a verb that has its subject before it, as far as its form tells. */
function isFinite(word: string): boolean {
  if (!/^[a-z]/.test(word)) return false;
  return followsSubject(word) || /(?:[^e]|[gr]e)ed$|[^sui]s$/.test(word) || regularForm(word) !== word;
}
