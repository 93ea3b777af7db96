/** The nouns that texts share, as they are told of there: "the cellar", "billing code", "valve 3". */
import { isNumbered, nounUse } from "../language/nounUses";
import { isForeignFunctionWord, isInOtherLanguage } from "../language/otherLanguages";
import { isArticle, isFiniteVerb } from "../language/phraseWords";
import { termsOf } from "../language/tokens";
import { isDate } from "../time/calendarWords";
import { bare, isUnspaced, listedFrom, note, type Named, type Shared, type Text } from "./sharedThings";

/** Words of other languages that are shorter are mostly mere grammar. */
const LEAST_FOREIGN = 4;
const LEAST_KOREAN = 2;

/**
 * The nouns of two seeds or more, of which one at least is about them: not merely where, when or by what something was;
 * with `places`, where it was is enough.
 */
export function sharedNouns(lines: readonly string[], texts: readonly Text[], places: boolean): Shared[] {
  const found: Named = new Map();
  const about = new Set<string>();
  const led = new Set<string>();
  texts.forEach((text, seed) => {
    const foreign = isInOtherLanguage(lines[seed] ?? "");
    text.forEach((word, place) => {
      const [term] = word.terms;
      if (term === undefined || isUnspaced(word.plain) || isDate(word.plain)) return;
      const plain = bare(word.plain);
      const isKorean = /^\p{sc=Hangul}/u.test(plain);
      // Of another language the rules know no verbs: its longer words stand for themselves. Of Korean the whole word does.
      const use =
        foreign || isKorean
          ? isForeignFunctionWord(plain) || plain.length < (isKorean ? LEAST_KOREAN : LEAST_FOREIGN)
            ? null
            : "matter"
          : nounUse(text, place);
      if (use === null) return;
      const key = isKorean ? plain : term;
      if (use === "matter" || (places && use === "place")) about.add(key);
      // A name as programs have them keeps its capitals, and takes no article.
      const isCode = /\p{Ll}\p{Lu}/u.test(word.written);
      if (!foreign && use !== "modifier" && !isCode && isLedByArticle(text, place)) led.add(plain);
      note(found, key, isCode ? bare(word.written) : plain, seed);
    });
  });
  return listedFrom(new Map([...found].filter(([key]) => about.has(key))), false).map((shared) => ({
    ...shared,
    isLed: led.has(shared.name),
    name: compound(
      shared.name,
      shared.seeds.map((seed) => texts[seed] ?? []),
    ),
  }));
}

/** Whether the word at `place` is no name as far as its capital tells: one at a sentence's beginning comes of its place. */
function isCommon(text: Text, place: number): boolean {
  const [before, word] = [text[place - 1], text[place]];
  return word !== undefined && (/^\p{Ll}/u.test(word.written) || before?.sentence !== word.sentence);
}

/** Whether an article or a possessive stands before the noun at `place`, with a word between at most. */
function isLedByArticle(text: Text, place: number): boolean {
  return [1, 2].some((back) => {
    const word = text[place - back];
    const led = isArticle(word) || /^(?:my|your|his|her|its|our|their)$/u.test(word?.plain ?? "");
    return led && word?.clause === text[place]?.clause;
  });
}

/** A noun with the word that stands before it wherever it is told of: "cooling loop", "billing code". */
function compound(name: string, texts: readonly Text[]): string {
  const [term] = termsOf(name);
  const before = new Set(
    texts.flatMap((text) =>
      text.flatMap((word, place) => {
        if (word.terms[0] !== term) return [];
        const other = text[place - 1];
        const joined = other !== undefined && other.clause === word.clause && other.terms.length > 0;
        return [joined && isCommon(text, place - 1) && !isFiniteVerb(text, place - 1) ? other.plain : ""];
      }),
    ),
  );
  const numbers = new Set(
    texts.flatMap((text) =>
      text.flatMap((word, place) =>
        word.terms[0] === term ? [isNumbered(text, place) ? (text[place + 1]?.written ?? "") : ""] : [],
      ),
    ),
  );
  const [first = ""] = before;
  const [number = ""] = numbers;
  const led = before.size === 1 && first !== "" ? `${first} ${name}` : name;
  return numbers.size === 1 && number !== "" ? `${led} ${number}` : led;
}
