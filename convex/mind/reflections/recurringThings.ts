/** Words that stand for things, told from verbs, qualities and measures by where they stand in English sentences. */
import { isDateName } from "../language/dateMentions";
import { pastFormsIn } from "../language/milestones";
import { isInOtherLanguage } from "../language/otherLanguages";
import { isRegularPast } from "../language/regularPast";
import { isStopWord } from "../../../mind/text/stopWords";
import { termsOf, tokensOf } from "../language/tokens";
import { isVerbForm } from "../language/verbs";
import type { Shared } from "../thoughts/sharedMatters";

const READ_LENGTH = 1000;

/** Words of measure, of time and of coming about: they are in what is said of anything. */
const EMPTY = new Set(
  (
    "second seconds minute minutes hour hours day days night nights week weeks weekend month months year years time times today " +
    "yesterday tomorrow morning evening afternoon noon date half quarter dozen number amount bit lot lots part parts kind sort thing things stuff way ways fact case " +
    "come comes coming came go goes going went gone make makes made take takes taken took give gives gave given keep kept " +
    "become became prefer like want need know known think find found call called start starts started begin began end ended " +
    "bring brought learn learns learned learnt leave left put seem seems happen name named first last next new good great big small little long short high low " +
    "late early easy hard old young best better worse worst nice main single whole full many several same different " +
    "percent kilo kilos gram grams metre metres meter meters km kg cm mm mg mcg ml gb mb tb kb euro euros dollar dollars kroner " +
    "krone pound pounds cent cents degree degrees please thanks people person someone now still again well news " +
    "once twice thrice lay lays laid lie lies"
  ).split(" "),
);
/** More and most of a quality. */
const DEGREE =
  /^(?:fast|slow|bigg|small|old|young|high|low|great|long|short|near|lat|earli|hard|easi|warm|cold|new|strong|weak|cheap|clos|larg)e(?:r|st)$/u;
/** After these a word is what something is called, not what somebody does. */
const BEFORE_NOUN =
  /^(?:the|an?|my|our|your|his|her|its|their|this|that|these|those|every|each|no|any|some|of|in|on|at|for|from|with|about|by|per|two|three|four|five|six|seven|eight|nine|ten|\d.*|\p{L}+'s)$/u;

/** After these, and never before a noun's place, a word tells what something is like. */
const BEFORE_QUALITY = /^(?:is|are|was|were|be|been|am|feel|feels|felt|very|too|so|more|not|isn't|aren't)$/u;

const AUXILIARY =
  /^(?:is|are|was|were|am|be|been|has|have|had|does|do|did|can|could|will|would|may|might|must|should|shall|.+n't|.+'(?:s|re|m|ve|ll|d))$/u;

/** Whether a name or a word tells what something is about, and not only how much of it there is or when. */
export function isTelling(name: string): boolean {
  return !EMPTY.has(name.toLowerCase()) && !isDateName(name);
}

/** A memory's words in order, the term of each, and whether it is told in a language whose verbs are not known. */
export interface Told {
  readonly tokens: readonly string[];
  readonly terms: readonly (string | undefined)[];
  readonly isForeign: boolean;
}

/** A memory as it is looked through for things. */
export function readOf(content: string): Told {
  const tokens = tokensOf(content.slice(0, READ_LENGTH));
  const terms = tokens.map((token) => termsOf(token)[0]);
  return { tokens, terms, isForeign: isInOtherLanguage(content) };
}

/** A place of a word in a memory. */
interface Place extends Told {
  readonly at: number;
}

/** Where the memories `seeds` have a word in any of its forms. */
export function placesOf(word: string, seeds: readonly number[], told: readonly Told[]): Place[] {
  const [term] = termsOf(word);
  return seeds.flatMap((seed) => {
    const memory = told[seed];
    if (memory === undefined) return [];
    return memory.terms.flatMap((other, at) => (other === term ? [{ ...memory, at }] : []));
  });
}

/** Whether a word stands for something, and not only for how much of it there is, when, what it is like, or what is done. */
export function isThing({ name, seeds }: Shared, told: readonly Told[]): boolean {
  const words = tokensOf(name);
  const [word = "", next] = words;
  const places = placesOf(word, seeds, told);
  if (next !== undefined) {
    const [term] = termsOf(next);
    // "The report worker" is one, and "report bugs" is none.
    const isOne = ({ tokens, terms, at }: Place) =>
      terms[at + 1] === term && (at === 0 || BEFORE_NOUN.test(tokens[at - 1] ?? ""));
    return !isVerb(word) || places.some(isOne);
  }
  // What is said of a script without spaces would not hold; there all that is shared may be a thing.
  if (!/^[a-z'-]+$/u.test(word)) return true;
  if (!isTelling(word) || isRegularPast(word) || DEGREE.test(word)) return false;
  // "Flavour" is not what salmon-flavoured food is about.
  if (!places.some(({ tokens, at }) => tokens[at] === word)) return false;
  const asNoun = places.filter(({ tokens, at }) => isNounAt(tokens, at)).length;
  if (isVerb(word)) return asNoun > 1;
  if (places.some(({ tokens, at }) => isOnlyVerb(tokens, at))) return asNoun > 1;
  if (asNoun > 0 || places.some(({ isForeign }) => isForeign)) return true;
  return !places.some(({ tokens, at }) => BEFORE_QUALITY.test(tokens[at - 1] ?? ""));
}

/** "Ada knits socks", "the tap leaks at night": a sentence has a verb, and nothing else in it may be one. */
function isOnlyVerb(tokens: readonly string[], at: number): boolean {
  const mayBe = (place: number) => {
    const before = tokens[place - 1];
    return before !== undefined && !BEFORE_NOUN.test(before) && /[^su]s$/u.test(tokens[place] ?? "");
  };
  const isKnown = (token: string) => AUXILIARY.test(token) || isVerb(token) || isRegularPast(token);
  return mayBe(at) && !tokens.some((token, place) => isKnown(token) || (place < at && mayBe(place)));
}

/** "The regatta starts" tells of the regatta. */
function isVerb(word: string): boolean {
  return pastFormsIn([word]) > 0 || [word, word.replace(/s$/, ""), word.replace(/es$/, "")].some(isVerbForm);
}

/** A noun as it stands there: after what comes before nouns, or after the noun that tells more of it ("payment tests"). */
function isNounAt(tokens: readonly string[], at: number): boolean {
  const [word = "", before, further] = [tokens[at], tokens[at - 1], tokens[at - 2]];
  if (before === undefined || pastFormsIn([word]) > 0) return false;
  if (BEFORE_NOUN.test(before)) return true;
  return !isStopWord(before) && !isVerb(before) && further !== undefined && BEFORE_NOUN.test(further);
}
