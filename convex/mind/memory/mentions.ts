/** What a text mentions of what somebody asks about: words in any of their forms, names by their letters alone. */
import { questionIn } from "../events/eventWords";
import { isDateName } from "../language/dateMentions";
import { withoutFrame } from "../language/frames";
import { isStopWord } from "../../../mind/text/stopWords";
import { inPlainLetters, termsOf, tokensOf } from "../language/tokens";

/** A text, and the names that are known to be in it. */
export interface Naming {
  readonly content: string;
  readonly entities: readonly string[];
}

/** A text is read this far. */
const READ_LENGTH = 4000;
/** What a focus of several things puts between them: "Pål and work", "tea, coffee". */
const BETWEEN = /\s*[,;]\s+(?:and\s+|or\s+)?|\s+(?:[/&+]|and|or|und|oder|et|ou|og|och|vs\.?)\s+/iu;
const MOST_PARTS = 4;
const MARKS_NOUN =
  /^(?:the|an?|my|our|your|his|her|its|their|this|that|these|those|every|each|no|any|some|\p{L}+'s)$/u;

/** The things that a focus names, one or several; a question is one. */
export function partsOf(focus: string): string[] {
  if (questionIn(focus) !== null) return [focus];
  const parts = focus.split(BETWEEN).map((part) => part.trim());
  const isSeveral =
    parts.length > 1 && parts.length <= MOST_PARTS && parts.every((part) => wordsOf(part).length > 0);
  return isSeveral ? parts : [focus];
}

/** Tells of texts what they mention, where these are the texts that there are. */
export class Mentions {
  /** Words that are names wherever they stand: some text has them as one, and none in small letters. */
  private readonly names: ReadonlySet<string>;
  private readonly read = new Map<string, Held>();

  constructor(texts: readonly Naming[]) {
    const entities = texts.flatMap((text) => text.entities).filter((name) => !isDateName(name));
    const named = new Set(entities.flatMap((name) => tokensOf(name).map(plainly)));
    const small = texts.flatMap(
      ({ content }) => content.match(/(?<![\p{L}\p{N}])\p{Ll}[\p{L}\p{M}]*/gu) ?? [],
    );
    for (const word of small) named.delete(plainly(word));
    this.names = named;
  }

  /** Whether `text` has all the words of `sought`. */
  has(sought: string, text: string): boolean {
    return this.share(sought, text) === 1;
  }

  /** The share of the words of `sought` that `text` has, 0 to 1. */
  share(sought: string, text: string): number {
    const words = wordsOf(sought);
    if (words.length === 0) return 0;
    const held = this.heldBy(text);
    return words.filter((word) => this.isAmong(word, held)).length / words.length;
  }

  private isAmong(word: Word, held: Held): boolean {
    if (held.letters.has(word.plain) || held.letters.has(`${word.plain}s`)) return true;
    if (this.names.has(word.plain)) return false;
    return word.terms.length > 0 && word.terms.every((term) => held.terms.has(term));
  }

  /** The texts are asked about again and again, for each part of what is sought. */
  private heldBy(text: string): Held {
    const known = this.read.get(text);
    if (known !== undefined) return known;
    const held = this.wordsHeldBy(text);
    this.read.set(text, held);
    return held;
  }

  private wordsHeldBy(text: string): Held {
    const tokens = tokensOf(withoutFrame(text).slice(0, READ_LENGTH));
    const letters = new Set(tokens.map(plainly));
    const terms = tokens.flatMap((token, i) =>
      // "Signe" is no form of "sign", nor does who has a living room live there.
      this.names.has(plainly(token)) || isGerundOfNoun(tokens, i) || isStopWord(token) ? [] : termsOf(token),
    );
    return { letters, terms: new Set(terms) };
  }
}

interface Word {
  readonly plain: string;
  readonly terms: readonly string[];
}

interface Held {
  readonly letters: ReadonlySet<string>;
  readonly terms: ReadonlySet<string>;
}

function wordsOf(sought: string): Word[] {
  const tokens = [...new Set(tokensOf(sought))];
  const telling = tokens.filter((token) => !isStopWord(token) && !isStopWord(plainly(token)));
  // "The Who" is nothing but such words.
  return (telling.length > 0 ? telling : tokens).map((token) => ({
    plain: plainly(token),
    terms: termsOf(token),
  }));
}

/** A token without accents and without what is hung on: "Pål's" is Pal. */
function plainly(token: string): string {
  return inPlainLetters(token.toLowerCase().replace(/['’]\p{L}+$/u, ""));
}

/** "the living room", "my running shoes": part of a noun, and no form of the verb. */
function isGerundOfNoun(tokens: readonly string[], at: number): boolean {
  const next = tokens[at + 1];
  return (
    /\p{L}{2}ing$/u.test(tokens[at] ?? "") &&
    MARKS_NOUN.test(tokens[at - 1] ?? "") &&
    next !== undefined &&
    !isStopWord(next)
  );
}
