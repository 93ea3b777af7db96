/** Which words of a text name what it is about: nouns, told from verbs, adjectives and mere circumstances by their neighbours. */
import { pastFormsIn } from "./milestones";
import {
  isArticle,
  isAuxiliary,
  isBe,
  isConjunction,
  isDeterminer,
  isFiniteVerb,
  isPreposition,
  isPronoun,
  type PhraseWord,
} from "./phraseWords";
import { isAdverb } from "./sentenceStarts";
import { isVerbForm } from "./verbs";

/** `matter`: what something is said of, or done to. `place`: where, when or by what. `modifier`: it belongs to the noun after it. */
export type NounUse = "matter" | "place" | "modifier";

/**
 * Times, measures, and what nearly everything has or happens by: two texts that share one of these have met by accident.
 * Common knowledge of English.
 */
const ACCIDENTAL = new Set(
  (
    "night nights morning mornings evening evenings afternoon afternoons noon midnight weekend weekends spring summer autumn fall winter season " +
    "second seconds minute minutes hour hours day days week weeks month months year years decade decades century time times moment moments date dates " +
    "january february march april may june july august september october november december monday mondays tuesday tuesdays wednesday " +
    "wednesdays thursday thursdays friday fridays saturday saturdays sunday sundays today tomorrow yesterday tonight " +
    "hundred hundreds thousand thousands million millions billion billions dozen dozens half third thirds quarter quarters percent percentage " +
    "euro euros dollar dollars pound pounds cent cents penny metre metres meter meters kilometre kilometres mile miles kilo kilos kilogram litre litres " +
    "people person persons man men woman women guy guys somebody thing things stuff lot lots bit part parts side sides end ends beginning place places " +
    "number numbers degree degrees piece pieces kind kinds sort sorts type way ways case cases fact facts reason reasons example front back top bottom middle corner rest " +
    "phone phones telephone call calls stair stairs step steps door doors minute amount total level group groups pair couple " +
    "mins hrs secs yrs wks approx avg min max qty pcs incl excl est etc dept misc " +
    "new old big small day way first last next km m cm mm kg g mg ml km/h mph lb lbs oz ft tbsp tsp kwh mb gb tb kb"
  ).split(" "),
);
/** With these and no article a noun tells how or when: "by phone", "at work", "in town". */
const ADVERBIAL = new Set(["by", "at", "on", "in"]);
const CIRCUMSTANTIAL = new Set(
  "by at on in over during near after before since until till through across along behind under between past per within beside around".split(
    " ",
  ),
);
/** A noun stands so many words after its determiner at most: "the old stone bridge". */
const REACH = 3;

const MEASURING = /^(?:high|tall|long|wide|broad|deep|thick|old|heavy|away|apart)$/u;
/** Nouns that end as adverbs do. */
const NOUNS_IN_LY =
  /^(?:family|supply|reply|ally|bully|belly|jelly|lily|butterfly|assembly|anomaly|monopoly|rally|gully|holly|folly|homily|firefly|dragonfly)$/u;

function isInLy(word: string): boolean {
  return /\p{L}{2}ly$/u.test(word) && !NOUNS_IN_LY.test(word);
}

