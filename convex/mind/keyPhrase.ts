/** The few words of a text that say most of it beside what is said already, as they stand there. */
import { withoutFrame } from "./frames";
import type { Idf } from "./rarity";
import { isStopWord } from "./stopWords";
import { isTitle } from "./titles";
import { termsOf } from "./tokens";
import { clipped, lengthOf, oneLine } from "./wording";

/** What a text is about shows in its beginning. */
const READ_LENGTH = 600;
/** A phrase is short: so many words, of which so many carry meaning. With more of what a text says it would be a quotation. */
const MOST_WORDS = 6;
const MOST_TELLING = 3;
const MOST_SHARE = 0.4;
/** What is said of a subject stands right after it as a rule; a later sentence says less of what a text is about. */
const PREDICATE = 1.4;
const LATER = 0.75;
/** A word that the phrase is wanted for outweighs all others; one that other texts have as well sets this one apart less. */
const WANTED = 5;
const COMMON = 0.3;
/** A pale word rounds a phrase off ("fall within weeks"), and says next to nothing. */
const PALENESS = 0.05;
/** Of a text that has no phrase to give (another script, one word), half is shown, and so many characters at most. */
const EXCERPT_LENGTH = 32;
/** Words that say that something is said, when, or how much, and not what. */
const PALE = new Set(
  (
    "say says said tell tells told ask asks asked think thinks thought know knows known call calls called today yesterday tomorrow " +
    "monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october " +
    "november december week weeks month months year years day days hour hours new old big small good great little lot lots " +
    "get gets got go goes went make makes made take takes took come comes came want wants wanted like likes thing things way also"
  ).split(" "),
);

const DETERMINERS = new Set(
  "a an the my your his her its our their this that these those no every each some many several two three four five six seven eight nine ten".split(
    " ",
  ),
);

interface Word {
  readonly written: string;
  readonly at: number;
  readonly end: number;
  /** Its terms; none of a function word. */
  readonly terms: readonly string[];
  readonly isNumber: boolean;
  /** Whether it belongs to the name after it: "Dr", "Frau". */
  readonly isTitle: boolean;
  /** Words of one clause have the same number. */
  readonly clause: number;
  readonly sentence: number;
}

/** What decides between the phrases of a text; all are terms (mind/tokens). */
export interface Guidance {
  /** Said already: no phrase holds them but as what is done something to, and what follows one is what the text says of it. */
  readonly said: ReadonlySet<string>;
  /** A phrase that holds one of these is taken before any other. */
  readonly wanted?: ReadonlySet<string>;
  /** What other texts say as well tells less of this one. */
  readonly common?: ReadonlySet<string>;
}

/**
 * The most telling phrase of `text`, contiguous and as written there: it begins and ends with a word that carries
 * meaning. Where there is none, the beginning of the text.
 */
export function keyPhrase(text: string, { said, wanted, common }: Guidance, idf: Idf): string {
  const line = oneLine(withoutFrame(text).slice(0, READ_LENGTH));
  const words = wordsOf(line);
  const content = words.filter((word) => word.terms.length > 0 && !isPale(word)).length;
  const most = Math.min(MOST_TELLING, Math.max(content < 3 ? 1 : 2, Math.round(content * MOST_SHARE)));
  const weight = (term: string) =>
    idf(term) * (wanted?.has(term) === true ? WANTED : common?.has(term) === true ? COMMON : 1);
  let best: { phrase: string; score: number } | null = null;
  for (const [start, first] of words.entries()) {
    if (!opens(first, said) || (first.isNumber && words[start - 1]?.clause === first.clause)) continue;
    let [telling, score] = [0, 0];
    const follows = isSaidBefore(words, start, said);
    for (const [offset, word] of words.slice(start, start + MOST_WORDS).entries()) {
      const object = isObject(words, start, start + offset);
      if (word.clause !== first.clause || (holds(word, said) && !object)) break;
      if (word.terms.length === 0) continue;
      if (!holds(word, said)) {
        if (!isPale(word) && !word.isNumber && !word.isTitle) telling += 1;
        score += Math.max(0, ...word.terms.map(weight)) * (isPale(word) || word.isTitle ? PALENESS : 1);
      }
      if (telling > most + (object ? 1 : 0)) break;
      if (word.isNumber || word.isTitle || breaksOff(words, start, start + offset)) continue;
      const rank = score * (follows ? PREDICATE : 1) * (first.sentence > 0 ? LATER : 1);
      if (best === null || rank > best.score) best = { phrase: line.slice(first.at, word.end), score: rank };
      if (holds(word, said)) break;
    }
  }
  return best?.phrase ?? clipped(line, Math.max(4, Math.min(EXCERPT_LENGTH, Math.ceil(lengthOf(line) / 2))));
}

