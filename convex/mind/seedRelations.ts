/** How the seeds of a thought stand to each other: what they share, where they pull apart, which explains which. */
import { profileCauses } from "./causes";
import { circumstancesIn, timingOf, type Circumstances } from "./circumstances";
import { dateMentions } from "./dateMentions";
import { claimsOf, type Claims } from "./claims";
import { entityKey } from "./entities";
import { CLEAR, questionIn } from "./eventWords";
import { withoutFrame } from "./frames";
import { coverage, profileOf, tfIdfCosine, type Profile } from "./lexical";
import { areOpposite, oppositeStem } from "./opposites";
import type { Idf } from "./rarity";
import { sentimentOf } from "./sentiment";
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

/** Where two seeds pull apart; `said` is what each says where it can be put in a word. */
export interface Tension {
  readonly kind: "opposites" | "numbers" | "denial" | "feeling";
  readonly a: number;
  readonly b: number;
  readonly said: readonly [string, string] | null;
}

export interface Relations {
  /** What most seeds share first; names before words. */
  readonly shared: readonly Shared[];
  /** The hardest first: opposites, denial, figures, feeling. */
  readonly tensions: readonly Tension[];
  /** Pairs of which one gives the other's reason. */
  readonly causes: readonly { readonly effect: number; readonly cause: number }[];
  /** What a seed asks. */
  readonly questions: readonly { readonly seed: number; readonly asked: string }[];
  /** −1 to 1 for each seed. */
  readonly feelings: readonly number[];
}

/** A seed is read this far: what it is about stands at its beginning, and the cost has a bound. */
const READ_LENGTH = 1024;
/** Share of wording from which two seeds are about the same thing, though they share no name. */
const SAME_SUBJECT = 0.15;
/** Share of wording from which a denial or another figure is about the same statement. */
const SAME_STATEMENT = 0.4;
/** A named cause is the other seed if that covers so much of it. */
const CAUSE_COVERED = 0.5;
const MOST_SHARED = 6;
/** Two of these can both hold of two things: only in the same statement do they exclude each other. */
const CALENDAR =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december|north|south|east|west|seconds?|minutes?|hours?|days?|nights?|weeks?|months?|years?|morning|afternoon|evening|night|yesterday|today|tomorrow|breakfast|lunch|dinner|supper|first|last|black|white|red|green|blue|yellow|new|old|young|left|right|long|short|big|small|large|like|hard|hot|warm|cold)$/;

interface Read {
  readonly profile: Profile;
  readonly claims: Claims;
  /** The times that its words name. */
  readonly times: Circumstances;
  /** What it names as causes and as effects. */
  readonly causes: readonly Profile[];
  readonly effects: readonly Profile[];
  readonly keys: ReadonlySet<string>;
}

/** The relations among `seeds`; the order of the seeds (by weight) settles ties. Quadratic in their number, so give it a dozen at most. */
export function relationsOf(seeds: readonly RelatedSeed[], idf: Idf): Relations {
  const read = seeds.map(({ content, entities }): Read => {
    const text = content.slice(0, READ_LENGTH);
    return {
      profile: profileOf(text),
      claims: claimsOf(text),
      times: circumstancesIn(text).circumstances,
      ...profileCauses(text),
      keys: new Set(entities.map(entityKey)),
    };
  });
  const feelings = seeds.map(({ content }) => sentimentOf(content.slice(0, READ_LENGTH)).score);
  const tensions: Tension[] = [];
  const causes: { effect: number; cause: number }[] = [];
  read.forEach((one, a) => {
    read.slice(a + 1).forEach((other, offset) => {
      const b = a + 1 + offset;
      const cause = causeBetween(one, other, idf);
      if (cause !== null) causes.push(cause === "other" ? { effect: a, cause: b } : { effect: b, cause: a });
      const tension = tensionBetween(one, other, [feelings[a] ?? 0, feelings[b] ?? 0], idf);
      // What is the reason of the other doesn't deny it: "closed, so it could not leave".
      if (tension !== null && (cause === null || tension.kind !== "denial"))
        tensions.push({ ...tension, a, b });
    });
  });
  const hardness = ["opposites", "denial", "numbers", "feeling"];
  return {
    shared: sharedAmong(seeds, idf),
    tensions: tensions.sort((x, y) => hardness.indexOf(x.kind) - hardness.indexOf(y.kind)),
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

/** Which of two gives the other's reason; null if neither does. Measured as for links, whatever else the two say of each other. */
function causeBetween(one: Read, other: Read, idf: Idf): "one" | "other" | null {
  const names = (clauses: readonly Profile[], told: Read) =>
    clauses.some((clause) => clause.length > 1 && coverage(clause, told.profile, idf) >= CAUSE_COVERED);
  if (names(one.causes, other) || names(other.effects, one)) return "other";
  return names(other.causes, one) || names(one.effects, other) ? "one" : null;
}

type Found = Pick<Tension, "kind" | "said">;

function tensionBetween(a: Read, b: Read, feelings: readonly [number, number], idf: Idf): Found | null {
  const alike = tfIdfCosine(a.profile, b.profile, idf);
  const namesShared = [...a.keys].some((key) => b.keys.has(key));
  if (alike < SAME_SUBJECT && !namesShared) return null;
  const denies = a.claims.negations > 0 !== b.claims.negations > 0;
  const opposites = oppositesIn(a.claims, b.claims, alike >= SAME_STATEMENT);
  // What rose in May may fall in June.
  const ofTimes = opposites?.some((word) => CALENDAR.test(word)) === true;
  const otherTimes = !ofTimes && ["apart", "other"].includes(timingOf(a.times, b.times));
  // "Not open" and "closed" agree.
  if (opposites !== null && !denies && !otherTimes) return { kind: "opposites", said: opposites };
  if (alike >= SAME_STATEMENT && opposites === null && !otherTimes) {
    if (denies) return { kind: "denial", said: null };
    const [x, y] = [figureOnlyIn(a.claims, b.claims), figureOnlyIn(b.claims, a.claims)];
    if (x !== null && y !== null) return { kind: "numbers", said: [x, y] };
  }
  const [one, other] = feelings;
  if (one * other < 0 && Math.abs(one) >= CLEAR && Math.abs(other) >= CLEAR)
    return { kind: "feeling", said: null };
  return null;
}

/** A word of each that excludes the other's, neither being in both. */
function oppositesIn(a: Claims, b: Claims, sameStatement: boolean): [string, string] | null {
  const candidates = (claims: Claims, other: Claims) => {
    const others = new Set(other.tokens);
    return [...new Set(claims.tokens)].filter(
      (token) => !others.has(token) && !isStopWord(token) && (sameStatement || !CALENDAR.test(token)),
    );
  };
  const [ofA, ofB] = [candidates(a, b), candidates(b, a)];
  for (const x of ofA) {
    const y = ofB.find((token) => areOpposite(oppositeStem(x), oppositeStem(token)));
    if (y !== undefined) return [x, y];
  }
  return null;
}

/** The first figure that only `claims` has, if it is written in digits; dates and times apart. */
function figureOnlyIn(claims: Claims, other: Claims): string | null {
  const others = new Set(other.numbers);
  return claims.numbers.find((number) => !others.has(number) && /^\d+(?:\.\d+)?$/.test(number)) ?? null;
}
