/** A text as it is compared with a question: its words, and which of them tell one thing from another. */
import { isBe, isDeterminer, isPreposition, phraseWordsOf, type PhraseWord } from "../language/phraseWords";
import { senseOf } from "../language/senses";
import { isVerbForm } from "../language/verbs";
import { aboutOf, type About } from "../statements/bearing";
import { READ_LENGTH } from "./sought";

const ORDINAL =
  /^(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\p{N}+(?:st|nd|rd|th))$/u;

export type Words = readonly PhraseWord[];

/** A text, read once. */
export interface ComparedText {
  readonly words: Words;
  readonly stems: ReadonlySet<string>;
  readonly about: About;
}

/** `text` as it is compared, from its beginning. */
export function comparedText(text: string): ComparedText {
  const words = phraseWordsOf(text.slice(0, READ_LENGTH));
  return { words, stems: new Set(words.flatMap(({ plain }) => [stemOf(plain)])), about: aboutOf(text) };
}

/** Whether the word at `place` tells which one the noun after it is: it follows what a thing is named after. */
export function isModifier(words: Words, place: number): boolean {
  const [before, word, noun] = [words[place - 1], words[place], words[place + 1]];
  if (word === undefined || noun === undefined || noun.terms.length === 0 || noun.isNumber) return false;
  if (word.isTitle || word.terms.length === 0 || /['’]s$/u.test(word.plain)) return false;
  if (word.isNumber && !ORDINAL.test(word.plain)) return false;
  const begins = before === undefined || before.clause !== word.clause;
  if (isDeterminer(before)) return true;
  if (isVerbForm(word.plain)) return begins && word.plain.endsWith("ing");
  if (begins) return true;
  const isDone = before.terms.length > 0 && isVerbForm(before.plain.replace(/(?<!s)s$/u, ""));
  return isDone || isBe(before) || (isPreposition(before) && before.plain !== "to");
}

/** Neighbours within a clause, with the place of the first. */
export function pairsIn(words: Words): [PhraseWord, PhraseWord, number][] {
  return words.flatMap((word, i): [PhraseWord, PhraseWord, number][] => {
    const next = words[i + 1];
    return next === undefined || next.clause !== word.clause ? [] : [[word, next, i]];
  });
}

/** The stem of a word of such a text, which may own something: "Ada's". */
export function stemOf(plain: string): string {
  return senseOf(plain.replace(/['’]s$/u, ""));
}
