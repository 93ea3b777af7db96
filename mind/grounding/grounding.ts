/**
 * What an answer claims that its material does not hold: names, numbers and quotations. It compares tokens and knows no
 * language. It can't tell a lie from general knowledge, so whatever it finds lowers confidence and no more.
 */
import { unit } from "../unit";
import { foldedText, lettersOf, wordsOf } from "./foldedText";
import { numbersIn } from "./numbers";
import { namesBeyond } from "./properNames";
import { isSaid, quotationsIn } from "./quotations";
import { ShownFigures, type Moments } from "./shownFigures";

export interface Ungrounded {
  /** The part that holds it, by the caller's name for it. */
  readonly where: string;
  readonly kind: "name" | "number" | "quotation";
  /** As written; a quotation without its marks. */
  readonly token: string;
}

/** What the writer was shown; its "tomorrow" is a date, by the moments. */
export interface Material extends Moments {
  /** The most important first: of many figures the first are reckoned with. */
  readonly texts: readonly string[];
  /** Shown as well; but figures are not reckoned with, so that the clock and the like don't ground any number by chance. */
  readonly facts?: readonly string[];
}

/** A slip or what anybody knows; a sentence put into somebody's mouth. */
const CLAIM_COST = 0.1;
const QUOTATION_COST = 0.3;

/** The ungrounded names, numbers and quotations of `parts`, each once a part, in order. Linear in the texts. */
export function ungroundedIn(
  parts: readonly { readonly where: string; readonly text: string }[],
  material: Material,
): Ungrounded[] {
  const texts = material.texts.map(foldedText);
  const facts = (material.facts ?? []).map(foldedText);
  const letters = [...texts, ...facts].map(lettersOf);
  const words = [...new Set([...texts, ...facts].flatMap(wordsOf))];
  const figures = new ShownFigures(texts, facts, material);
  // A name is spelled otherwise in another script.
  const judgesNames = !material.texts.some(isOfAnotherScript);
  const invented = parts.map(({ text }) =>
    quotationsIn(text).filter((quotation) => !isSaid(quotation, letters)),
  );
  // What an invented quotation holds is blamed once.
  const rests = parts.map(({ text }, i) =>
    (invented[i] ?? []).reduce((rest, quotation) => rest.replace(quotation, " "), text),
  );
  const names = judgesNames ? namesBeyond(rests, words, letters) : [];
  return parts.flatMap(({ where }, i) => {
    const numbers = numbersIn(foldedText(rests[i] ?? "")).filter((number) => !figures.hold(number));
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

/** `stated` (0 to 1) less a tenth of itself for each name and number that is ungrounded, and three for each quotation. */
export function groundedConfidence(stated: number, ungrounded: readonly Ungrounded[]): number {
  const distinct = new Map(ungrounded.map((one) => [`${one.kind} ${one.token}`, one.kind]));
  return [...distinct.values()].reduce(
    (confidence, kind) => confidence * (1 - (kind === "quotation" ? QUOTATION_COST : CLAIM_COST)),
    unit(stated),
  );
}

/** Whether most letters of a text are of a script without capitals, or of Cyrillic or Greek. */
function isOfAnotherScript(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{sc=Latin}/gu)?.length ?? 0;
  return letters > 8 && latin < letters / 2;
}
