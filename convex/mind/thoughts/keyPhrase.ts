/** The words of a text that say most of it beside what is said already, as they stand there, and no less than it asserts. */
import { isAsserted, operatorsIn, type Operator } from "../language/assertionScope";
import { withoutFrame } from "../language/frames";
import { denies } from "../language/negations";
import { isInOtherLanguage } from "../language/otherLanguages";
import { mayBegin, mayEnd } from "../language/phraseEnds";
import {
  isArticle,
  isCapital,
  isConjunction,
  isFiniteVerb,
  isPreposition,
  isPronoun,
  isWithinName,
  phraseWordsOf,
  type PhraseWord,
} from "../language/phraseWords";
import { asks } from "../../../mind/text/sentences";
import { clipped, lengthOf, oneLine } from "../../../mind/text/phrasing";
import type { Idf } from "../../../mind/ranking/idf";
import { inWholeClauses } from "./phraseClauses";

/** What a text is about shows in its beginning. */
const READ_LENGTH = 600;
/** A phrase is a clause at most: so many words, of which so many carry meaning. */
const MOST_WORDS = 12;
const MOST_TELLING = 6;
/** What a subject does, said whole, tells more than a piece of it does; of what was named already its predicate is enough. */
const SHAPES = { predicate: 1.6, clause: 1.3, headless: 0.5, piece: 0.45, subject: 0.35 };
/** Words of a subject that a phrase takes along, though it was named already. */
const MOST_SUBJECT = 4;
/** A later sentence says less of what a text is about. */
const LATER = 0.75;
/** So does a later clause of one. */
const LATER_CLAUSE = 0.85;
/** A word that the phrase is wanted for outweighs all others; one that other texts have as well sets this one apart less. */
const WANTED = 5;
const COMMON = 0.3;
/** A pale word rounds a phrase off ("fall within weeks"), and says next to nothing. */
const PALENESS = 0.05;
/** What can't be cut is quoted whole up to here; of another script, or a text without a phrase, half and so many characters. */
const WHOLE_LENGTH = 110;
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

/** What decides between the phrases of a text; all are terms (mind/language/tokens). */
export interface Guidance {
  /** Said already: of this the phrase is to say something, and needn't name it again. */
  readonly said: ReadonlySet<string>;
  /** A phrase that holds one of these is taken before any other. */
  readonly wanted?: ReadonlySet<string>;
  /** What other texts say as well tells less of this one. */
  readonly common?: ReadonlySet<string>;
}

/**
 * The most telling phrase of `text`, contiguous and as written there, cut where its parts end. What denies it, or makes it
 * a mere possibility, a wish or a report, belongs to it. Where there is none, the beginning of the text.
 */
export function keyPhrase(text: string, guidance: Guidance, idf: Idf): string {
  const line = oneLine(withoutFrame(text).slice(0, READ_LENGTH));
  const words = inWholeClauses(phraseWordsOf(line));
  // Where its function words are unknown, nobody can tell where a text may be cut.
  if (isInOtherLanguage(line)) return wholeOf(line, words);
  const operators = operatorsIn(words, line);
  const asked = words.filter(
    ({ sentence, end }, i) => words[i + 1]?.sentence !== sentence && asks(line.slice(end, words[i + 1]?.at)),
  );
  const questions = new Set(asked.map(({ sentence }) => sentence));
  const weight = (word: PhraseWord) => weightOf(word, guidance, idf);
  let best: { from: number; to: number; score: number } | null = null;
  for (const [from, first] of words.entries()) {
    if (!mayBegin(words, from) || questions.has(first.sentence) || isReporting(words, from)) continue;
    let [telling, score] = [0, 0];
    for (const [offset, word] of words.slice(from, from + MOST_WORDS).entries()) {
      const to = from + offset;
      if (word.sentence !== first.sentence || (word.clause !== first.clause && !runsOn(operators, from, to)))
        break;
      if (
        word.terms.length > 0 &&
        !isPale(word) &&
        !word.isNumber &&
        !word.isTitle &&
        !holds(word, guidance.said)
      )
        telling += 1;
      score += weight(word);
      if (telling > MOST_TELLING) break;
      if (telling === 0 || !mayEnd(words, to) || !isAsserted(operators, from, to)) continue;
      // Run on into another clause, it takes along whole what that says: "…, her mother told me".
      if (
        word.clause !== first.clause &&
        words[to + 1]?.clause === word.clause &&
        isFiniteVerb(words, to + 1)
      )
        continue;
      // "I fear that the loan" is no more said than "the loan is" alone.
      if (cutsSubjectOff(words, from, to)) continue;
      const rank =
        score *
        shapeOf(words, from, to, guidance.said) *
        (first.sentence > 0 ? LATER : first.clause > 0 ? LATER_CLAUSE : 1);
      // Of equals the longer: "on holiday in May" leaves nothing out.
      if (best === null || rank > best.score || (rank === best.score && from === best.from))
        best = { from, to, score: rank };
    }
  }
  const [first, last] = best === null ? [] : [words[beginOf(words, best.from)], words[best.to]];
  return first === undefined || last === undefined ? wholeOf(line, words) : line.slice(first.at, last.end);
}

