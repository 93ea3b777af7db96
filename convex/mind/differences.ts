/** What one text says and another does not, of the kinds that no similarity of words can see: numbers, negation, opposites, names, roles. */
import { entitiesOf } from "./entities";
import { pastFormsIn } from "./milestones";

import { areOpposite, oppositeStem } from "./opposites";
import { isStopWord } from "./stopWords";
import { numberIn, termsOf, tokensOf } from "./tokens";

/** A kind of difference by which two texts of like wording say different things. */
export type Difference = "numbers" | "negation" | "opposites" | "names" | "order" | "question";

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
  /** Whether it ends by asking. */
  readonly asks: boolean;
}

const NEGATION =
  /^(?:not|no|never|none|nobody|nothing|nowhere|neither|nor|without|cannot|hardly|barely|scarcely|unable)$|n't$/;
/** The same in German, Dutch, French and Spanish, as far as English has no such words. */
const FOREIGN_NEGATION =
  /^(?:nicht|kein(?:e[mnrs]?)?|nie|niemals|niemand|nichts|ohne|niet|geen|nooit|pas|jamais|rien|aucune?|nunca|jamás|nadie|ningun[oa]?|ningún)$/;
/** "Don't" as it is written in haste. */
const HASTY_NEGATION = /^(?:do|does|did|is|are|was|were|ca|could|wo|would|should|has|have|had|must|need)nt$/;
const NEGATIONS = [NEGATION, FOREIGN_NEGATION, HASTY_NEGATION];
/** Who failed to do a thing did not do it. */
const FAILING = /\bfail(?:s|ed|ing)? to\b/giu;

/** The claims of `text`. */
export function claimsOf(text: string): Claims {
  const tokens = tokensOf(text.replace(FAILING, "not")).flatMap(numberAndUnit);
  return {
    tokens,
    terms: termsOf(text),
    numbers: [...tokens.flatMap(numbersIn), ...signsIn(text), ...romanIn(text)].sort(),
    negations: tokens.filter((token) => NEGATIONS.some((pattern) => pattern.test(token))).length,
    names: namesIn(text),
    asks: /[?？]\s*$/u.test(text),
  };
}

/** "3pm" and "3 pm" are the same. */
function numberAndUnit(token: string): string[] {
  const [, number, unit] = /^(\d{1,15}(?:[.,]\d{1,15})*)(\p{L}{1,4})$/u.exec(token) ?? [];
  return number === undefined || unit === undefined || numberIn(token) !== null ? [token] : [number, unit];
}

/** Round numbers in words, beyond those that every text is compared by. */
const ROUND = new Map(
  Object.entries({ thirty: 30, forty: 40, fifty: 50, sixty: 60, seventy: 70, eighty: 80, ninety: 90 }).map(
    ([word, value]) => [word, String(value)],
  ),
);
const SCALE = /^(dozen|hundred|thousand|million|billion|trillion)s?$/;

/** The numbers of a token, each in one spelling; of "a320" the 320. */
function numbersIn(token: string): string[] {
  // "One" is a pronoun more often than a number.
  if (token === "one") return [];
  const whole = numberIn(token) ?? ROUND.get(token) ?? SCALE.exec(token)?.[1];
  if (whole !== undefined) return [whole];
  return (token.match(/\d{1,40}/g) ?? []).map((digits) => String(BigInt(digits)));
}

/** One for each number below zero. */
function signsIn(text: string): string[] {
  return text.match(/(?<![^\s(])[-−](?=\d)/g)?.map(() => "-") ?? [];
}

/** Roman numerals from II on: of one letter, they are letters. */
function romanIn(text: string): string[] {
  return (
    text.match(/(?<![\p{L}\p{N}])(?:X{0,3}(?:IX|IV|VI{1,3}|I{2,3})|X{2,3}I?|XI|XV)(?![\p{L}\p{N}])/gu) ?? []
  );
}

/** Tokens that name something: with a capital that no sentence's start explains, or found to be a name at its start. */
function namesIn(text: string): Set<string> {
  const inside = text.normalize("NFKC").matchAll(/(?<=[\p{L}\p{N},;'’)] )\p{Lu}[\p{L}\p{M}\p{N}-]*/gu);
  const names = new Set<string>();
  for (const [written] of inside) {
    const [name = ""] = tokensOf(written);
    // A capital "A" inside a sentence is no article (plan A), nor "May" a verb.
    if (name !== "" && name !== "i" && (["a", "may"].includes(name) || !isStopWord(name))) names.add(name);
  }
  for (const name of entitiesOf(text).flatMap(tokensOf)) if (!isStopWord(name)) names.add(name);
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
  if (swaps.some(([p, q]) => namesOther(p, known, later) && namesOther(q, later, known))) found.push("names");
  if (swapsRoles(known, later) || changesPlaces(known.tokens, later.tokens)) found.push("order");
  if (known.asks !== later.asks) found.push("question");
  return found;
}

/** Whether a run of words is a name, "Berlin" or "New York", of which the other text has no word. */
function namesOther(run: readonly string[], own: Claims, other: Claims): boolean {
  const words = run.filter((word) => own.names.has(word) || !isStopWord(word));
  return (
    words.length > 0 &&
    words.every((word) => own.names.has(word) && !other.tokens.some((known) => areForms(word, known)))
  );
}

/** Whether two words may be forms of one name: "Rob" and "Robert", "Iran" and "Iranian". */
function areForms(a: string, b: string): boolean {
  return a === b || (Math.min(a.length, b.length) > 1 && (a.startsWith(b) || b.startsWith(a)));
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

/** Between these, two words may change places and say the same. */
const JOINING = new Set(["and", "or", "und", "oder", "et", "ou", "y", "o"]);

/** Whether two words stand in each other's place, and all else is the same: "John owes Mary", "Mary owes John". */
function changesPlaces(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  const places = [...a.keys()].filter((i) => a[i] !== b[i]);
  const [i = 0, j = 0] = places;
  return (
    places.length === 2 &&
    a[i] === b[j] &&
    a[j] === b[i] &&
    // Neighbours are another order of words, not of roles; and a list has no order.
    a.slice(i + 1, j).some((word) => !JOINING.has(word))
  );
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
