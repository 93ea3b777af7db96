/** English words that begin sentences, by which a capital that comes of its place is told from a name's. All in lower case. */
import { isVerbForm } from "./verbs";

/** Words that often stand first in a sentence, with a capital, and name nothing; function words are known apart. */
const STARTERS = new Set(
  (
    "absolutely agreed ah alas aw awesome aww bye cheers come congrats congratulations cool dear definitely every exactly " +
    "excellent fantastic finally first fortunately glad go good got great guess guys ha haha happy hello hey hi hm hmm honestly hope " +
    "hopefully hooray hopefully interesting keep kids know last lately later let like look looking love lovely luckily lucky man " +
    "mom dad moreover mr mrs ms much nah nice nope note now nowadays number obviously omg one oops ouch people please poor " +
    "pretty probably really recently remember remind right sadly say second see seems seriously somehow sometimes soon sorry sounds " +
    "speaking still students suddenly sure take talk tell thank thanks thing things think third time today tomorrow tonight " +
    "total totally two three true try ugh unfortunately usually wait wanna want way welcome whoa wish wonderful work " +
    "wow yay yeah yep yes yesterday yikes yup"
  ).split(" "),
);
/** Of these, and of numbers in words, the ones that names are made with: the Great North Run, the Second World War. */
const MODIFIERS = new Set("first great last second third three true two".split(" "));
/** What needs no article stands bare at a sentence's beginning, as a name does: "Rain stopped play". */
const BARE_NOUNS = new Set(
  (
    "bread breakfast cash cheese church clothes coffee college dinner fog food fruit furniture garlic gas hail heat heating homework " +
    "ice information internet lightning luggage lunch meat milk money music news paint petrol police power rain rice school sleep " +
    "smoke snow steam sugar sunlight sunshine supper tea thunder traffic university water weather wifi wind wine"
  ).split(" "),
);
/** Adverbs by their endings, long enough that Sally and Emily are none. */
const ADVERB = /\p{L}{3}(?:ally|ately|ently|antly|ously|ively|fully|ingly|edly)$/u;
/** Bynames: "Catherine the Great" is one name, where "Visit the Prado" is not. */
const BYNAMES = new Set(
  "bald baptist bold brave conqueror elder great hun magnificent pooh ripper terrible wise younger".split(
    " ",
  ),
);
/** What follows the subject of a sentence; after it a first word was a name more often than not. */
const AFTER_SUBJECT = new Set(
  "is was has had will would can could does did and or says asks thinks wants likes loves lives works plans needs hates knows makes takes goes gets".split(
    " ",
  ),
);

/** Whether a word that often begins a sentence names nothing. */
export function isStarter(word: string): boolean {
  return STARTERS.has(word);
}

/** Whether a sentence's first word tells what is done, or how: then it is no part of the name after it. */
export function isVerbOrAdverb(word: string): boolean {
  return isVerbForm(word) || isAdverb(word);
}

/** Whether a word is an adverb by its ending. */
export function isAdverb(word: string): boolean {
  return ADVERB.test(word);
}

/** Whether a sentence's first word, standing alone, may name a thing. */
export function isBareNoun(word: string): boolean {
  return BARE_NOUNS.has(word);
}

/** Whether a common word belongs to the name after it. */
export function isModifier(word: string): boolean {
  return MODIFIERS.has(word);
}

/** Whether a word after "the" is somebody's byname. */
export function isByname(word: string): boolean {
  return BYNAMES.has(word);
}

/** Whether what stands before `word` is the subject of a sentence. */
export function followsSubject(word: string): boolean {
  return AFTER_SUBJECT.has(word);
}
