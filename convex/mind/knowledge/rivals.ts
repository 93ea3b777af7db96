/** Where a text speaks of another than a question asks after: of flat 2a and not of 2b, of the car's insurance and not the home's. */
import { isAuxiliary, isPreposition } from "../language/phraseWords";
import { areSynonyms } from "../language/synonyms";
import { isWeekday, withWholeWeekdays } from "../language/weekdays";
import { areOpposite } from "../statements/opposites";
import { comparedText, isModifier, pairsIn, stemOf, type ComparedText, type Words } from "./comparedText";
import { oppositeDeed, otherParticle } from "./otherDeeds";
import { READ_LENGTH } from "./sought";

/** What may be said of any one thing, so that it tells none from another. */
const ANY = new Set(
  (
    "new next last current latest whole full good best nice great bad worst big large small little old young own same other exact total right long short " +
    "more most actual usual normal only main real correct"
  )
    .split(" ")
    .map(stemOf),
);
const LABEL = /^(?:\p{N}{1,4}\p{L}?|\p{L}\p{N}{1,3}|\p{Lu})$/u;
/** What "yes" or "no" answers is answered by the opposite, too. */
const OPEN = /^\P{L}*(?:and |but |so )?(?:who|whom|whose|what|which|when|where|why|how)\b/iu;

/**
 * Tells of texts what of `question`, in its own words, they name another in the place of: "flat 2b", "blue bike", "Mr Okafor",
 * "switches off". Null where a text speaks of what the question asks after, as far as can be told. Where `deeds`
 * is false what is done, and its opposite, doesn't count.
 */
export function rivalsOf(question: string, { deeds = true } = {}): (text: string) => string | null {
  const asked = comparedText(question);
  const asksForDeed = deeds && OPEN.test(question);
  return (text) => {
    const said = comparedText(text);
    return (
      otherLabel(asked, said) ??
      otherDay(question, text) ??
      otherModifier(asked, said) ??
      otherName(asked, said) ??
      (asksForDeed ? (otherParticle(asked, said) ?? oppositeDeed(asked, said)) : null)
    );
  };
}

/** "Bed 5" beside "bed 4". */
function otherLabel({ words }: ComparedText, said: ComparedText): string | null {
  for (const [noun, label] of pairsIn(words)) {
    if (noun.terms.length === 0 || noun.isNumber || !LABEL.test(label.written)) continue;
    const labels = pairsIn(said.words).flatMap(([other, its, place]) =>
      stemOf(other.plain) === stemOf(noun.plain) && LABEL.test(its.written)
        ? labelsFrom(said.words, place + 1)
        : [],
    );
    if (labels.length > 0 && !labels.includes(label.plain)) return `${noun.written} ${label.written}`;
  }
  return null;
}

/** "Weeks 11 and 12". */
function labelsFrom(words: Words, place: number): string[] {
  const [label, join, next] = words.slice(place, place + 3);
  if (label === undefined) return [];
  const goesOn = join?.plain === "and" && next !== undefined && LABEL.test(next.written);
  return [label.plain, ...(goesOn ? labelsFrom(words, place + 2) : [])];
}

/** Which days are open is told by the first and the last, too. */
const SEVERAL_DAYS =
  /\b(?:daily|every day|all week|weekdays?|weekends?)\b|day ?(?:[-–]|to|till|until|through) ?\p{Lu}\p{L}+day\b/iu;

/** "On Monday" beside "on Sundays". */
function otherDay(question: string, text: string): string | null {
  const [asked, said] = [daysIn(question), daysIn(text)];
  const [first] = asked;
  if (first === undefined || said.length === 0 || SEVERAL_DAYS.test(withWholeWeekdays(text))) return null;
  return asked.some((day) => said.includes(day)) ? null : first;
}

function daysIn(text: string): string[] {
  return (
    withWholeWeekdays(text.slice(0, READ_LENGTH))
      .match(/\p{L}+/gu)
      ?.filter(isWeekday) ?? []
  );
}

/** "The home insurance" beside "the car insurance", "the third floor" beside "the second". */
function otherModifier({ words, stems, about }: ComparedText, said: ComparedText): string | null {
  for (const [modifier, noun, place] of pairsIn(words)) {
    const own = stemOf(modifier.plain);
    // "For Mark come" has no Mark come; Mill Lane is a lane.
    const isName = about.names.has(modifier.plain) && !/^\p{Lu}/u.test(noun.written);
    if (isName || !isModifier(words, place) || said.stems.has(own)) continue;
    const nouns = said.words.filter(({ plain }) => stemOf(plain) === stemOf(noun.plain));
    const others = pairsIn(said.words).flatMap(([its, other, at]) =>
      nouns.includes(other) && isModifier(said.words, at) ? [stemOf(its.plain)] : [],
    );
    const areRivals = (other: string) =>
      !stems.has(other) &&
      !areSynonyms(own, other) &&
      (areOpposite(own, other) || (!ANY.has(own) && !ANY.has(other)));
    // "The dentist is new; the old dentist has left" has the one without more words.
    if (others.length > 0 && others.length === nouns.length && others.every(areRivals))
      return `${modifier.written} ${noun.written}`;
  }
  return null;
}

/** "Mr Okafor" beside "Mr Haddad", "for Mark" beside "for Ruth": each in the same place of its sentence. */
function otherName({ words, about }: ComparedText, said: ComparedText): string | null {
  const named = [...about.names.keys()];
  if (named.length === 0 || said.about.names.size === 0) return null;
  if (named.some((name) => said.stems.has(stemOf(name)) || said.about.capitals.has(name))) return null;
  const places = new Set(namesIn(said).map(([, place]) => place));
  const other = namesIn({ words, about }).find(([, place]) => places.has(place));
  return other?.[0] ?? null;
}

/** The names of a text as they are written, each with its place: a form of address, a preposition, that of an owner or of who does something. */
function namesIn({ words, about }: Pick<ComparedText, "words" | "about">): [string, string][] {
  return words.flatMap((word, i): [string, string][] => {
    const isOwner = /['’]s$/u.test(word.plain);
    if (!about.names.has(word.plain.replace(/['’]s$/u, ""))) return [];
    const before = words[i - 1];
    const written = word.written.replace(/['’]s$/u, "");
    if (before?.isTitle === true) return [[`${before.written} ${written}`, "title"]];
    if (isOwner) return [[written, "owner"]];
    if (isPreposition(before)) return [[written, before?.plain ?? ""]];
    return before === undefined || isAuxiliary(before) ? [[written, "doer"]] : [];
  });
}

/** Whether `text` names `thing`, as `rivalsOf` tells what was asked after. */
export function namesThing(text: string, thing: string): boolean {
  const said = comparedText(withWholeWeekdays(text)).stems;
  return comparedText(thing).words.every(({ plain }) => said.has(stemOf(plain)));
}
