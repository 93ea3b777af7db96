/** Who does it: whether a verb stands in the passive voice, as far as its words tell. */
import { pastFormsIn } from "./milestones";
import { senseOf } from "./senses";

/** Forms of "be", after which a participle makes the passive voice. */
const BE = new Set(["am", "is", "are", "was", "were", "be", "been", "being"]);
/** Those with which a thing is said to be so. */
const FINITE_BE = new Set(["is", "are", "was", "were"]);
const PARTICIPLE = /[a-z]{2}(?:ed|n|t|d)$/;
/** Participles that look like the present. */
const UNCHANGED = new Set("cut put hit set spread shut read hurt cast split shed bet burst".split(" "));
/** Whoever does it. */
const UNNAMED = new Set(["someone", "somebody", "they"]);
/** Words between a participle and the "by" that goes with it: "poured from the jug into a bowl by". */
const MOST_BETWEEN = 8;

/** Whether something is done by somebody: a participle before "by", or a passive verb with the rest of its clause between. */
export function isPassive(tokens: readonly string[]): boolean {
  return tokens.some((token, i) => {
    if (token !== "by") return false;
    const before = tokens.slice(Math.max(0, i - MOST_BETWEEN - 2), i);
    return isPast(before.at(-1)) || before.some((_, k) => isPassiveVerb(before, k));
  });
}

/** Whether `active` has somebody do what is done in `passive` by nobody in particular: "someone rings the bell", "the bell is rung". */
export function leavesOpenWho(active: readonly string[], passive: readonly string[]): boolean {
  const isVerb = (tokens: readonly string[]) => tokens.some((_, i) => isPassiveVerb(tokens, i));
  return active.some((token) => UNNAMED.has(token)) && !isVerb(active) && isVerb(passive);
}

/**
 * Whether something is done, or is so, in one text, and does it or comes to be so in the other: "is closed in January",
 * "closes in January"; "is needed", "needs". Told from what one has in place of what the other has. Symmetric.
 */
export function voicesDiffer(
  replaced: readonly (readonly [readonly string[], readonly string[]])[],
): boolean {
  return replaced.some(([p, q]) => isPassiveOf(p, q) || isPassiveOf(q, p));
}

function isPassiveOf(
  [be = "", participle = "", ...more]: readonly string[],
  other: readonly string[],
): boolean {
  const [active = ""] = other;
  if (more.length > 0 || other.length !== 1 || !FINITE_BE.has(be) || !PARTICIPLE.test(participle))
    return false;
  return senseOf(participle) === senseOf(active);
}

/** Whether a passive verb begins at `i`: "is often cut". */
function isPassiveVerb(tokens: readonly string[], i: number): boolean {
  if (!BE.has(tokens[i] ?? "")) return false;
  const verb = tokens[i + 1]?.endsWith("ly") === true ? tokens[i + 2] : tokens[i + 1];
  return verb !== undefined && !BE.has(verb) && (isPast(verb) || UNCHANGED.has(verb));
}

/** Whether `token` (a lower-case word) is a form of the past, as regular participles are. */
export function isPast(token: string | undefined): boolean {
  return token !== undefined && pastFormsIn([token]) > 0;
}
