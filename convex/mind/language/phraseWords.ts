/** The words of a text as phrases are cut from them: what each is, and where the verb of a clause stands. */
import { regularForm } from "./irregularForms";
import { pastFormsIn } from "./milestones";
import { isAdverb } from "./sentenceStarts";
import { isStopWord } from "../../../mind/text/stopWords";
import { isTitle } from "./titles";
import { numberIn, termsOf } from "./tokens";
import { isVerbForm } from "./verbs";
import { DOTTED, endsIn, goesOn, JOINS, MEASURED, NUMBER, WORDS } from "./wordBounds";

/** A word as it stands in its text. */
export interface PhraseWord {
  readonly written: string;
  /** In lower case, apostrophes plain. */
  readonly plain: string;
  readonly at: number;
  readonly end: number;
  /** Its terms; none of a function word. */
  readonly terms: readonly string[];
  /** In figures or in words. */
  readonly isNumber: boolean;
  /** Whether it belongs to the name after it: "Dr", "Frau". */
  readonly isTitle: boolean;
  /** Words of one clause have the same number: as far as punctuation tells. */
  readonly clause: number;
  readonly sentence: number;
}

const DETERMINERS = new Set(
  "a an the my your his her its our their this that these those no every each some any many several both all another".split(
    " ",
  ),
);
const ARTICLES = new Set(["a", "an", "the"]);
const AUXILIARIES = new Set(
  "am is are was were be been has have had do does did can could will would shall should may might must cannot".split(
    " ",
  ),
);
const BE = new Set(
  "am is are was were be been being become becomes became stays stayed remains remained".split(" "),
);
const PRONOUNS = new Set(
  "i you he she it we they who nobody everybody somebody everyone someone nothing everything".split(" "),
);
const PREPOSITIONS = new Set(
  (
    "about above across after against along among around as at before behind below beside between beyond by during for from in " +
    "inside into near of off on onto out outside over past per since through throughout till to toward towards under until up upon via with within without"
  ).split(" "),
);
const CONJUNCTIONS = new Set(
  "and or but nor because since so while although though whereas if unless when whenever that which who than as where".split(
    " ",
  ),
);

/** Prepositions as they are written in haste, with the stroke behind them. */
const SHORTENED = new Map([
  ["w/", "with"],
  ["w/o", "without"],
]);

