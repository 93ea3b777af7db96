/** What comes back in the evidence of a reflection: names and things, those in most of it first, and not how it is told. */
import { isDateName } from "../language/dateMentions";
import { entityKey } from "../language/entities";
import type { Mentions } from "../memory/mentions";
import { pastFormsIn } from "../language/milestones";
import { idfOf, type Idf } from "../similarity/rarity";
import type { Evidence } from "./reflectionMatter";
import { isRegularPast } from "../language/regularPast";
import { sharedAmong, type Shared } from "../thoughts/sharedMatters";
import { isStopWord } from "../language/stopWords";
import { termsOf, tokensOf } from "../language/tokens";
import { isVerbForm } from "../language/verbs";

/** Many more than are told of: the ones that are in most of the evidence are to be among them. */
const MOST_SHARED = 48;
const READ_LENGTH = 1000;
/** Of what is shared as widely a name says more than a word. */
const NAME = 0.5;

const plainly: Idf = idfOf(0, () => 0);

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
    "krone pound pounds cent cents degree degrees please thanks people person someone now still again well"
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

/** What two memories and more speak of beside the focus, by how many do; of those that mention the focus, where two do. */
export function recurringMatters(
  evidence: readonly Evidence[],
  sought: readonly string[],
  mentions: Mentions,
): Shared[] {
  const told = evidence.map(({ content }) => readOf(content));
  const soughtTerms = new Set(sought.flatMap(termsOf));
  const bearing = evidence.flatMap(({ content }, i) =>
    sought.some((part) => mentions.has(part, content)) ? [i] : [],
  );
  // What was found beside the focus may be about something else, and what that has in common says nothing of the focus.
  const counted = bearing.length > 1 ? new Set(bearing) : new Set(evidence.keys());
  const reach = ({ seeds, isEntity }: Shared) =>
    seeds.filter((seed) => counted.has(seed)).length + (isEntity ? NAME : 0);
  return sharedAmong(evidence, plainly, { most: MOST_SHARED, places: true })
    .filter(({ name }) => termsOf(name).some((term) => !soughtTerms.has(term)))
    .filter((shared) => shared.seeds.filter((seed) => counted.has(seed)).length > 1)
    .filter((shared) => (shared.isEntity ? isTelling(shared.name) : isThing(shared, told)))
    .sort((a, b) => reach(b) - reach(a));
}

/** What else comes back in two of the memories of `matter` and more, two things at most. */
export function companyOf(matter: Shared, matters: readonly Shared[]): Shared[] {
  const key = entityKey(matter.name);
  const together = ({ seeds }: Shared) => seeds.filter((seed) => matter.seeds.includes(seed)).length;
  return matters
    .filter((other) => other !== matter && entityKey(other.name) !== key && together(other) > 1)
    .sort((a, b) => together(b) - together(a))
    .slice(0, 2);
}

function isTelling(name: string): boolean {
  return !EMPTY.has(name.toLowerCase()) && !isDateName(name);
}

/** A memory's words in order, and the term of each. */
interface Told {
  readonly tokens: readonly string[];
  readonly terms: readonly (string | undefined)[];
}

function readOf(content: string): Told {
  const tokens = tokensOf(content.slice(0, READ_LENGTH));
  return { tokens, terms: tokens.map((token) => termsOf(token)[0]) };
}

/** Whether a word stands for something, and not only for how much of it there is, when, what it is like, or what is done. */
function isThing({ name, seeds }: Shared, told: readonly Told[]): boolean {
  const words = tokensOf(name);
  const [word = ""] = words;
  if (words.length > 1) return !isVerb(word);
  // What is said of a script without spaces would not hold; there all that is shared may be a thing.
  if (!/^[a-z'-]+$/u.test(word)) return true;
  if (!isTelling(word) || isRegularPast(word) || DEGREE.test(word)) return false;
  const [term] = termsOf(word);
  const places = seeds.flatMap((seed) => {
    const { tokens = [], terms = [] } = told[seed] ?? {};
    return tokens.flatMap((_, at) => (terms[at] === term ? [{ tokens, at }] : []));
  });
  // "Flavour" is not what salmon-flavoured food is about.
  if (!places.some(({ tokens, at }) => tokens[at] === word)) return false;
  const asNoun = places.filter(({ tokens, at }) => isNounAt(tokens, at)).length;
  if (isVerb(word)) return asNoun > 1;
  return asNoun > 0 || !places.some(({ tokens, at }) => BEFORE_QUALITY.test(tokens[at - 1] ?? ""));
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
