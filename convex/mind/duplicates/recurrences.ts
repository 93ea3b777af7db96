/** How often something is done, and which of two times "next" and "last" mean: small words that make another statement. */

const UNIT =
  "hours?|days?|nights?|mornings?|afternoons?|evenings?|weeks?|weekends?|months?|quarters?|years?|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|minutes?|summers?|winters?|time";
const COUNTS = new Map([
  ["once", 1],
  ["twice", 2],
  ["thrice", 3],
  ["two", 2],
  ["three", 3],
  ["four", 4],
  ["five", 5],
  ["six", 6],
]);
const ORDINALS = new Map([
  ["other", 2],
  ["second", 2],
  ["2nd", 2],
  ["third", 3],
  ["3rd", 3],
  ["fourth", 4],
  ["4th", 4],
  ["fifth", 5],
  ["5th", 5],
]);
const COUNT = [...COUNTS.keys(), "\\d{1,3}"].join("|");
const RATE = new RegExp(
  `(?<= )(?:(?<count>once|twice|thrice|(?:${COUNT}) times) (?:an?|per|each|every|in an?|in the) |(?:every|each) (?:(?<apart>${[...ORDINALS.keys(), COUNT].join("|")}) )?)(?<unit>${UNIT})(?= )`,
  "g",
);
const WHICH = new RegExp(`(?<= )(last|this|next|previous|coming|following) (${UNIT})(?:'s)?(?= )`, "g");
const SAME_WHICH = new Map([
  ["previous", "last"],
  ["coming", "next"],
  ["following", "next"],
]);

interface Recurrences {
  /** Times in so many units, "2/1 day"; "every" other than by itself, once in a unit being what "every" says. */
  readonly rates: ReadonlySet<string>;
  /** "next week". */
  readonly which: ReadonlySet<string>;
}

/** Those in lower-case words. Linear. */
function recurrencesIn(tokens: readonly string[]): Recurrences {
  const text = ` ${tokens.join(" ")} `;
  const rates = [...text.matchAll(RATE)].map(({ groups = {} }) => {
    const times = numberOf((groups["count"] ?? "once").replace(/ times$/, ""), COUNTS);
    const apart =
      groups["apart"] === undefined ? 1 : numberOf(groups["apart"], new Map([...COUNTS, ...ORDINALS]));
    return `${times}/${apart} ${unitOf(groups["unit"])}`;
  });
  const which = [...text.matchAll(WHICH)].map(
    ([, word = "", unit]) => `${SAME_WHICH.get(word) ?? word} ${unitOf(unit)}`,
  );
  return { rates: new Set(rates), which: new Set(which) };
}

function numberOf(word: string, values: ReadonlyMap<string, number>): number {
  return values.get(word) ?? Number(word);
}

function unitOf(written = ""): string {
  return written.replace(/s$/, "");
}

/** Whether both tell how often, or both at which of several times, and each otherwise. Symmetric. */
export function recurOtherwise(a: readonly string[], b: readonly string[]): boolean {
  const [inA, inB] = [recurrencesIn(a), recurrencesIn(b)];
  return areOther(inA.rates, inB.rates) || areOther(inA.which, inB.which);
}

/** Whether each has one that the other lacks. */
function areOther(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return [...a].some((one) => !b.has(one)) && [...b].some((one) => !a.has(one));
}

const AGAIN = /(?<= )(?:again|once more|another time|yet again|a second time|for the second time|anew)(?= )/;

/** Whether one tells that it has happened before: that is another time than the one the other tells of. Symmetric. */
export function onlyOneAgain(a: readonly string[], b: readonly string[]): boolean {
  return AGAIN.test(` ${a.join(" ")} `) !== AGAIN.test(` ${b.join(" ")} `);
}

/** What limits a statement, and what other such words tell so well that an opposite is found elsewhere. */
const LIMITS: readonly (readonly [limit: RegExp, others: RegExp])[] = [
  [/ (?:rarely|seldom|sometimes|occasionally) /, / (?:never|always|often|usually|frequently|not|[a-z]+n't) /],
  [/ most (?=[a-z]{3,}s )/, / (?:few|some|many|all|no|none|every|each|several|both) /],
];

/** Whether one says of some times or things what the other says of all. Symmetric. */
export function limitsOtherwise(a: readonly string[], b: readonly string[]): boolean {
  const [inA, inB] = [` ${a.join(" ")} `, ` ${b.join(" ")} `];
  return LIMITS.some(([limit, others]) => {
    const [limited, other] = limit.test(inA) ? [inA, inB] : [inB, inA];
    return limit.test(limited) && !limit.test(other) && !others.test(other);
  });
}