/** How the word at `place` is used as a noun; null where it is none, or says only when, how much or how. */
export function nounUse(words: readonly PhraseWord[], place: number): NounUse | null {
  const word = words[place];
  if (word === undefined || word.terms.length === 0 || word.isNumber || word.isTitle) return null;
  const { plain } = word;
  if (ACCIDENTAL.has(plain) || plain.length < 3 || isAdverb(plain) || isInLy(plain)) return null;
  // "The cat's food" is about the cat, "valve 3" is one of several.
  if (/'s$/u.test(plain) || isNumbered(words, place)) return "matter";
  const before = neighbour(words, place, -1);
  const next = neighbour(words, place, 1);
  const led = leaderOf(words, place);
  if (isFiniteVerb(words, place)) return null;
  // "40 metres high": so much, and no thing.
  if (MEASURING.test(plain) && before !== undefined && ACCIDENTAL.has(before.plain)) return null;
  if (before?.plain === "to" && isVerbForm(plain)) return null;
  const verbal =
    isVerbForm(plain) ||
    pastFormsIn([plain]) > 0 ||
    plain.endsWith("ing") ||
    isVerbForm(plain.replace(/s$/u, ""));
  // What a verb follows is no verb itself: "heavy snow fell".
  const isSubject = next !== undefined && isFiniteVerb(words, place + 1);
  if (verbal && !isSubject && (led === null || isPronoun(before) || isAuxiliary(before))) return null;
  if (pastFormsIn([plain]) > 0 && next?.terms.length !== 0) return null;
  // "Is cold", "are very late": what something is like.
  if (before !== undefined && !isDeterminer(before) && isPredicative(words, place)) return null;
  const modifies =
    next !== undefined &&
    next.terms.length > 0 &&
    !next.isNumber &&
    !isInLy(next.plain) &&
    !isFiniteVerb(words, place + 1);
  if (modifies) return "modifier";
  if (before !== undefined && ADVERBIAL.has(before.plain) && !/s$/u.test(plain)) return null;
  return led !== null && isPreposition(led) && CIRCUMSTANTIAL.has(led.plain) ? "place" : "matter";
}

/** "B" of "Gate B", "III" of "Part III"; a mere "I" is who speaks. */
export const LETTERED = /^(?:(?!I$)\p{Lu}|I{2,3}|I[VX]|VI{1,3})$/u;
export const NUMBERED = /^\p{N}+(?:[.:-]\p{N}+)*\p{L}?$/u;

/** Whether a number or letter after the word at `place` tells which one it is: "Build 512", and not "sold 512 cars". */
export function isNumbered(words: readonly PhraseWord[], place: number): boolean {
  const [word, number, after] = [words[place], words[place + 1], words[place + 2]];
  if (word === undefined || number?.clause !== word.clause) return false;
  const written = number.written.replace(/['’]s?$/u, "");
  if (LETTERED.test(written)) return word.terms.length > 0 && !isFiniteVerb(words, place);
  if (!NUMBERED.test(written)) return false;
  if (isVerbForm(word.plain) && neighbour(words, place, -1) !== undefined && leaderOf(words, place) === null)
    return false;
  if (pastFormsIn([word.plain]) > 0 || /^(?:costs?|weighs?|takes?|needs?)$/u.test(word.plain)) return false;
  return (
    after === undefined ||
    after.clause !== number.clause ||
    after.terms.length === 0 ||
    isFiniteVerb(words, place + 2) ||
    // "Trucks on Highway 9 drive", but "in Kiel 9 ships".
    (/^\p{Lu}/u.test(word.written) && isVerbForm(after.plain) && !/[^s]s$/u.test(after.plain))
  );
}

function neighbour(words: readonly PhraseWord[], place: number, by: 1 | -1): PhraseWord | undefined {
  const other = words[place + by];
  return other !== undefined && other.clause === words[place]?.clause ? other : undefined;
}

/** The preposition, or else the determiner, that leads the noun phrase of the word at `place`; null where nothing does. */
function leaderOf(words: readonly PhraseWord[], place: number): PhraseWord | null {
  let determiner: PhraseWord | null = null;
  for (let at = place - 1; at >= 0 && place - at <= REACH + 1; at--) {
    const word = words[at];
    if (word === undefined || word.clause !== words[place]?.clause) break;
    if (isPreposition(word) && word.plain !== "to") return word;
    if (isDeterminer(word) || word.isNumber) determiner ??= word;
    else if (determiner !== null || word.terms.length === 0 || isFiniteVerb(words, at)) break;
  }
  return determiner;
}

function isPredicative(words: readonly PhraseWord[], place: number): boolean {
  let at = place - 1;
  while (
    at > 0 &&
    (isAdverb(words[at]?.plain ?? "") ||
      /^(?:not|never|very|too|so|still|now|also|quite|no|longer|more|less)$/u.test(words[at]?.plain ?? ""))
  )
    at -= 1;
  const word = words[at];
  if (word === undefined || word.clause !== words[place]?.clause || !isBe(word)) return false;
  const next = neighbour(words, place, 1);
  return (
    next === undefined || isPreposition(next) || isConjunction(next) || isArticle(next) || next.plain === "to"
  );
}
