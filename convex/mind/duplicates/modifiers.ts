/** What a word in front of a thing belongs to: "the man in the straw hat" has no straw in what he smokes. */
import { senseOf } from "../language/senses";
import { isStopWord } from "../../../mind/text/stopWords";
import { numberIn } from "../language/tokens";

/** After these, and after numbers, a thing is named: up to the next function word it is the thing and what describes it. */
const BEFORE_THINGS = new Set(
  (
    "a an the this that these those my your his her its our their some several many few no every each " +
    "of in on at with by from into near over under"
  ).split(" "),
);
/** Longer texts tell of a thing in more than one place, each time by other words. */
const MOST_WORDS = 12;

/**
 * Whether a word describes one thing in a text and another in the other, though both name both: "the dim people in the
 * room", "the people in the dim room". Of short texts only. Symmetric.
 */
export function describeOther(a: readonly string[], b: readonly string[]): boolean {
  const [ofA, ofB] = [thingsIn(a), thingsIn(b)];
  const [namedA, namedB] = [new Set(ofA.flat()), new Set(ofB.flat())];
  return ofA.some((thing) =>
    thing.some((word, i) => {
      const other = ofB.find((named) => named.includes(word));
      if (other === undefined) return false;
      const [own, others] = [thing.slice(i + 1), other.slice(other.indexOf(word) + 1)];
      const [described, otherwise] = [own[0], others[0]];
      if (described === undefined || otherwise === undefined) return false;
      return namedB.has(described) && namedA.has(otherwise) && !own.some((noun) => others.includes(noun));
    }),
  );
}

/** The things that `tokens` name, each as the stems of its words, of which none stands in them twice. */
function thingsIn(tokens: readonly string[]): string[][] {
  const content = tokens.filter((token) => !isStopWord(token));
  if (content.length > MOST_WORDS) return [];
  const things: string[][] = [];
  let thing: string[] | null = null;
  for (const token of tokens) {
    const isNumber = numberIn(token) !== null;
    // What somebody is doing follows them, as a verb does.
    if (isNumber || isStopWord(token) || token.endsWith("ing")) {
      thing = isNumber || BEFORE_THINGS.has(token) ? [] : null;
      if (thing !== null) things.push(thing);
    } else thing?.push(senseOf(token));
  }
  const all = content.map(senseOf);
  return things.map((words) => words.filter((word) => all.indexOf(word) === all.lastIndexOf(word)));
}
