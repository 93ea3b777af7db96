/** What the seeds of a thought have in common: names, words, and words that are one thing together. */
import { dateMentions } from "./dateMentions";
import { entityKey } from "./entities";
import { withoutFrame } from "./frames";
import { pastFormsIn } from "./milestones";
import type { Idf } from "./rarity";
import { isStopWord } from "./stopWords";
import { isOnlyTitle, isTitle } from "./titles";
import { termsOf } from "./tokens";
import { isVerbForm } from "./verbs";
import { lengthOf, oneLine } from "./wording";

/** What relations are read from. */
export interface RelatedSeed {
  readonly content: string;
  readonly entities: readonly string[];
}

/** Something that two seeds or more speak of; `seeds` are their indices, in order. */
export interface Shared {
  readonly name: string;
  /** Whether it is a name, or merely a word. */
  readonly isEntity: boolean;
  readonly seeds: readonly number[];
}

/** A seed is read this far: what it is about stands at its beginning, and the cost has a bound. */
const READ_LENGTH = 1000;
const MOST_SHARED = 6;

/** Where something shared is named, by its key. */
type Named = Map<string, { name: string; seeds: Set<number> }>;

function note(found: Named, key: string, name: string, seed: number): void {
  const entry = found.get(key) ?? { name, seeds: new Set<number>() };
  entry.seeds.add(seed);
  found.set(key, entry);
}

/** What two of `seeds` and more speak of, `most` things: entities first, then words; of those in the same seeds the rarer first. */
export function sharedAmong(seeds: readonly RelatedSeed[], idf: Idf, most = MOST_SHARED): Shared[] {
  const texts = seeds.map(({ content }) => wordsIn(withoutFrame(content).slice(0, READ_LENGTH)));
  const names: Named = new Map();
  seeds.forEach(({ entities }, seed) => {
    for (const entity of entities.filter((name) => dateMentions(name).length === 0 && !isOnlyTitle(name)))
      note(names, entityKey(entity), entity, seed);
  });
  // A name that only its place hid from the reader of entities is a name there, too.
  for (const { name, seeds: holders } of names.values()) {
    texts.forEach((words, seed) => {
      if (holdsName(words, name)) holders.add(seed);
    });
  }
  /** Words that somewhere inside a sentence have a capital: the reader of entities knew none of them. */
  const capitals = new Map(
    texts.flat().flatMap(({ plain, written, isName }) => (isName ? [[plain, written] as const] : [])),
  );
  const hidden: Named = new Map();
  const words: Named = new Map();
  texts.forEach((text, seed) => {
    for (const { plain, terms, isCapital, titles } of text) {
      if (titles) continue;
      const [term] = terms;
      const capital = isCapital ? capitals.get(plain) : undefined;
      if (/^\p{sc=Hangul}/u.test(plain)) {
        // Of Korean the whole word: a part of it may be a mere ending.
        if (plain.length > 1) note(words, plain, plain, seed);
      } else if (terms.length > 1 || (plain.length < 3 && !IS_ALPHABETIC.test(plain))) {
        // A script without spaces: its pairs of characters stand for words, but for pairs of mere endings.
        for (const pair of terms) if (isLikeWord(pair)) note(words, pair, pair, seed);
      } else if (term !== undefined && plain.length > 2 && !PALE.has(plain)) {
        if (capital === undefined) note(words, term, plain, seed);
        else note(hidden, plain, capital, seed);
      }
    }
  });
  const inNames = new Set([...names.values()].filter(isShared).flatMap(({ name }) => termsOf(name)));
  const rank = (found: Named, isEntity: boolean, termOf: (key: string) => string) =>
    [...found]
      .filter(([key, entry]) => isShared(entry) && (found === names || !inNames.has(termOf(key))))
      .map(([key, { name, seeds: holders }]) => ({
        shared: { name, isEntity, seeds: [...holders].sort((a, b) => a - b) },
        rarity: found === names ? 0 : idf(termOf(key)),
      }));
  const inOrder = (ranked: ReturnType<typeof rank>) =>
    ranked
      .sort((a, b) => b.shared.seeds.length - a.shared.seeds.length || b.rarity - a.rarity)
      .map(({ shared }) => shared);
  const asTerm = (key: string) => key;
  return asPhrases(
    [
      ...inOrder(rank(names, true, asTerm)),
      ...inOrder([
        ...rank(hidden, true, (plain) => termsOf(plain)[0] ?? plain),
        ...rank(words, false, asTerm),
      ]),
    ],
    seeds.map(({ content }) => oneLine(withoutFrame(content).slice(0, READ_LENGTH)).toLowerCase()),
  ).slice(0, most);
}

