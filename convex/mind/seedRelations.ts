/** How the seeds of a thought stand to each other: what they share, where they pull apart, which explains which. */
import { namedIn, tellsOf, type Named } from "./causes";
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
import { termsOf } from "./tokens";

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
  readonly named: Named;
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

/** Entities first, then words; of those in the same seeds the rarer first. */
function sharedAmong(seeds: readonly RelatedSeed[], idf: Idf): Shared[] {
  const names = new Map<string, { name: string; seeds: Set<number> }>();
  const words = new Map<string, { name: string; seeds: Set<number> }>();
  /** Words that somewhere inside a text have a capital: names that their place hid from the reader of entities. */
  const capitals = new Map<string, string>();
  const note = (found: typeof names, key: string, name: string, seed: number) => {
    const entry = found.get(key) ?? { name, seeds: new Set<number>() };
    entry.seeds.add(seed);
    found.set(key, entry);
  };
  seeds.forEach(({ content, entities }, seed) => {
    for (const entity of entities.filter((name) => dateMentions(name).length === 0))
      note(names, entityKey(entity), entity, seed);
    for (const { 0: word, index } of withoutFrame(content)
      .slice(0, READ_LENGTH)
      .matchAll(/[\p{L}\p{M}][\p{L}\p{M}'’-]+/gu)) {
      const plain = word.toLowerCase().replace(/(?:n['’]t|['’]\p{L}+)$/u, "");
      if (isStopWord(plain)) continue;
      const terms = termsOf(plain);
      const [term] = terms;
      // A script without spaces: its pairs of characters stand for words, but for pairs of mere endings.
      if (terms.length > 1 || plain.length < 3) {
        for (const pair of terms) if (!/^\p{sc=Hiragana}+$/u.test(pair)) note(words, pair, pair, seed);
      } else if (term !== undefined && plain.length > 3) {
        note(words, term, plain, seed);
        if (index > 0 && /^\p{Lu}\p{L}*\p{Ll}/u.test(word)) capitals.set(term, word.replace(/['’]s$/u, ""));
      }
    }
  });
  // A name that only its place hid from the reader of entities is a name there, too.
  const terms = seeds.map(({ content }) => new Set(termsOf(content.slice(0, READ_LENGTH))));
  for (const { name, seeds: holders } of names.values()) {
    const parts = termsOf(name);
    terms.forEach((held, seed) => {
      if (parts.every((part) => held.has(part))) holders.add(seed);
    });
  }
  const inNames = new Set([...names.values()].filter(isShared).flatMap(({ name }) => termsOf(name)));
  const rank = (found: typeof names, isEntity: boolean) =>
    [...found]
      .filter(([key, entry]) => isShared(entry) && (isEntity || !inNames.has(key)))
      .map(([key, { name, seeds: holders }]) => ({
        shared: {
          name: capitals.get(key) ?? name,
          isEntity: isEntity || capitals.has(key),
          seeds: [...holders].sort((a, b) => a - b),
        },
        rarity: isEntity ? 0 : idf(key),
      }))
      .sort((a, b) => b.shared.seeds.length - a.shared.seeds.length || b.rarity - a.rarity)
      .map(({ shared }) => shared);
  return [...rank(names, true), ...rank(words, false)].slice(0, MOST_SHARED);
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
