/** Where another form of the same word says another thing: one thing or several of what somebody has, being so or coming to be so. */
import { alignment, replacementsOf, type Step } from "./alignment";
import { regularForm } from "./irregularForms";
import { stemOf } from "./stem";
import { isStopWord } from "./stopWords";

/** What is told apart by number after these is somebody's own; after an article it may be the kind, or one event in several parts. */
const POSSESSIVES = new Set("my your his her its our their".split(" "));
const BE = new Set("is are was were".split(" "));
const PARTICIPLE = /[a-z]{2}(?:ed|n|t|d)$/;

/** Whether somebody has one of what they have several of in the other text: "his car", "his cars". Symmetric. */
export function ownOtherNumber(a: readonly string[], b: readonly string[]): boolean {
  const steps = alignment(a, b);
  return steps.some((one, i) => {
    const [before, other, after] = [steps[i - 1], steps[i + 1], steps[i + 2]];
    if (other === undefined || one.kind === "both" || other.kind === "both" || one.kind === other.kind)
      return false;
    if (before?.kind !== "both" || !POSSESSIVES.has(before.word) || !endsNoun(after)) return false;
    return isPluralOf(one.word, other.word) || isPluralOf(other.word, one.word);
  });
}

/** Whether the noun before it is whole: "their products" is no part of "their products page". */
function endsNoun(after: Step | undefined): boolean {
  return after === undefined || (after.kind === "both" && isStopWord(after.word));
}

function isPluralOf(plural: string, singular: string): boolean {
  if (plural === singular) return false;
  return (
    regularForm(plural) === singular ||
    plural === `${singular}s` ||
    plural === `${singular}es` ||
    plural === `${singular.replace(/y$/, "i")}es`
  );
}

/**
 * Whether something is done, or is so, in one text, and does it or comes to be so in the other: "is closed in January",
 * "closes in January"; "is needed", "needs". Symmetric.
 */
export function voicesDiffer(a: readonly string[], b: readonly string[]): boolean {
  return replacementsOf(a, b).some(([p, q]) => isPassiveOf(p, q) || isPassiveOf(q, p));
}

function isPassiveOf(
  [be = "", participle = "", ...more]: readonly string[],
  other: readonly string[],
): boolean {
  const [active = ""] = other;
  if (more.length > 0 || other.length !== 1 || !BE.has(be) || !PARTICIPLE.test(participle)) return false;
  return stemOf(regularForm(participle)) === stemOf(regularForm(active));
}