/** Words that stand side by side in all the texts that hold them are one thing: "dark mode". */
function asPhrases(shared: readonly Shared[], texts: readonly string[]): Shared[] {
  const left = [...shared];
  const joins = (a: Shared, b: Shared) =>
    !a.isEntity &&
    !b.isEntity &&
    !isVerb(b.name) &&
    a.seeds.join() === b.seeds.join() &&
    a.seeds.every((seed) => ` ${texts[seed] ?? ""}`.includes(` ${a.name} ${b.name}`));
  for (const first of shared) {
    const second = left.find((other) => other !== first && joins(first, other));
    const at = left.indexOf(first);
    if (second === undefined || at < 0) continue;
    const place = Math.min(at, left.indexOf(second));
    left.splice(at, 1);
    left.splice(left.indexOf(second), 1);
    left.splice(place, 0, { ...first, name: `${first.name} ${second.name}` });
  }
  return left;
}

/** "The regatta starts" tells of the regatta. */
export function isVerb(word: string): boolean {
  return pastFormsIn([word]) > 0 || [word, word.replace(/s$/, ""), word.replace(/es$/, "")].some(isVerbForm);
}

/** Short words that say next to nothing. */
const PALE = new Set(
  "new old big day way get got put let say see use set run ran ago try ask lot bit top end own yes due via per far low off out one two six ten man men sir".split(
    " ",
  ),
);

/** Words of two letters are mostly mere grammar. */
const IS_ALPHABETIC = /^[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]/u;

/** Whether two characters may be a word: none of hiragana alone, or with a mark, as in the middle of a syllable. */
function isLikeWord(pair: string): boolean {
  return (
    lengthOf(pair) > 1 &&
    !/^\p{sc=Hiragana}+$|\p{M}|[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u.test(pair)
  );
}

/** A word of content as a text writes it. */
interface WrittenWord {
  readonly written: string;
  /** In lower case, without what is hung on with an apostrophe. */
  readonly plain: string;
  readonly terms: readonly string[];
  /** Whether it begins with a capital; in a text without any, each word might. */
  readonly isCapital: boolean;
  /** Whether a capital tells that it is a name: not where every word has one. */
  readonly isName: boolean;
  /** Whether it is but a form of address, and the name comes after it. */
  readonly titles: boolean;
}

function wordsIn(text: string): WrittenWord[] {
  const hasCapitals = /\p{Lu}/u.test(text);
  const found = [...text.matchAll(/[\p{L}\p{M}][\p{L}\p{M}'’-]+/gu)];
  return found.flatMap(({ 0: word, index }, i) => {
    const written = word.replace(/(?:n['’]t|['’]\p{L}+)$/u, "");
    const plain = written.toLowerCase();
    if (isStopWord(plain)) return [];
    const isCapital = !hasCapitals || /^\p{Lu}/u.test(word);
    const begins = index === 0 || /(?:[.!?:;…"“”([]|\n)\s*$/u.test(text.slice(Math.max(0, index - 8), index));
    const isName = !begins && /^\p{Lu}\p{L}*\p{Ll}/u.test(word);
    const titles = isTitle(written, found[i + 1]?.[0] ?? "");
    return [{ written, plain, terms: termsOf(plain), isCapital, isName, titles }];
  });
}

/** Whether a text names `name`: by its letters and not by stems, for "sign" is not Signe, nor is "rose" Rose. */
function holdsName(words: readonly WrittenWord[], name: string): boolean {
  const sought = wordsIn(name);
  const asIs = (one: WrittenWord, other: WrittenWord) =>
    one.plain === other.plain && (other.isCapital || !/^\p{Lu}/u.test(one.written));
  const pairs = new Set(words.flatMap(({ terms }) => (terms.length > 1 ? terms : [])));
  return (
    sought.length > 0 &&
    sought.every(
      (one) =>
        words.some((other) => asIs(one, other)) ||
        (one.terms.length > 1 && one.terms.every((pair) => pairs.has(pair))),
    )
  );
}

function isShared({ seeds }: { seeds: ReadonlySet<number> }): boolean {
  return seeds.size > 1;
}
