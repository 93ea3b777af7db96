/** What one text says and another does not, of the kinds that no similarity of words can see: numbers, negation, opposites, names, roles. */
import { pastFormsIn } from "./milestones";
import { areOpposite, oppositeStem } from "./opposites";
import { isStopWord } from "./stopWords";
import { numberIn, termsOf, tokensOf } from "./tokens";

/** A kind of difference by which two texts of like wording say different things. */
export type Difference = "numbers" | "negation" | "opposites" | "names" | "order";

/** What is compared; building one is linear in the text. */
export interface Claims {
  /** Words and numbers in order, lower case. */
  readonly tokens: readonly string[];
  /** Content terms in order. */
  readonly terms: readonly string[];
  /** Numbers, dates and times, sorted. */
  readonly numbers: readonly string[];
  /** How many words deny something. */
  readonly negations: number;
  /** The tokens that are written with a capital inside a sentence. */
  readonly names: ReadonlySet<string>;
}

const NEGATION =
  /^(?:not|no|never|none|nobody|nothing|nowhere|neither|nor|without|cannot|hardly|barely|unable)$|n't$/;

/** The claims of `text`. */
export function claimsOf(text: string): Claims {
  const tokens = tokensOf(text);
  return {
    tokens,
    terms: termsOf(text),
    // "One" is a pronoun more often than a number.
    numbers: tokens.flatMap((token) => (token === "one" ? [] : (numberIn(token) ?? []))).sort(),
    negations: tokens.filter((token) => NEGATION.test(token)).length,
    names: namesIn(text),
  };
}

/** Tokens with a capital that no sentence's start explains. */
function namesIn(text: string): Set<string> {
  const names = new Set<string>();
  for (const match of text.normalize("NFKC").matchAll(/(?<=[\p{L}\p{N},;'’)] )\p{Lu}[\p{L}\p{M}\p{N}-]*/gu)) {
    const [name = ""] = tokensOf(match[0]);
    if (name !== "" && name !== "i" && !isStopWord(name)) names.add(name);
  }
  return names;
}

/**
 * The differences between a text that is known and a later one that was found alike. Numbers that only the known one has
 * are no difference, for nothing would be lost with the later text; all else is the same both ways.
 */
export function differencesOf(known: Claims, later: Claims): Difference[] {
  const found: Difference[] = [];
  if (later.numbers.length > 0 && known.numbers.join(" ") !== later.numbers.join(" ")) found.push("numbers");
  if (known.negations !== later.negations) found.push("negation");
  const swaps = replacementsOf(known.tokens, later.tokens);
  const unlike = (p: readonly string[], q: readonly string[]) =>
    p.some((x) => q.some((y) => areOpposite(oppositeStem(x), oppositeStem(y))));
  if (swaps.some(([p, q]) => unlike(p, q))) found.push("opposites");
  // One name in another's place, and neither is anywhere else: "to Berlin", "to Munich".
  const strangers = (
    [x, ...more]: readonly string[],
    names: ReadonlySet<string>,
    others: readonly string[],
  ) =>
    x !== undefined &&
    more.length === 0 &&
    names.has(x) &&
    !others.some((y) => x.startsWith(y) || y.startsWith(x));
  if (
    swaps.some(([p, q]) => strangers(p, known.names, later.tokens) && strangers(q, later.names, known.tokens))
  )
    found.push("names");
  if (swapsRoles(known, later)) found.push("order");
  return found;
}

/** The places where one text has something in place of what the other has: short runs between words that both have. */
function replacementsOf(a: readonly string[], b: readonly string[]): [string[], string[]][] {
  const replaced: [string[], string[]][] = [];
  let [p, q]: [string[], string[]] = [[], []];
  const flush = () => {
    if (p.length > 0 && q.length > 0 && p.length <= LONGEST_SWAP && q.length <= LONGEST_SWAP)
      replaced.push([p, q]);
    [p, q] = [[], []];
  };
  for (const step of alignment(a, b)) {
    if (step.kind === "both") flush();
    else if (step.kind === "a") p.push(step.word);
    else q.push(step.word);
  }
  flush();
  return replaced;
}
/** A longer run is another way of saying, not one word in another's place. */
const LONGEST_SWAP = 4;

type Step = { kind: "both" | "a" | "b"; word: string };

/** Sequences are aligned for so many words after their common beginning, which bounds the cost; near-equal texts differ in less. */
const MOST_ALIGNED = 400;

/** A shortest way from one sequence to the other, by their longest common subsequence, after what both begin and end with. */
function alignment(a: readonly string[], b: readonly string[]): Step[] {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const both = (words: readonly string[]) => words.map((word): Step => ({ kind: "both", word }));
  const inner = (words: readonly string[]) => words.slice(start, words.length - end).slice(0, MOST_ALIGNED);
  return [...both(a.slice(0, start)), ...aligned(inner(a), inner(b)), ...both(a.slice(a.length - end))];
}

function aligned(a: readonly string[], b: readonly string[]): Step[] {
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        a[i] === b[j]
          ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
    }
  }
  const steps: Step[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [x, y] = [a[i], b[j]];
    if (x !== undefined && x === y) {
      steps.push({ kind: "both", word: x });
      i += 1;
      j += 1;
    } else if (
      x !== undefined &&
      (y === undefined || (lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0))
    ) {
      steps.push({ kind: "a", word: x });
      i += 1;
    } else if (y !== undefined) {
      steps.push({ kind: "b", word: y });
      j += 1;
    }
  }
  return steps;
}

/** Share of their common terms that two texts must have in one order. A clause that moved as a whole keeps more than half of it. */
const SAME_ORDER = 0.7;
/** In texts with more common terms than this a moved clause is likelier than swapped roles. */
const MOST_ROLES = 8;

/**
 * Whether short texts of the same terms (but one at most) have who does what to whom the other way round: "the dog bit the
 * man", "the man bit the dog". Where just one is in the passive voice, it is the same order that swaps the roles.
 */
function swapsRoles(a: Claims, b: Claims): boolean {
  const [inA, inB] = [new Set(a.terms), new Set(b.terms)];
  const [p, q] = [a.terms.filter((term) => inB.has(term)), b.terms.filter((term) => inA.has(term))];
  const common = Math.min(p.length, q.length);
  const apart = a.terms.length - p.length + (b.terms.length - q.length);
  if (common < 2 || common > MOST_ROLES || apart > 1) return false;
  const kept = alignment(p, q).filter((step) => step.kind === "both").length;
  const reordered = kept / common < SAME_ORDER;
  return reordered !== (isPassive(a.tokens) !== isPassive(b.tokens));
}

/** Whether something is done by somebody: a past form before "by". */
function isPassive(tokens: readonly string[]): boolean {
  return tokens.some((token, i) => token === "by" && pastFormsIn(tokens.slice(Math.max(0, i - 1), i)) > 0);
}
