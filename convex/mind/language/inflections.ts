/** Where another form of the same noun says another thing: one or several of what somebody has. */
import { alignment, type Step } from "./alignment";
import { regularForm } from "./irregularForms";
import { isStopWord } from "../../../mind/text/stopWords";

/** What is told apart by number after these is somebody's own; after an article it may be the kind, or one event in several parts. */
const POSSESSIVES = new Set("my your his her its our their".split(" "));

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
