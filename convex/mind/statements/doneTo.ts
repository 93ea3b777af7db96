/** To what a verb is done, and by what: "I repaired the window", "the window was repaired", "Sam moved out". */
import { isDeterminer, isPreposition, phraseWordsOf, type PhraseWord } from "../language/phraseWords";
import { senseOf } from "../language/senses";
import { isAdverb } from "../language/sentenceStarts";
import { isStopWord } from "../../../mind/text/stopWords";
import { tokensOf } from "../language/tokens";
import { tellingStem } from "../language/weakWords";

/** What belongs to a verb: "picked the van up". */
const PARTICLES = new Set("up out off down over back away".split(" "));
/** "This morning", "every time": no thing. */
const TIMES = new Set("this that every each all".split(" "));
const PASSIVE = /\b(?:was|were|is|are|been|got|being)(?: \p{L}+ly| just| already)? $/iu;

/** "I repaired the window", "the window was repaired". */
export function isDoneTo(sentence: string, deed: RegExp, things: readonly string[]): boolean {
  const found = deed.exec(sentence);
  return found !== null && isObjectAt(sentence, found.index, things);
}

/** Whether the verb at `at` tells of what is done to `things`, and not with them, to somebody or to what belongs to them. */
export function isObjectAt(sentence: string, at: number, things: readonly string[]): boolean {
  const [before, behind] = [sentence.slice(0, at), sentence.slice(at)];
  if (PASSIVE.test(before) && hasAll(before, things)) return true;
  if (!hasAll(behind, things)) return false;
  const [verb, ...words] = phraseWordsOf(behind).filter(({ clause }) => clause === 0);
  const end = words.findIndex((word) => isPreposition(word) && !PARTICLES.has(word.plain));
  const object = end < 0 ? words : words.slice(0, end);
  const isThing = (plain: string): boolean => things.includes(senseOf(plain.replace(/'s$/u, "")));
  const last = object.findLastIndex(({ plain }) => isThing(plain));
  const next = object[last + 1];
  if (verb === undefined || last < 0) return false;
  return next === undefined || PARTICLES.has(next.plain) || !(leadsThing(next) || namesThing(next));
}

/** "Sent Ada the contract". */
function leadsThing(word: PhraseWord): boolean {
  return isDeterminer(word) && !TIMES.has(word.plain);
}

/** "Moved the shop sign", "brought Mum flowers". */
function namesThing({ plain, isNumber }: PhraseWord): boolean {
  return !isNumber && !isAdverb(plain) && !plain.endsWith("ly") && tellingStem(plain) !== null;
}

/** "Sam moved out." */
export function isDoneBy(sentence: string, deed: RegExp, things: readonly string[]): boolean {
  const found = deed.exec(sentence);
  return found !== null && hasAll(sentence.slice(0, found.index), things);
}

function hasAll(text: string, things: readonly string[]): boolean {
  const said = new Set(stemsOf(text));
  return things.every((thing) => said.has(thing));
}

/** Stems of the words of `text` that carry meaning. */
export function stemsOf(text: string): string[] {
  return tokensOf(text).flatMap((token) => {
    const word = token.replace(/'s$/u, "");
    return isStopWord(word) ? [] : [senseOf(word)];
  });
}
