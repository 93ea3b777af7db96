/** What memories are about by name: the nouns and names that they share, and who is about which. */
import { dateMentions } from "../language/dateMentions";
import { withoutFrame } from "../language/frames";
import { nounUse } from "../language/nounUses";
import { isForeignFunctionWord, isInOtherLanguage } from "../language/otherLanguages";
import { phraseWordsOf } from "../language/phraseWords";
import { isQuestion } from "../language/questions";
import { withoutSpeaker } from "../language/speaker";
import { termsOf } from "../language/tokens";
import { isTellingTerm } from "../language/weakWords";
import { lengthOf, oneLine } from "../../../mind/text/phrasing";

/** What a text is about shows in its beginning. */
const READ_LENGTH = 1_000;
/** Of languages whose verbs are not known, shorter words are mostly mere grammar. */
const LEAST_FOREIGN = 4;
/** So many have to use a word as a noun before others are about it who only have the word. */
const LEAST_NOUNS = 2;

/** A memory as themes read it. */
export interface ThemeMember {
  readonly text: string;
  readonly entities: readonly string[];
}

/** What one memory names. */
export interface Naming {
  /** The terms of its nouns and names, each with the word's form, which is empty for a name. */
  readonly nouns: readonly { readonly term: string; readonly form: string }[];
  /** All of its words, in lower case. */
  readonly words: ReadonlySet<string>;
  /** Whether it tells of what it names, or only asks. */
  readonly states: boolean;
}

/** A noun or a name by its term, and the indices of those that are about it, ascending. */
export interface NamedMatter {
  readonly term: string;
  readonly holders: readonly number[];
}

/** What a memory names. Linear in the text, of which it reads the beginning. */
export function namingOf({ text, entities }: ThemeMember): Naming {
  const read = oneLine(withoutSpeaker(withoutFrame(text)).slice(0, READ_LENGTH));
  const words = phraseWordsOf(read);
  const isForeign = isInOtherLanguage(read);
  const isNoun = (plain: string, place: number): boolean =>
    isForeign
      ? lengthOf(plain) >= LEAST_FOREIGN && !isForeignFunctionWord(plain)
      : nounUse(words, place) !== null;
  const nouns = words.flatMap(({ plain, terms: [term] }, place) =>
    term !== undefined && isNoun(plain, place) ? [{ term, form: plain }] : [],
  );
  const names = entities
    .filter((entity) => dateMentions(entity).length === 0)
    .flatMap((entity) => termsOf(entity).map((term) => ({ term, form: "" })));
  return {
    nouns: [...nouns, ...names].filter(({ term }) => isTellingTerm(term)),
    words: new Set(words.map(({ plain }) => plain)),
    states: !isQuestion(withoutSpeaker(withoutFrame(text))),
  };
}

/** What two memories and more are about, what most of them are about first. */
export function namedMatters(memories: readonly Naming[]): NamedMatter[] {
  const named = new Map<string, { holders: Set<number>; forms: Set<string> }>();
  memories.forEach(({ nouns }, i) => {
    for (const { term, form } of nouns) {
      const matter = named.get(term) ?? { holders: new Set(), forms: new Set() };
      named.set(term, matter);
      matter.holders.add(i);
      if (form !== "") matter.forms.add(form);
    }
  });
  return [...named]
    .filter(([, { holders }]) => holders.size >= LEAST_NOUNS)
    .map(([term, { holders, forms }]) => {
      // "Hiking up there took hours" is about hiking as "a hiking weekend" is: the form tells, where its place does not.
      const about = memories.flatMap(({ words }, i) =>
        holders.has(i) || [...forms].some((form) => words.has(form)) ? [i] : [],
      );
      return { term, holders: about };
    })
    .sort((a, b) => b.holders.length - a.holders.length || (a.term < b.term ? -1 : 1));
}
