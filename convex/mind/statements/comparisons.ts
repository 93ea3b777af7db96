/** Comparisons of two: "Kai is taller than Ben". */
import { contentOf, type Statement } from "./statements";

interface Comparison {
  /** Who is more so, in stems; a person's pronoun as "i", "we" or "you". */
  readonly more: string;
  readonly less: string;
  /** In what, and by what verb. */
  readonly measure: string;
}

/** Which of a pronoun's forms are one. */
const PERSONS = new Map([
  ["i", "i"],
  ["me", "i"],
  ["we", "we"],
  ["us", "we"],
  ["you", "you"],
]);
/** Words of degree: who is much taller is taller. */
const DEGREE = /^(?:much|far|slightly|a|bit|lot|little|way|even|still|somewhat)$/;

/** Whether each says of the one what the other says of the other: both cannot be taller. */
export function areReversed(a: Statement, b: Statement): boolean {
  const [one, other] = [comparisonIn(a), comparisonIn(b)];
  if (one === null || other === null) return false;
  return one.measure === other.measure && one.more === other.less && one.less === other.more;
}

/** What is liked better than another: "prefers tea to coffee", "likes trains over planes", "likes tea better than coffee". */
const PREFERRED =
  /^(?<who>.+?) (?:prefers? (?<a>.+?) (?:to|over|rather than|instead of)|likes? (?<b>.+?) (?:over|(?:better|more) than)) (?<less>.+)$/;

function preferenceIn({ words, negations, isPartial }: Statement): Comparison | null {
  const { who, a, b, less } = PREFERRED.exec(words.join(" "))?.groups ?? {};
  const more = a ?? b;
  if (negations > 0 || isPartial || who === undefined || more === undefined || less === undefined)
    return null;
  return { more, less, measure: `${who} prefers` };
}

/** What a plain statement without numbers compares; null where it compares nothing. */
function comparisonIn(statement: Statement): Comparison | null {
  const preference = preferenceIn(statement);
  if (preference !== null) return preference;
  const { words, verbAt, numbers, negations, tense } = statement;
  const than = words.indexOf("than");
  if (than <= verbAt || negations > 0 || numbers.length > 0) return null;
  const more = partyOf(words.slice(0, verbAt));
  const less = partyOf(words.slice(than + 1));
  if (more === null || less === null) return null;
  const [verb = "", ...measure] = words.slice(verbAt, than).filter((word) => !DEGREE.test(word));
  const isBe = /^(?:is|are|am)$/.test(verb);
  return measure.length === 0
    ? null
    : { more, less, measure: [isBe ? "is" : verb, ...measure, tense].join(" ") };
}

function partyOf(words: readonly string[]): string | null {
  const [word = ""] = words;
  const stems = contentOf(words).stems;
  if (stems.length > 0) return words.length > stems.length + 1 ? null : stems.join(" ");
  return words.length === 1 ? (PERSONS.get(word) ?? null) : null;
}
