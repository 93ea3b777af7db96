/** Function words that alone make another statement: "looked for the key", "looked at the key"; "before meals", "between meals". */
import { areShort } from "./shortTexts";

/** Prepositions, particles of verbs, and conjunctions. */
const SMALL = new Set(
  (
    "about above across after against ahead along among amid and around as aside at away back because before behind below beneath " +
    "beside between beyond but by despite down during except for forth from if in inside into like near of off on onto or out " +
    "outside over past since than though although through throughout till to together toward towards under underneath unless " +
    "until up upon via when whenever whereas while with within without yet"
  ).split(" "),
);

/** Words of one line may stand for one another in some sentence; the rest of it doesn't tell whether in this. */
const ALIKE = [
  "in into inside within at on during",
  "on onto upon",
  "to into onto toward towards",
  "for to of",
  "for at",
  "to with",
  "of in",
  "of off from",
  "of by from with",
  "about of on over around",
  "about at over with",
  "with in",
  "with at",
  "with on",
  "with and",
  "at by near beside",
  "before by",
  "during over through throughout",
  "above over",
  "under below beneath underneath",
  "across over through throughout around along in on",
  "down along across through on",
  "via by through",
  "among amid between",
  "off away",
  "until till to through",
  "before until till",
  "because since as for",
  "as like",
  "as when whenever while if",
  "and but yet while whereas though although",
  "but except",
  "than then",
].map((words) => new Set(words.split(" ")));

const isNoArticle = (token: string): boolean => !/^(?:the|an?)$/.test(token);
const NEAR_AND_FAR = new Set(["here", "there"]);

/** Whether one of two short texts (lower-case words) has another small word in the place of one, and all else is the same. Symmetric. */
export function particlesDiffer(a: readonly string[], b: readonly string[]): boolean {
  const [p, q] = [a.filter(isNoArticle), b.filter(isNoArticle)];
  if (p.length !== q.length || !areShort(p)) return false;
  const changed = p.flatMap((word, i): [string, string][] => (word === q[i] ? [] : [[word, q[i] ?? ""]]));
  const [[one, other] = ["", ""], ...more] = changed;
  return more.length === 0 && areOther(one, other);
}

function areOther(one: string, other: string): boolean {
  if (one === other) return false;
  if (NEAR_AND_FAR.has(one) && NEAR_AND_FAR.has(other)) return true;
  return SMALL.has(one) && SMALL.has(other) && !ALIKE.some((words) => words.has(one) && words.has(other));
}
