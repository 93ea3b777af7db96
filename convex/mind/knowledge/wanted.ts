/** What kind of answer a question wants, and how it looks: an amount, a time, a place, somebody's name. */
import { dateMentions } from "../language/dateMentions";
import { entitiesOf } from "../language/entities";
import { sentencesIn } from "../../../mind/text/sentences";
import { stemOf } from "../../../mind/text/stem";
import { isStopWord } from "../../../mind/text/stopWords";
import { tokensOf } from "../language/tokens";
import { isVerbForm } from "../language/verbs";
import { isWeekday, withWholeWeekdays } from "../language/weekdays";
import { writtenNumbers } from "../numbers/numberWords";
import { aboutOf, type About } from "../statements/bearing";
import { contentWords, identifies, matterOf } from "./contentWords";

type Holds = (text: string) => boolean;

const SPAN =
  /\b(?:(?:second|minute|hour|day|night|week|month|year)s?|mins?|hrs?|secs?|wks?|yrs?)\b|\p{N} ?(?:h|m|s|d)\b/iu;
const FIGURE = /\p{N}/u;
/** Where something is: "in stock", "on time" and "at ten" are no places. */
const PLACED =
  /\b(?:is|are|was|were|lies?|lay|hangs?|hung|stands?|stood|sits?|sat|kept|stored|put|left|parked|hidden|found)\b[^.;!?]{0,60}?\b(?:in|at|on|under|behind|beside|near|above|below|inside|outside|with|next to|between)\b (?!\p{N}|(?:time|stock|order|hold|fire|sale|call|general|fact|good|bad|half|noon|midnight|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b)/iu;

const OCCUPATION =
  /\b(?:works?|worked|working|jobs?|employed|profession|teach(?:es)?|taught|stud(?:y|ies|ied|ying)|retired|unemployed)\b/iu;

const WANTED: readonly (readonly [RegExp, Holds])[] = [
  [/\bhow long\b/iu, (text) => SPAN.test(text)],
  [
    /\bhow (?:much|many|old|far|high|tall|wide|deep|often|big|large|heavy|expensive)\b/iu,
    (text) => FIGURE.test(text) || writtenNumbers(text).length > 0,
  ],
  [/\b(?:price|cost|pay|charge|earn|weigh)\b/iu, (text) => FIGURE.test(text)],
  [
    /\b(?:when|what (?:time|day|date)|which day)\b/iu,
    (text) =>
      FIGURE.test(text) || tokensOf(withWholeWeekdays(text)).some(isWeekday) || dateMentions(text).length > 0,
  ],
  [/^\P{L}*(?:and |but |so )?where(?:'s|s| is| are| was| were)\b/iu, (text) => PLACED.test(text)],
  // "What does Anna do?"
  [/\bwhat (?:does|do|is|are) (?:[\p{L}'-]+ ){1,4}(?:do|doing)\b/iu, (text) => OCCUPATION.test(text)],
];
/** Words that name the kind, which an answer need not have: "Adults pay 9 euros", "it is 9 euros for adults". */
const NAMING = new Set(["price", "cost", "pay", "charge", "earn", "weigh", "money", "live"].map(stemOf));
/** Who is asked for where nobody is named whom the question doesn't name itself. */
const WHO = /^\p{P}*(?:and |but |so )?who\b/iu;

/** Whether a text holds an answer of the kind that `question` wants; null where nothing tells what that is. */
export function wantedBy(question: string): Holds | null {
  return WANTED.find(([asking]) => asking.test(question))?.[1] ?? null;
}

/** Who lives somewhere is told as who rents it, too; not by whoever did something there. */
const DWELLS =
  /\b(?:liv(?:e[ds]?|ing)|tenants?|lodgers?|residents?|rent(?:s|ed|ing)|let to|mov(?:es?|ed|ing) (?:in|into|out)|stay(?:s|ed|ing)?|occup\p{L}+)\b/iu;
const LIVE = stemOf("live");

const SPEAKER = /(?<![\p{L}'])(?:i|we)(?!\p{L})/iu;
const SPOKEN_OF = /(?<!\p{L})(?:me|us)(?!\p{L})/iu;
const WHOM = /\bwhom?(?: else)? (?:do|did|does|have|had|will|can|should) (?:i|we)\b/iu;
const WHO_DOES = /\bwho(?: \p{L}+){1,2} (?:me|us)\b/iu;

/** Whether a question is of what somebody does to the speaker and the text of what the speaker does, or the other way round: "Who owes me?", "I owe Ruth". */
export function isTurnedRound(question: string, text: string): boolean {
  const [speaks, isSpokenOf] = [SPEAKER.test(text), SPOKEN_OF.test(text)];
  return (WHOM.test(question) && isSpokenOf && !speaks) || (WHO_DOES.test(question) && speaks && !isSpokenOf);
}

/** Whether one sentence of `text` speaks of all that `question` is about and holds an answer of the kind that it wants. */
export function holdsWanted(question: string, asked: About, text: string): boolean {
  const holds = WHO.test(question) ? namesOther(asked) : wantedBy(question);
  if (holds === null) return false;
  const telling = [...asked.words].filter((word) => !NAMING.has(word));
  const matter = matterOf(question);
  const sought = telling.length > 0 ? telling : matter.filter((word) => !NAMING.has(word));
  if (sought.length === 0) return false;
  return sentencesIn(text).some((sentence) => {
    const words = telling.length > 0 ? aboutOf(sentence).words : new Set(contentWords(sentence));
    const isDwelling = !matter.includes(LIVE) || DWELLS.test(sentence);
    return sought.every((word) => words.has(word)) && holds(sentence) && isDwelling;
  });
}

/** Whom a sentence begins with who writes no capitals, or names by one that its form doesn't confirm: "kai has the key". */
const DOER =
  /^\P{L}*(?<name>\p{L}[\p{L}'-]+) (?:has|is|was|does|did|got|gets|took|takes|\p{Ll}{2,}(?<!s)s|\p{Ll}{3,}ed)\b/u;

function namesOther({ names, words }: About): Holds {
  const isOther = (word: string) => !names.has(word) && !words.has(stemOf(word));
  return (text) => {
    const named = entitiesOf(text)
      .filter((name) => dateMentions(name).length === 0)
      // "I owe Petra 12 pounds."
      .flatMap((name) => tokensOf(name).filter((word) => !FIGURE.test(word)));
    const doer = DOER.exec(text)?.groups?.["name"]?.toLowerCase() ?? "";
    return [...named, ...(isSomebody(doer) ? [doer] : [])].some(isOther);
  };
}

/** Whether a word may be somebody's name: no function word, and nothing that tells of things or of doing. */
function isSomebody(word: string): boolean {
  return word.length > 1 && !isStopWord(word) && !isVerbForm(word) && identifies(word);
}