/** A phrase begins with its article, or with the pronoun whose verb it begins with: "The bank granted a loan", "I am ill". */
function beginOf(words: readonly PhraseWord[], from: number): number {
  const [before, first] = [words[from - 1], words[from]];
  if (before === undefined || before.clause !== first?.clause || before.sentence !== first.sentence)
    return from;
  return isArticle(before) ? from - 1 : isFiniteVerb(words, from) ? withSubject(words, from) : from;
}

/** Where the subject of the verb at `verb` begins, if that is short: without it a phrase would be a stump, "is missing". */
function withSubject(words: readonly PhraseWord[], verb: number): number {
  const clause = words[verb]?.clause;
  let start = verb;
  while (start > 0 && words[start - 1]?.clause === clause && !isConjunction(words[start - 1])) start -= 1;
  if (verb - start <= MOST_SUBJECT && !isWithinName(words, start)) return start;
  return isPronoun(words[verb - 1]) ? verb - 1 : verb;
}

/** Whether the words after one verb end in another's subject. */
function cutsSubjectOff(words: readonly PhraseWord[], from: number, to: number): boolean {
  const [last, next] = [words[to], words[to + 1]];
  if (next === undefined || next.clause !== last?.clause || next.sentence !== last.sentence) return false;
  if (last.terms.length === 0 || isFiniteVerb(words, to) || !isFiniteVerb(words, to + 1)) return false;
  return words.slice(from, to).some((_, offset) => isFiniteVerb(words, from + offset));
}

function weightOf(word: PhraseWord, { said, wanted, common }: Guidance, idf: Idf): number {
  if (word.terms.length === 0 || holds(word, said)) return 0;
  const most = Math.max(
    0,
    ...word.terms.map(
      (term) => idf(term) * (wanted?.has(term) === true ? WANTED : common?.has(term) === true ? COMMON : 1),
    ),
  );
  return most * (isPale(word) || word.isTitle ? PALENESS : 1);
}

/** "…, says the coach" tells who says it, and not what. */
function isReporting(words: readonly PhraseWord[], from: number): boolean {
  const [before, first] = [words[from - 1], words[from]];
  return (
    before !== undefined &&
    before.sentence === first?.sentence &&
    before.clause !== first.clause &&
    /^(?:says?|said|writes?|wrote|claims?|claimed|reports?|reported|insists?|insisted|adds?|added)$/u.test(
      first.plain,
    )
  );
}

/** Whether a phrase from `from` goes on over the comma before `to`, since what governs it stands on both sides. */
function runsOn(operators: readonly Operator[], from: number, to: number): boolean {
  return operators.some(({ start, end, reach }) => reach === "whole" && start <= from && to < end);
}

