/**
 * What somebody has, and has none of: who has no pets has no old dog from Spain that sleeps in the kitchen either, whatever
 * else is told of it. Of things that one has for long, chosen by hand: no time, no idea and no plans are of the moment.
 */
import { areEqual } from "../../../mind/lists/equalLists";
import { isStopWord } from "../../../mind/text/stopWords";
import { tableStems } from "../language/tableWords";
import { asKinds, OWNED_KINDS } from "./kinds";
import { sameSubject } from "./sameMatter";
import { contentOf, type Statement } from "./statements";

const LASTING = new Set([
  ...OWNED_KINDS,
  ...tableStems(
    "car bike bicycle motorbike scooter boat caravan garden balcony house piano television tv dishwasher freezer husband wife girlfriend boyfriend partner grandchild grandson granddaughter niece nephew cousin laptop tattoo",
  ),
]);
const HAVING = /^(?:(?:do|does) )?(?:have|has|own|owns) /;
const NONE_OF = /^(?:(?:any|a|an) )?([\p{L}-]+)$/u;
const DETERMINER = /^(?:a|an|one|several|some|my|our)$/;
/** Behind the words for a thing these tell more of it; "to look after" and "for the weekend" take it back. */
const GOES_ON = /^(?:that|who|which|whose|and|but|in|at|from|with)$/;
/** "A son in law", "a house in mind". */
const NOT_IN_PLACE = /^(?:law|mind|view|sight)$/;
/** What is such a thing by its name alone, is not one's own, or is no more. */
const NOT_HAD =
  /^(?:toy|stuffed|plush|model|imaginary|virtual|company|rental|hire|hired|rented|borrowed|foster|hot|former|late|dead|gone|sold|lost|stolen)$/;
/** Words for a thing, at most, with those that describe it. */
const MOST_WORDS = 5;

/** Whether one denies to have what the other tells of having, both of the present. */
export function deniesHaving(a: Statement, b: Statement): boolean {
  return isDeniedBy(a, b) || isDeniedBy(b, a);
}

function isDeniedBy(said: Statement, denial: Statement): boolean {
  const none = noneIn(denial);
  if (none === null || said.negations > 0 || said.isPartial || said.tense !== "present") return false;
  const had = sameSubject(said, denial) ? hadIn(said) : isOfSpeaker(said, denial) ? ownIn(said) : null;
  return had !== null && asKinds([had], [none])[0] === none;
}

/** What it says that there is none of. */
function noneIn({ words, verbAt, negations, tense, clauses, isPartial }: Statement): string | null {
  if (negations !== 1 || tense !== "present" || isPartial) return null;
  if (clauses.some(({ kind }) => kind !== "reason")) return null;
  const verbAndMore = words.slice(verbAt).join(" ");
  if (!HAVING.test(verbAndMore)) return null;
  return lasting(NONE_OF.exec(verbAndMore.replace(HAVING, ""))?.[1] ?? "");
}

/** What it says that somebody has. */
function hadIn({ words, verbAt, named }: Statement): string | null {
  const verbAndMore = words.slice(verbAt).join(" ");
  return HAVING.test(verbAndMore) ? thingIn(verbAndMore.replace(HAVING, "").split(" "), named) : null;
}

/** Whether what one says is of a thing of the speaker, who says the other: "my dog", "I". */
function isOfSpeaker({ words: [first = ""], spokenBy }: Statement, denial: Statement): boolean {
  const owner = { my: "i", our: "we" }[first];
  return owner !== undefined && owner === denial.pronoun && areEqual(spokenBy, denial.spokenBy);
}

/** "My dog sleeps in the kitchen": whatever it does, there is one. */
function ownIn({ words, verbAt, named }: Statement): string | null {
  if (words.slice(verbAt).some((word) => NOT_HAD.test(word))) return null;
  return thingIn(words.slice(0, verbAt), named);
}

/** The thing that words begin with, its determiner and what describes it before it. */
function thingIn(words: readonly string[], named: ReadonlySet<string>): string | null {
  for (const [i, word] of words.slice(0, MOST_WORDS).entries()) {
    if (DETERMINER.test(word)) continue;
    if (isStopWord(word) || NOT_HAD.test(word)) return null;
    const thing = lasting(word);
    if (thing !== null) return isThingItself(words.slice(i + 1), named) ? thing : null;
  }
  return null;
}

/** Whether it isn't part of another word: "a dog sitter". */
function isThingItself([next, further = ""]: readonly string[], named: ReadonlySet<string>): boolean {
  if (next === undefined || /^(?:called|named)$/.test(next)) return true;
  if (GOES_ON.test(next)) return !NOT_IN_PLACE.test(further);
  return named.has(contentOf([next]).stems[0] ?? "");
}

function lasting(word: string): string | null {
  const stem = contentOf([word]).stems[0];
  return stem !== undefined && LASTING.has(stem) ? stem : null;
}
