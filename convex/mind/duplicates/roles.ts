/** Who does what to whom: whether two texts of the same words have it the other way round. */
import { areEqual } from "../../../mind/lists/equalLists";
import { alignment, commonEnds } from "../language/alignment";
import { MOVABLE } from "../language/movable";
import { isStopWord } from "../../../mind/text/stopWords";
import { termsOf } from "../language/tokens";
import { isPassive, isPast, leavesOpenWho } from "../language/voices";
import { dependencesOf } from "./dependences";
import { inOrderOf } from "./rearranged";

/** What roles are told by. */
export interface RoleWords {
  /** Words and numbers in order, lower case. */
  readonly tokens: readonly string[];
  /** Content terms in order. */
  readonly terms: readonly string[];
}

/**
 * Whether one text has the roles of the other turned round, by what depends on what, by order, by the case of pronouns, or by
 * possession. Symmetric.
 */
export function rolesDiffer(a: RoleWords, b: RoleWords): boolean {
  const dependence = dependencesOf(a.tokens, b.tokens);
  return (
    dependence === "swapped" ||
    (dependence === null && isOtherOrder(a, b)) ||
    casesSwap(casesIn(a.tokens), casesIn(b.tokens)) ||
    possessorsSwap(a.tokens, b.tokens)
  );
}

function isOtherOrder(a: RoleWords, b: RoleWords): boolean {
  if (!ordersDiffer(a, b)) return false;
  const [p, q] = [inOrderOf(a.tokens, b.tokens), inOrderOf(b.tokens, a.tokens)];
  if (p === a.tokens && q === b.tokens) return true;
  return ordersDiffer(inOrder(p), inOrder(q));
}

function inOrder(tokens: readonly string[]): RoleWords {
  return { tokens, terms: termsOf(tokens.join(" ")) };
}

function ordersDiffer(a: RoleWords, b: RoleWords): boolean {
  const swap = swapBetween(a.tokens.filter(isNoArticle), b.tokens.filter(isNoArticle));
  return swap === "roles" || (swap === null && swapsRoles(a, b));
}

/** "User prefers tea" is of the user. */
const isNoArticle = (token: string): boolean => !/^(?:the|an?)$/.test(token);

/** About these, two words may change places and say the same. */
const JOINING = new Set(["and", "or", "but", "while", "whereas", "und", "oder", "et", "ou", "y", "o"]);
/** A longer run that moved is a clause, not one who does something. */
const LONGEST_RUN = 4;

/**
 * What it is when two runs of words stand in each other's place, and all else is the same: of roles ("John owes Mary", "Mary
 * owes John"), or of a list, which has no order. Neighbours are another order of words, not of roles.
 */
function swapBetween(a: readonly string[], b: readonly string[]): "roles" | "list" | null {
  if (a.length !== b.length) return null;
  const { start, end } = commonEnds(a, b);
  const [p, q] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (MOVABLE.has(p[0] ?? "") || MOVABLE.has(q[0] ?? "")) return null;
  for (let first = 1; first <= LONGEST_RUN; first++) {
    if (!areEqual(p.slice(0, first), q.slice(-first))) continue;
    for (let last = 1; last <= LONGEST_RUN && first + last < p.length; last++) {
      const between = p.slice(first, -last);
      if (!areEqual(p.slice(-last), q.slice(0, last)) || !areEqual(between, q.slice(last, -first))) continue;
      // "On Monday A and on Friday B": what both runs begin or end with belongs to them.
      const begin = commonEnds(between, a.slice(a.length - end)).start;
      const close = commonEnds(between, a.slice(0, start)).end;
      const own = between.slice(begin, Math.max(begin, between.length - close));
      if (own.length > 0) return own.some((word) => !JOINING.has(word)) ? "roles" : "list";
    }
  }
  return null;
}

/** Share of their common terms that two texts must have in one order. A clause that moved as a whole keeps more than half of it. */
const SAME_ORDER = 0.7;
/** With more common terms than this between common ends a moved clause is likelier than swapped roles. */
const MOST_ROLES = 8;

/**
 * Whether short texts of the same terms (but one at most) have who does what to whom the other way round: "the dog bit the
 * man", "the man bit the dog". Where just one is in the passive voice, it is the same order that swaps the roles.
 */
