/** What kind of answer a question wants, and how it looks: an amount, a time, somebody's name. */
import { dateMentions } from "../language/dateMentions";
import { entitiesOf } from "../language/entities";
import { sentencesIn } from "../language/sentenceEnds";
import { stemOf } from "../language/stem";
import { writtenNumbers } from "../numbers/numberWords";
import { aboutOf, type About } from "../statements/bearing";
import { contentWords, matterOf } from "./contentWords";

type Holds = (text: string) => boolean;

const SPAN = /\b(?:second|minute|hour|day|night|week|month|year)s?\b/iu;
const FIGURE = /\p{N}/u;
const WEEKDAY = /\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b/iu;

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
    (text) => FIGURE.test(text) || WEEKDAY.test(text) || dateMentions(text).length > 0,
  ],
  // "What does Anna do?"
  [/\bwhat (?:does|do|is|are) (?:[\p{L}'-]+ ){1,4}(?:do|doing)\b/iu, (text) => OCCUPATION.test(text)],
];
/** Words that name the kind, which an answer need not have: "Adults pay 9 euros", "it is 9 euros for adults". */
const NAMING = new Set(["price", "cost", "pay", "charge", "earn", "weigh"].map(stemOf));
/** Who is asked for where nobody is named whom the question doesn't name itself. */
const WHO = /^\p{P}*(?:and |but |so )?who\b/iu;

/** Whether a text holds an answer of the kind that `question` wants; null where nothing tells what that is. */
export function wantedBy(question: string): Holds | null {
  return WANTED.find(([asking]) => asking.test(question))?.[1] ?? null;
}

/** Whether one sentence of `text` speaks of all that `question` is about and holds an answer of the kind that it wants. */
export function holdsWanted(question: string, asked: About, text: string): boolean {
  const holds = WHO.test(question) ? namesOther(asked) : wantedBy(question);
  if (holds === null) return false;
  const telling = [...asked.words].filter((word) => !NAMING.has(word));
  const sought = telling.length > 0 ? telling : matterOf(question).filter((word) => !NAMING.has(word));
  if (sought.length === 0) return false;
  return sentencesIn(text).some((sentence) => {
    const words = telling.length > 0 ? aboutOf(sentence).words : new Set(contentWords(sentence));
    return sought.every((word) => words.has(word)) && holds(sentence);
  });
}

function namesOther({ names }: About): Holds {
  return (text) =>
    entitiesOf(text).some(
      (name) => !FIGURE.test(name) && ![...aboutOf(name).names.keys()].every((part) => names.has(part)),
    );
}
