/** Words that a prefix or an ending turns into their opposite: "unlocked", "impossible", "careless"; "display" does not of "play". */
import { irregularBase } from "./irregularForms";
import { senseOf } from "./senses";

/** These turn nearly any word into its opposite: "unlocked", "nonbinding". */
const FREE_PREFIX = /^(?:un|non)-?(?=.{4})/;
/** These begin so and are no opposites: "unless" of "less", "unrest" of "rest". */
const UNREVERSED = new Set(
  "unless unrest unwind unearth untold unleash unnerve unravel unanimous nonsense".split(" ").map(senseOf),
);
/** Others do so with some words only: "display" is no opposite of "play", nor "design" of "sign". */
const REVERSIBLE: { readonly [prefix: string]: string } = {
  de:
    "activate activation centralize centralise classify code compress contaminate couple criminalize frost hydrate hydrated ice list " +
    "magnetize mobilize mobilise motivate motivated mystify populate regulate select stabilize stabilise value",
  dis:
    "able ability advantage agree agreement allow appear appearance approve approval arm armed assemble belief believe comfort connect " +
    "connection content contented continue courteous embark engage entangle favour favor honest honesty honour honor infect inherit " +
    "integrate interested like loyal loyalty mount obey obedient order organized organised orderly passionate pleased prove qualify regard " +
    "respect respectful satisfied satisfaction similar trust unite united used",
  in:
    "ability accessible accurate action active activity adequate admissible advisable animate applicable appropriate attentive audible " +
    "calculable capable coherent compatible competent complete comprehensible conclusive consistent considerate convenient correct curable " +
    "decent decisive definite dependence dependent direct discreet distinct edible effective efficient elastic eligible equality exact " +
    "excusable expensive experienced explicable fertile finite flexible formal frequent gratitude hospitable human humane justice offensive " +
    "operable opportune organic sane secure security sensitive separable significant sincere soluble stability sufficient tangible tolerance " +
    "tolerant valid vincible visible voluntary vulnerable",
  im:
    "balance balanced mature measurable mobile moderate modest moral mortal movable partial patient patience perfect permeable personal " +
    "plausible polite possible practical precise probable proper pure",
  il: "legal legible legitimate literate logical",
  ir: "rational recoverable regular relevant religious reparable replaceable resistible resolute responsible reversible",
  mis: "align aligned behave calculate diagnose inform interpret judge manage match pronounce spell trust understand understood",
};
/** For the stem of each such word the stems of what it reverses, adverbs included: a stem's end depends on what stands before it. */
const REVERSED = new Map<string, Set<string>>();
for (const [prefix, bases] of Object.entries(REVERSIBLE)) {
  for (const base of bases.split(" ")) {
    const forms = [base, base.endsWith("le") ? base.replace(/e$/, "y") : `${base}ly`];
    const stems = forms.map(senseOf);
    for (const form of forms) {
      const reversed = senseOf(`${prefix}${form}`);
      REVERSED.set(reversed, new Set([...(REVERSED.get(reversed) ?? []), ...stems]));
    }
  }
}

/** What lacks a thing: "careless" beside "careful" and "care", whose stem is one. */
const LACKING = /(?<=.{3})less$/;

/** Longer stems of one word may end a letter or two apart: "unnecessary", "necessarily". */
const [SHORTEST_CUT, MOST_CUT] = [5, 2];

/** Whether `a` is `b` with such a prefix or ending; both as `senseOf` gives them. */
export function reverses(a: string, b: string): boolean {
  if (LACKING.test(a) && a.replace(LACKING, "").replace(/e$/, "") === b.replace(/e$/, "")) return true;
  const rest = a.replace(FREE_PREFIX, "");
  if (rest === a || UNREVERSED.has(a)) return REVERSED.get(a)?.has(b) ?? false;
  // "Unpaid" is what has not been paid.
  if (rest === b || irregularBase(rest) === b) return true;
  const [short, long] = rest.length < b.length ? [rest, b] : [b, rest];
  return short.length >= SHORTEST_CUT && long.startsWith(short) && long.length - short.length <= MOST_CUT;
}
