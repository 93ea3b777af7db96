/** Where a phrase may be cut out of its text: not inside a name, nor where the words before or after belong to it. */
import {
  isArticle,
  isAuxiliary,
  isBe,
  isCapital,
  isConjunction,
  isDeterminer,
  isFiniteVerb,
  isPreposition,
  isPronoun,
  isWithinName,
  type PhraseWord,
} from "./phraseWords";
import { isAdverb } from "./sentenceStarts";

/** Words that say of which a thing is, when, or how much: a phrase that ends with one has lost its noun. */
const DANGLING = new Set(
  (
    "last next first second third this that new old big small good bad great little other same own such whole single only almost " +
    "nearly about very too quite rather every each more most less least many much few several some any another due according close near prior " +
    "ahead half also just even still yet not never no"
  ).split(" "),
);
/** After these adverbs of time and place a clause is over, and before them a noun phrase is. */
const LATE = new Set(
  "today tonight tomorrow yesterday again now soon later already still here there too together alone twice once daily weekly last next this every yearly overnight".split(
    " ",
  ),
);

/** What the bounds of phrases are judged by. */
export type Words = readonly PhraseWord[];

/** Whether a phrase may begin at `place`. */
export function mayBegin(words: Words, place: number): boolean {
  const [before, word] = [words[place - 1], words[place]];
  if (word === undefined || isLed(words, place)) return false;
  if (leads(words, place)) return true;
  if (isArticle(word) || isConjunction(word) || isPreposition(word)) return false;
  if (before === undefined || before.clause !== word.clause || before.sentence !== word.sentence) {
    return !isWithinName(words, place);
  }
  if (isWithinName(words, place) || before.isNumber || before.isTitle) return false;
  if (isFiniteVerb(words, place)) return !isAuxiliary(before);
  // "To repaint the boat" is no more than somebody's aim, and stays with whose it is.
  if (before.plain === "to" && word.terms.length > 0 && !isCapital(words, place)) return false;
  if (isAuxiliary(before)) return word.terms.length > 0;
  if (isArticle(before) || isPreposition(before) || isConjunction(before)) return true;
  if (before.terms.length === 0) return word.terms.length > 0 && !isDeterminer(before);
  // A name, an article or a number after a verb begins what is done something to: "sends | Sister Agnes".
  if (!isFiniteVerb(words, place - 1)) return false;
  return isDeterminer(word) || word.isNumber || isCapital(words, place);
}

/**
 * Whether the word at `place` is a preposition that opens its clause: "On Monday Joan leads". Without it when or where
 * something is would be taken for who does it, and "until Friday" for "on Friday". An aim stays with whose it is.
 */
function leads(words: Words, place: number): boolean {
  const [before, word, next] = [words[place - 1], words[place], words[place + 1]];
  if (word === undefined || !isPreposition(word) || before?.clause === word.clause) return false;
  if (next === undefined || next.clause !== word.clause) return false;
  return word.plain !== "to" || next.terms.length === 0 || isCapital(words, place + 1);
}

/** Whether the word at `place` stands behind a preposition that opens its clause, and before any verb of it. */
function isLed(words: Words, place: number): boolean {
  const clause = words[place]?.clause;
  let at = place;
  if (isFiniteVerb(words, at)) return false;
  while (at > 0 && words[at - 1]?.clause === clause) {
    at -= 1;
    if (isFiniteVerb(words, at)) return false;
  }
  return at < place && isPreposition(words[at]);
}

/** Whether a phrase may end with the word at `place`. */
export function mayEnd(words: Words, place: number): boolean {
  const [word, next] = [words[place], words[place + 1]];
  if (word === undefined || word.isTitle) return false;
  const follows = next !== undefined && next.clause === word.clause ? next : undefined;
  if (word.isNumber && !namesByNumber(words, place)) return false;
  if (word.terms.length === 0 && !endsBare(words, place)) return false;
  if (follows === undefined) return !isDangling(words, place);
  if (isWithinName(words, place + 1) || DANGLING.has(word.plain) || /'s$/u.test(word.plain)) return false;
  if (follows.plain === "of" || follows.isNumber || isClosingSo(words, place + 1)) return false;
  // What a verb, or an adjective after "is", is followed by completes it.
  if (isFiniteVerb(words, place) || isParticiple(words, place))
    return isConjunction(follows) && !/^(?:that|as|than|and|or|where|who|which)$/u.test(follows.plain);
  if (LATE.has(follows.plain)) return true;
  if (isBe(words[place - 1]) || /n't$|^not$/u.test(words[place - 1]?.plain ?? ""))
    return isConjunction(follows);
  if (isDeterminer(follows) || isAdverb(word.plain)) return false;
  if (isPreposition(follows) || isConjunction(follows)) return !/^(?:and|or)$/u.test(follows.plain);
  return isAuxiliary(follows) || isPronoun(follows) || isFiniteVerb(words, place + 1);
}

/** "Valve 3", "3 May"; "rose by 12 percent" ends with its unit, and of "version 2.3" the number alone tells nothing. */
function namesByNumber(words: Words, place: number): boolean {
  const [before, word, next] = [words[place - 1], words[place], words[place + 1]];
  if (before === undefined || before.clause !== word?.clause) return false;
  if (next !== undefined && next.clause === word.clause && next.terms.length > 0) return false;
  if (before.terms.length === 0) return isPreposition(before) || isBe(before);
  return !isFiniteVerb(words, place - 1);
}

/** Pronouns and small adverbs may end a clause: "climb any more", "leave without them". */
function endsBare(words: Words, place: number): boolean {
  const [word, next] = [words[place], words[place + 1]];
  if (word === undefined || (next !== undefined && next.clause === word.clause)) return false;
  if (word.plain === "am") return words[place - 1]?.isNumber === true;
  return !isArticle(word) && (!isConjunction(word) || isClosingSo(words, place));
}

/** "The lease says so", "I hope so": at the end of its clause it joins nothing. */
function isClosingSo(words: Words, place: number): boolean {
  const [word, next] = [words[place], words[place + 1]];
  return word?.plain === "so" && next?.clause !== word.clause;
}

function isDangling(words: Words, place: number): boolean {
  const word = words[place];
  return word !== undefined && isArticle(word);
}

function isParticiple(words: Words, place: number): boolean {
  const word = words[place];
  return word !== undefined && /(?:ed|ing)$/u.test(word.plain) && isAuxiliary(words[place - 1]);
}