/** How well the words from `from` to `to` stand alone. */
function shapeOf(words: readonly PhraseWord[], from: number, to: number, said: ReadonlySet<string>): number {
  const verbs = words.flatMap((word, i) =>
    word.sentence === words[from]?.sentence && isFiniteVerb(words, i) ? [i] : [],
  );
  const opensClause = (i: number) =>
    i === 0 ||
    words[i - 1]?.clause !== words[i]?.clause ||
    (i > 0 && isArticle(words[i - 1]) && opensAt(words, i - 1));
  const verb = verbs.find((i) => i >= from && i <= to);
  if (verb === undefined) {
    const next = verbs.find((i) => i === to + 1);
    if (next !== undefined && opensClause(from)) return SHAPES.subject;
    return verbs.length === 0 && opensClause(from) ? 1 : SHAPES.piece;
  }
  if (verb > from) return opensClause(from) || isPronoun(words[from]) ? SHAPES.clause : SHAPES.headless;
  if (verbs.some((i) => i === from - 1)) return SHAPES.piece;
  const subject = subjectBefore(words, from);
  if (subject === "none") return SHAPES.clause;
  if (subject === "pronoun") {
    // "It is said that" has no other subject to be told of.
    if (/^(?:it|there)$/u.test(words[from - 1]?.plain ?? "")) return SHAPES.headless;
    const speaks = said.size > 0 && /^(?:i|we|you)$/u.test(words[from - 1]?.plain ?? "");
    return speaks ? SHAPES.clause : SHAPES.predicate;
  }
  return isHead(words, from, said) ? SHAPES.predicate : SHAPES.headless;
}

function opensAt(words: readonly PhraseWord[], i: number): boolean {
  return i === 0 || words[i - 1]?.clause !== words[i]?.clause;
}

function subjectBefore(words: readonly PhraseWord[], verb: number): "none" | "pronoun" | "noun" {
  const before = words[verb - 1];
  if (before === undefined || before.clause !== words[verb]?.clause) return "none";
  return isPronoun(before) ? "pronoun" : "noun";
}

/** Whether the subject of the verb at `verb` is what was said: its last words are, and belong to no other noun. */
function isHead(words: readonly PhraseWord[], verb: number, said: ReadonlySet<string>): boolean {
  let at = verb - 1;
  while (
    at >= 0 &&
    words[at]?.terms.length === 0 &&
    !isPreposition(words[at]) &&
    words[at]?.clause === words[verb]?.clause
  )
    at -= 1;
  const last = words[at];
  if (last === undefined || !holds(last, said)) return false;
  while (
    at > 0 &&
    words[at - 1] !== undefined &&
    (holds(words[at - 1] ?? last, said) || words[at - 1]?.isTitle === true)
  )
    at -= 1;
  const before = words[at - 1];
  if (before === undefined || before.clause !== last.clause) return true;
  // "My sister Anna" is Anna.
  if (isCapital(words, at) && /^\p{Ll}/u.test(before.written) && before.terms.length > 0)
    return !/'s$/u.test(before.plain);
  const led = isArticle(before) ? words[at - 2] : before;
  return led === undefined || led.clause !== last.clause || (led.terms.length === 0 && !isPreposition(led));
}

function wholeOf(line: string, words: readonly PhraseWord[]): string {
  const [first] = words;
  const last = words.filter(({ sentence }) => sentence === first?.sentence).at(-1);
  if (first === undefined || last === undefined) return clipped(line, EXCERPT_LENGTH);
  const isSpaced =
    !/[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u.test(
      line,
    );
  if (isSpaced || denies(line)) {
    const mark = /^[?!…]+/u.exec(line.slice(last.end))?.[0] ?? "";
    return clipped(line.slice(0, last.end) + mark, WHOLE_LENGTH);
  }
  return clipped(line, Math.max(4, Math.min(EXCERPT_LENGTH, Math.ceil(lengthOf(line) / 2))));
}

function isPale({ plain }: PhraseWord): boolean {
  return PALE.has(plain);
}

function holds({ terms }: PhraseWord, said: ReadonlySet<string>): boolean {
  return terms.some((term) => said.has(term));
}