function wordsOf(line: string): Word[] {
  const words: Word[] = [];
  let [clause, sentence, end] = [0, 0, 0];
  // Digits behind an underscore are a part of a name: without it they would be a number that nobody told.
  const found = [
    ...line.matchAll(/(?:\p{Pc}+(?=\p{N}))?[\p{L}\p{M}\p{N}]+(?:[-'’.,:][\p{L}\p{M}\p{N}]+)*%?/gu),
  ];
  for (const [i, { 0: written, index: at }] of found.entries()) {
    const between = line.slice(end, at);
    const titled = words.at(-1)?.isTitle === true && between === ". ";
    if (words.length > 0 && between !== " " && !titled) clause += 1;
    if (/[.!?…]/u.test(between) && !titled) sentence += 1;
    end = at + written.length;
    const plain = written.toLowerCase().replace(/(?:n['’]t|['’]\p{L}+)$/u, "");
    const terms = isStopWord(plain) ? [] : termsOf(written);
    words.push({
      written,
      at,
      end,
      terms,
      isNumber: /^[\p{N}.,:]+$/u.test(written),
      isTitle: isTitle(written, found[i + 1]?.[0] ?? ""),
      clause,
      sentence,
    });
  }
  return words;
}

function opens(word: Word, said: ReadonlySet<string>): boolean {
  return word.terms.length > 0 && !holds(word, said) && !isPale(word);
}

function isPale({ written }: Word): boolean {
  return PALE.has(written.toLowerCase());
}

function holds({ terms }: Word, said: ReadonlySet<string>): boolean {
  return terms.some((term) => said.has(term));
}

/** Whether the word at `place` is of what is done something to: "roof" of "tore the roof", and both of "tore the tin roof". */
function isObject(words: readonly Word[], start: number, place: number): boolean {
  const article = isDeterminer(words[place - 1]) ? place - 1 : place - 2;
  return article > start && isDeterminer(words[article]) && (words[article - 1]?.terms.length ?? 0) > 0;
}

function isDeterminer(word: Word | undefined): boolean {
  return word !== undefined && DETERMINERS.has(word.written.toLowerCase());
}

/**
 * Whether a phrase that ends at `end` leaves out the noun that it began to tell of ("for a new", of "for a new pier"), or
 * what is done something to ("tore", of "tore the roof").
 */
function breaksOff(words: readonly Word[], start: number, end: number): boolean {
  const next = words[end + 1];
  if (next === undefined || next.clause !== words[end]?.clause) return false;
  if (isDeterminer(next)) return true;
  if (next.terms.length === 0) return false;
  return words.slice(Math.max(start, end - 2), end).some(isDeterminer);
}

/** Whether the last word before `start` that carries meaning is one of `said`, in the same clause. */
function isSaidBefore(words: readonly Word[], start: number, said: ReadonlySet<string>): boolean {
  const clause = words[start]?.clause;
  for (let i = start - 1; i >= 0 && words[i]?.clause === clause; i--) {
    const word = words[i];
    if (word !== undefined && word.terms.length > 0) return holds(word, said);
  }
  return false;
}
