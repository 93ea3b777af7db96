/** Differences by which two similar texts are not duplicates. */
import { areAntonyms } from "../contradictions/areAntonyms";
import { figuresIn } from "../text/figures";
import type { ParsedText } from "../text/parsedText";
import { replacementsBetween } from "../text/replacements";
import { isStopWord } from "../text/stopWords";
import { termOf, termsOf } from "../text/tokens";
import { isDateWord } from "../time/dateWords";

/** A sentence with a greater share of new terms is news, however small a part of a long text it is. */
const MAX_NEW_SHARE = 0.5;

/** The first difference by which two texts are not duplicates; null if there is none. Symmetric. Linear in both texts. */
export function differenceBetween(a: ParsedText, b: ParsedText) {
  if (a.isQuestion !== b.isQuestion) return "question";
  const [figures, others] = [figuresIn(a), figuresIn(b)];
  if (figures.size !== others.size || [...figures].some((figure) => !others.has(figure))) return "number";
  if (a.negations.length % 2 !== b.negations.length % 2) return "negation";
  if (addsSentence(a, b) || addsSentence(b, a)) return "content";
  if (addsDate(a, b) && addsDate(b, a)) return "date";
  if (isReordered([...a.counts.keys()], [...b.counts.keys()])) return "order";
  return replacementDifference(a, b);
}

/** Whether `a` has a sentence of mostly new terms, at least two: an abbreviation's full stop can split off a single word. */
function addsSentence(a: ParsedText, b: ParsedText): boolean {
  // For a single sentence the similarity suffices.
  if (a.sentences.length < 2) return false;
  return a.sentences.some((sentence) => {
    const terms = new Set(termsOf(sentence));
    const added = [...terms].filter((term) => !b.counts.has(term)).length;
    return added > 1 && added > MAX_NEW_SHARE * terms.size;
  });
}

/** Whether `a` names a day or month that `b` doesn't. */
function addsDate(a: ParsedText, b: ParsedText): boolean {
  const others = new Set(b.tokens);
  return a.tokens.some((token) => isDateWord(token) && !others.has(token));
}

/**
 * Whether two texts have the same terms (each given once) in orders that differ by more than one moved part. "Until Monday it
 * is closed" and "it is closed until Monday" do not; "Anna paid Ben" and "Ben paid Anna" do. So do two swapped terms, as in
 * "from Rome to Oslo".
 */
function isReordered(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  let [start, end] = [0, a.length];
  while (start < end && a[start] === b[start]) start += 1;
  while (end > start && a[end - 1] === b[end - 1]) end -= 1;
  const [moved, others] = [a.slice(start, end), b.slice(start, end)];
  const shared = new Set(others);
  if (!moved.every((term) => shared.has(term))) return false;
  const at = others.indexOf(moved[0] ?? "");
  return moved.length === 2 || !moved.every((term, i) => term === others[(at + i) % others.length]);
}

/** Longer replacements are a different wording, and comparing all their terms takes time. */
const MAX_REPLACED_TERMS = 4;

/** Whether a name replaces another name, or a word its antonym. */
function replacementDifference(a: ParsedText, b: ParsedText) {
  const [namesA, namesB] = [capitalisedTerms(a), capitalisedTerms(b)];
  for (const { before, after } of replacementsBetween(a.tokens.map(termOf), b.tokens.map(termOf))) {
    if (Math.max(before.length, after.length) > MAX_REPLACED_TERMS) continue;
    if (before.some((term) => namesA.has(term)) && after.some((term) => namesB.has(term))) return "name";
    if (before.some((term) => after.some((other) => areAntonyms(term, other)))) return "antonym";
  }
  return null;
}

const CAPITALISED = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{M}\p{N}]*/gu;

/** The terms of capitalised words. The first word of a sentence counts too, since it may be a name. */
function capitalisedTerms({ text }: ParsedText): Set<string> {
  const words = (text.match(CAPITALISED) ?? []).map((word) => word.toLowerCase());
  return new Set(words.filter((word) => !isStopWord(word)).map(termOf));
}