function swapsRoles(a: RoleWords, b: RoleWords): boolean {
  const [inA, inB] = [new Set(a.terms), new Set(b.terms)];
  const [p, q] = [a.terms.filter((term) => inB.has(term)), b.terms.filter((term) => inA.has(term))];
  const common = Math.min(p.length, q.length);
  const apart = a.terms.length - p.length + (b.terms.length - q.length);
  const { start, end } = commonEnds(p, q);
  if (common < 2 || common - start - end > MOST_ROLES || apart > (common > MOST_ROLES ? 0 : 1)) return false;
  const reordered = isReordered(p, q);
  if (isPassive(a.tokens) !== isPassive(b.tokens)) return common <= MOST_ROLES && !reordered;
  return (
    reordered && !isMoved(p, q) && !leavesOpenWho(a.tokens, b.tokens) && !leavesOpenWho(b.tokens, a.tokens)
  );
}

/** Whether the order is another: of all, or of what is between a common beginning and a common end. */
function isReordered(p: readonly string[], q: readonly string[]): boolean {
  const common = Math.min(p.length, q.length);
  const kept = alignment(p, q).filter((step) => step.kind === "both").length;
  const { start, end } = commonEnds(p, q);
  const inner = common - start - end;
  return kept / common < SAME_ORDER || (inner > 2 && (kept - start - end) / inner < SAME_ORDER);
}

/** Whether two parts of three words or more change places with nothing between them: a clause that moved. */
function isMoved(p: readonly string[], q: readonly string[]): boolean {
  const { start, end } = commonEnds(p, q);
  const inner = p.slice(start, p.length - end);
  return (p.length <= MOST_ROLES && isRotation(p, q)) || isRotation(inner, q.slice(start, q.length - end));
}

function isRotation(p: readonly string[], q: readonly string[]): boolean {
  return p.length > 2 && p.some((_, i) => areEqual([...p.slice(i), ...p.slice(0, i)], q));
}

/** Pronouns whose form tells who does something and to whom it is done. */
const SUBJECTS = new Map([
  ["i", "i"],
  ["he", "he"],
  ["she", "she"],
  ["we", "we"],
  ["they", "they"],
]);
const OBJECTS = new Map([
  ["me", "i"],
  ["him", "he"],
  ["her", "she"],
  ["us", "we"],
  ["them", "they"],
]);

/** How often a pronoun's person does something, and how often something is done to them. */
interface Cases {
  does: number;
  undergoes: number;
}

function casesIn(tokens: readonly string[]): Map<string, Cases> {
  const cases = new Map<string, Cases>();
  const words = tokens.map((token) => token.replace(/(?<=.)'.*$/, ""));
  words.forEach((word, i) => {
    const [subject, object] = [SUBJECTS.get(word), OBJECTS.get(word)];
    const person = subject ?? object;
    if (person === undefined || isUnclear(words, i)) return;
    const of = cases.get(person) ?? { does: 0, undergoes: 0 };
    const turned =
      subject === undefined ? words[i - 1] === "by" && isPast(words[i - 2]) : isPatient(words, i);
    if ((subject !== undefined) !== turned) of.does += 1;
    else of.undergoes += 1;
    cases.set(person, of);
  });
  return cases;
}

/** "Me and Sam", "taller than me" may stand for I; "her" before a noun is whose, not whom. */
function isUnclear(words: readonly string[], i: number): boolean {
  const [before = "", after = ""] = [words[i - 1], words[i + 1]];
  if ([before, after].some((word) => JOINING.has(word)) || ["than", "as"].includes(before)) return true;
  return words[i] === "her" && after !== "" && !isStopWord(after) && !/^\d/.test(after);
}

/** Words between a passive's subject and its participle: "I have often been paid by". */
const MOST_AUXILIARIES = 4;

/** Whether the pronoun at `i` is the subject of a passive that names who does it. */
function isPatient(words: readonly string[], i: number): boolean {
  for (let k = i + 2; k <= i + MOST_AUXILIARIES + 1 && isStopWord(words[k - 1] ?? ""); k++)
    if (words[k + 1] === "by" && isPast(words[k])) return true;
  return false;
}

/** Whether somebody does in one text what is done to them in the other. */
function casesSwap(a: ReadonlyMap<string, Cases>, b: ReadonlyMap<string, Cases>): boolean {
  return [...a].some(([person, of]) => {
    const other = b.get(person) ?? { does: 0, undergoes: 0 };
    return (of.does - other.does) * (of.undergoes - other.undergoes) < 0;
  });
}

/** Whether what one has is another's in the other text: "Sam's mother likes Anna", "Sam likes Anna's mother". */
function possessorsSwap(a: readonly string[], b: readonly string[]): boolean {
  const moves = (from: readonly string[], to: readonly string[]) => {
    const [own, other] = [new Set(from), new Set(to)];
    return [...own].some((token) => {
      const owner = /^(.+)'s$/u.exec(token)?.[1];
      return owner !== undefined && !own.has(owner) && other.has(owner) && !other.has(token);
    });
  };
  return moves(a, b) && moves(b, a);
}