export const isDeterminer = (word: PhraseWord | undefined): boolean =>
  word !== undefined && (DETERMINERS.has(word.plain) || /'s$/u.test(word.plain));
export const isArticle = (word: PhraseWord | undefined): boolean =>
  word !== undefined && ARTICLES.has(word.plain);
export const isBe = (word: PhraseWord | undefined): boolean =>
  word !== undefined && BE.has(word.plain.replace(/n't$/u, ""));
export const isPreposition = (word: PhraseWord | undefined): boolean =>
  word !== undefined && PREPOSITIONS.has(word.plain);
export const isConjunction = (word: PhraseWord | undefined): boolean =>
  word !== undefined && CONJUNCTIONS.has(word.plain);
export const isPronoun = (word: PhraseWord | undefined): boolean =>
  word !== undefined && PRONOUNS.has(word.plain);

/** A form of "be", "have", "do", or a modal verb, denied or not. */
export function isAuxiliary(word: PhraseWord | undefined): boolean {
  if (word === undefined || word.written === "May") return false;
  return AUXILIARIES.has(word.plain) || /n't$/u.test(word.plain);
}

/** The words of `line`, which is a text on one line. */
export function phraseWordsOf(line: string): PhraseWord[] {
  const words: PhraseWord[] = [];
  let [clause, sentence, end] = [0, 0, 0];
  let isOver = false;
  const found = [...line.matchAll(WORDS)];
  for (const [i, { 0: bare, index: at }] of found.entries()) {
    const following = found[i + 1]?.[0] ?? "";
    const between = line.slice(end, at);
    const titled = words.at(-1)?.isTitle === true && between === ". ";
    if (words.length > 0 && !titled) {
      const ends = isOver || endsIn(between);
      if (ends || !JOINS.test(between)) clause += 1;
      if (ends) sentence += 1;
    }
    const titles = isTitle(bare, following);
    // "W/" and "w/o" are written for words.
    const short =
      SHORTENED.get(`${bare.toLowerCase()}${line[at + bare.length] ?? ""}`) ??
      SHORTENED.get(bare.toLowerCase());
    const stop = at + bare.length + (short !== undefined && line[at + bare.length] === "/" ? 1 : 0);
    const hasStop = line[stop] === "." && !titles;
    const on = hasStop && goesOn(line, at, stop, following);
    isOver = hasStop && !on && DOTTED.test(bare) && /^\.(?:\s|$)/u.test(line.slice(stop, stop + 2));
    end = on || isOver ? stop + 1 : stop;
    const written = line.slice(at, end);
    const plain = short ?? bare.toLowerCase().replace(/’/gu, "'");
    const terms = isStopWord(plain.replace(/(?:n't|'\p{L}+)$/u, "")) ? [] : termsOf(bare);
    words.push({
      written,
      plain,
      at,
      end,
      terms,
      isNumber: NUMBER.test(bare) || (plain !== "one" && !MEASURED.test(bare) && numberIn(plain) !== null),
      isTitle: titles,
      clause,
      sentence,
    });
  }
  return words;
}

/** Whether the word at `place` is the beginning or a part of a name, told by capitals alone. */
export function isCapital(words: readonly PhraseWord[], place: number): boolean {
  const word = words[place];
  return word !== undefined && word.terms.length > 0 && /^\p{Lu}/u.test(word.written);
}

/** Whether the words at `place` − 1 and `place` belong to one name: "Elm Street", "Dr Okafor", "Valve 3". */
export function isWithinName(words: readonly PhraseWord[], place: number): boolean {
  const [before, word] = [words[place - 1], words[place]];
  if (before === undefined || word === undefined || before.sentence !== word.sentence) return false;
  if (before.isTitle) return true;
  if (before.clause !== word.clause || /'s$/u.test(before.plain)) return false;
  // A capital that comes of its place tells nothing: "Yesterday Ada".
  const isFirst = words[place - 2]?.sentence !== word.sentence;
  if (isFirst && (isVerbLike(before) || isAdverb(before.plain) || before.terms.length === 0)) return false;
  return isCapital(words, place - 1) && isCapital(words, place);
}

function isVerbLike({ plain }: PhraseWord): boolean {
  return isVerbForm(plain) || pastFormsIn([plain]) > 0;
}

/**
 * Whether the word at `place` is a finite verb, by its form and its neighbours. What stands right before a determiner is no
 * noun ("feeds the loop"), nor is a past form that no determiner leads ("the closed shop").
 */
export function isFiniteVerb(words: readonly PhraseWord[], place: number): boolean {
  const [before, word, next] = [words[place - 1], words[place], words[place + 1]];
  if (word === undefined) return false;
  // "At 3 am" is a time.
  if (isAuxiliary(word)) return !(word.plain === "am" && before?.isNumber === true);
  if (word.terms.length === 0 || word.isNumber || word.isTitle) return false;
  if (before === undefined || before.clause !== word.clause) return false;
  // "Valve 3 feeds the loop", but "four developers".
  const numbered =
    /^#?\p{N}+(?:[.-]\p{N}+)*$/u.test(before.written) && (words[place - 2]?.terms.length ?? 0) > 0;
  if (before.isNumber && !numbered) return false;
  if (isDeterminer(before) || isPreposition(before) || isAuxiliary(before) || isWithinName(words, place))
    return false;
  if (isCapital(words, place)) return false;
  if (pastFormsIn([word.plain]) > 0) return !isAdverb(before.plain) || before.terms.length > 0;
  const follows = next !== undefined && next.clause === word.clause ? next : undefined;
  if (/ing$|ly$/u.test(word.plain)) return false;
  if (follows !== undefined && isDeterminer(follows) && !/'s$/u.test(follows.plain)) return true;
  if (isPronoun(before)) return true;
  const endsInS = /[^s']s$/u.test(word.plain);
  if (!endsInS) return isVerbForm(word.plain) && /[^s']s$/u.test(before.plain) && before.terms.length > 0;
  if (follows === undefined || isPreposition(follows) || isConjunction(follows) || isAdverb(follows.plain))
    return isKnownThirdPerson(word.plain) || (follows === undefined && isAlone(words, place));
  return (
    follows.isNumber ||
    MEASURED.test(follows.written) ||
    isCapital(words, place + 1) ||
    isKnownThirdPerson(word.plain)
  );
}

/** Whether nothing before the word at `place` may be the verb of its clause: "the roof of the kitchen leaks". */
function isAlone(words: readonly PhraseWord[], place: number): boolean {
  const clause = words[place]?.clause;
  if (words[place - 1]?.isNumber === true || words[place - 1]?.terms.length === 0) return false;
  return words.slice(0, place).every((word, i) => {
    if (word.clause !== clause || isDeterminer(words[i - 1])) return true;
    return (
      !isAuxiliary(word) &&
      pastFormsIn([word.plain]) === 0 &&
      !isKnownThirdPerson(word.plain) &&
      !(
        i > 0 &&
        word.terms.length > 0 &&
        isDeterminer(words[i + 1]) &&
        !/'s$/u.test(words[i + 1]?.plain ?? "")
      )
    );
  });
}

/** "Runs", "carries": of an everyday verb. */
function isKnownThirdPerson(word: string): boolean {
  return [word.slice(0, -1), word.slice(0, -2), word.replace(/ies$/u, "y")].some(
    (base) => isVerbForm(base) || (irregular(base) && isVerbForm(regularForm(base))),
  );
}

function irregular(base: string): boolean {
  return regularForm(base) !== base;
}
