/** How the seeds of a thought stand to each other: what they share, where they pull apart, which explains which. */
import { namedIn, tellsOf, type Named as NamedEvents } from "./causes";
import { claimsOf } from "./claims";
import { disagreementBetween, type Contradiction } from "./contradictions";
import { dateMentions } from "./dateMentions";
import { entityKey } from "./entities";
import { CLEAR, questionIn } from "./eventWords";
import { withoutFrame } from "./frames";
import { profileOf, tfIdfCosine, type Profile } from "./lexical";
import type { Idf } from "./rarity";
import { sentimentOf } from "./sentiment";
import { statementsOf, type Statement } from "./statements";
import { isStopWord } from "./stopWords";
import { isOnlyTitle, isTitle } from "./titles";
import { termsOf } from "./tokens";
import { lengthOf } from "./wording";

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

/**
 * Where two seeds pull apart: in what they say of the same thing, or in how they feel about it. `said` is what each says
 * where it can be put in a word.
 */
export interface Tension {
  readonly kind: Contradiction | "feeling";
  readonly a: number;
  readonly b: number;
  readonly said: readonly [string, string] | null;
}

export interface Relations {
  /** What most seeds share first; names before words. */
  readonly shared: readonly Shared[];
  /** The hardest first: opposites, a denial, names, figures, times, feeling. */
  readonly tensions: readonly Tension[];
  /** Pairs of which one gives the other's reason. */
  readonly causes: readonly { readonly effect: number; readonly cause: number }[];
  /** What a seed asks. */
  readonly questions: readonly { readonly seed: number; readonly asked: string }[];
  /** −1 to 1 for each seed. */
  readonly feelings: readonly number[];
}

/** A seed is read this far: what it is about stands at its beginning, and the cost has a bound. */
const READ_LENGTH = 1000;
/** Share of wording from which two seeds are about the same thing, though they share no name. */
const SAME_SUBJECT = 0.15;
const MOST_SHARED = 6;
const HARDNESS: readonly Tension["kind"][] = ["opposites", "negation", "name", "figures", "time", "feeling"];

interface Read {
  /** As written, without where it was heard. */
  readonly text: string;
  readonly profile: Profile;
  readonly statements: readonly Statement[];
  /** What it names as causes and as effects. */
  readonly named: NamedEvents;
  readonly keys: ReadonlySet<string>;
}

/** The relations among `seeds`; the order of the seeds (by weight) settles ties. Quadratic in their number, so give it a dozen at most. */
export function relationsOf(seeds: readonly RelatedSeed[], idf: Idf): Relations {
  const read = seeds.map(({ content, entities }): Read => {
    const text = withoutFrame(content).slice(0, READ_LENGTH);
    const { names } = claimsOf(text);
    return {
      text,
      profile: profileOf(text),
      statements: statementsOf(text, names),
      named: namedIn(text, names),
      keys: new Set(entities.map(entityKey)),
    };
  });
  const feelings = seeds.map(({ content }) => sentimentOf(content.slice(0, READ_LENGTH)).score);
  const tensions: Tension[] = [];
  const causes: { effect: number; cause: number }[] = [];
  read.forEach((one, a) => {
    read.slice(a + 1).forEach((other, offset) => {
      const b = a + 1 + offset;
      const cause = causeBetween(one, other);
      if (cause !== null) causes.push(cause === "other" ? { effect: a, cause: b } : { effect: b, cause: a });
      const tension = tensionBetween(one, other, [feelings[a] ?? 0, feelings[b] ?? 0], idf);
      if (tension !== null) tensions.push({ ...tension, a, b });
    });
  });
  return {
    shared: sharedAmong(seeds, idf),
    tensions: tensions.sort((x, y) => HARDNESS.indexOf(x.kind) - HARDNESS.indexOf(y.kind)),
    causes,
    questions: seeds.flatMap(({ content }, seed) => {
      const asked = questionIn(content.slice(0, READ_LENGTH));
      return asked === null ? [] : [{ seed, asked }];
    }),
    feelings,
  };
}

/** Where something shared is named, by its key. */
type Named = Map<string, { name: string; seeds: Set<number> }>;

function note(found: Named, key: string, name: string, seed: number): void {
  const entry = found.get(key) ?? { name, seeds: new Set<number>() };
  entry.seeds.add(seed);
  found.set(key, entry);
}

/** Entities first, then words; of those in the same seeds the rarer first. */
function sharedAmong(seeds: readonly RelatedSeed[], idf: Idf): Shared[] {
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
      } else if (term !== undefined && plain.length > 3) {
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
  return [
    ...inOrder(rank(names, true, asTerm)),
    ...inOrder([...rank(hidden, true, (plain) => termsOf(plain)[0] ?? plain), ...rank(words, false, asTerm)]),
  ].slice(0, MOST_SHARED);
}

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

/** Which of two gives the other's reason, by the rules of links; null if neither does. */
function causeBetween(one: Read, other: Read): "one" | "other" | null {
  const explains = (cause: Read, effect: Read) =>
    effect.named.causes.some((event) => tellsOf(cause.statements, event)) ||
    cause.named.effects.some((event) => tellsOf(effect.statements, event));
  if (explains(other, one)) return "other";
  return explains(one, other) ? "one" : null;
}

/** What two say otherwise of the same thing, or else, where they are about the same at all, how they feel about it. */
function tensionBetween(
  a: Read,
  b: Read,
  [one, other]: readonly [number, number],
  idf: Idf,
): Pick<Tension, "kind" | "said"> | null {
  const found = disagreementBetween(a.statements, b.statements);
  if (found !== null) {
    const { kind, said } = found;
    return { kind, said: said === null ? null : [asWritten(a, said[0]), asWritten(b, said[1])] };
  }
  if (one * other >= 0 || Math.abs(one) < CLEAR || Math.abs(other) < CLEAR) return null;
  const namesShared = [...a.keys].some((key) => b.keys.has(key));
  const isOfOne = namesShared || tfIdfCosine(a.profile, b.profile, idf) >= SAME_SUBJECT;
  return isOfOne ? { kind: "feeling", said: null } : null;
}

/** A word with the capitals that it has in the text: a name stays one. */
function asWritten({ text }: Read, word: string): string {
  return (
    text
      .match(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’.-]*/gu)
      ?.find((written) => written.replace(/[.'’-]+$/u, "").toLowerCase() === word)
      ?.replace(/[.'’-]+$/u, "") ?? word
  );
}
