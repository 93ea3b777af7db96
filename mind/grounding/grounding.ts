/**
 * Finds names, numbers and quotations in an answer that its material does not contain. It compares tokens in any language and
 * cannot distinguish inventions from general knowledge, so a finding only lowers confidence.
 */
import { unit } from "../unit";
import { foldedText, lettersOf, wordsOf } from "./foldedText";
import { numbersIn } from "./numbers";
import { ungroundedNames } from "./properNames";
import { isQuotedFrom, quotationsIn } from "./quotations";
import { GroundedNumbers, type Moments } from "./groundedNumbers";

export interface Ungrounded {
  /** The caller's name of the part that contains it. */
  readonly where: string;
  readonly kind: "name" | "number" | "quotation";
  /** As written; a quotation without its quotation marks. */
  readonly token: string;
}

/** What the writer was shown. The moments resolve words such as "tomorrow". */
export interface Material extends Moments {
  /** The most important first, since numbers are derived only from the first figures. */
  readonly texts: readonly string[];
  /** Shown as well, but no numbers are derived from them, so that a clock time does not ground others by chance. */
  readonly facts?: readonly string[];
}

/** A name or number may be general knowledge; an invented quotation is worse. */
const CLAIM_COST = 0.1;
const QUOTATION_COST = 0.3;

/** The ungrounded quotations, names and numbers of `parts`, each once per part, in order. Linear in the texts. */
export function ungroundedIn(
  parts: readonly { readonly where: string; readonly text: string }[],
  material: Material,
): Ungrounded[] {
  const texts = material.texts.map(foldedText);
  const facts = (material.facts ?? []).map(foldedText);
  const letters = [...texts, ...facts].map(lettersOf);
  const words = [...new Set([...texts, ...facts].flatMap(wordsOf))];
  const figures = new GroundedNumbers(texts, facts, material);
  // Another script spells names differently.
  const judgesNames = !material.texts.some(isOfAnotherScript);
  const invented = parts.map(({ text }) =>
    quotationsIn(text).filter((quotation) => !isQuotedFrom(quotation, letters)),
  );
  // Names and numbers in an invented quotation are not counted again.
  const rests = parts.map(({ text }, i) =>
    (invented[i] ?? []).reduce((rest, quotation) => rest.replace(quotation, " "), text),
  );
  const names = judgesNames ? ungroundedNames(rests, words, letters) : [];
  return parts.flatMap(({ where }, i) => {
    const numbers = numbersIn(foldedText(rests[i] ?? "")).filter((number) => !figures.has(number));
    const found = (kind: Ungrounded["kind"], tokens: readonly string[]) =>
      [...new Set(tokens)].map((token): Ungrounded => ({ where, kind, token }));
    const written = numbers.map((number) => number.written);
    return [
      ...found("quotation", invented[i] ?? []),
      ...found("name", names[i] ?? []),
      ...found("number", written),
    ];
  });
}

/** `stated` (0 to 1), reduced by a tenth for each ungrounded name or number and by three tenths for each quotation. */
export function groundedConfidence(stated: number, ungrounded: readonly Ungrounded[]): number {
  const distinct = new Map(ungrounded.map((one) => [`${one.kind} ${one.token}`, one.kind]));
  return [...distinct.values()].reduce(
    (confidence, kind) => confidence * (1 - (kind === "quotation" ? QUOTATION_COST : CLAIM_COST)),
    unit(stated),
  );
}

/** Whether most letters of a text are not Latin. */
function isOfAnotherScript(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{sc=Latin}/gu)?.length ?? 0;
  return letters > 8 && latin < letters / 2;
}
