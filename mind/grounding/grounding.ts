/** What a model's text claims that its material does not hold. */
import { plainText } from "../text/tokens";

export interface Ungrounded {
  readonly where: string;
  readonly kind: "name" | "number" | "quotation";
  readonly token: string;
}

export interface Material {
  readonly texts: readonly string[];
  readonly moments?: readonly number[];
  readonly timeZone?: string;
}

const CLAIM_COST = 0.2;

/** Numbers, names and quotations in the parts that stand in no text of the material. */
export function ungroundedIn(
  parts: readonly { readonly where: string; readonly text: string }[],
  material: Material,
): Ungrounded[] {
  const held = plainText(material.texts.join("\n"));
  const found = (where: string, kind: Ungrounded["kind"], tokens: readonly string[]): Ungrounded[] =>
    tokens.filter((token) => !held.includes(plainText(token))).map((token) => ({ where, kind, token }));
  return parts.flatMap(({ where, text }) => [
    ...found(where, "number", text.match(/\d+(?:[.,]\d+)*/gu) ?? []),
    ...found(where, "name", text.match(/(?<=\p{Ll},? )\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)*/gu) ?? []),
    ...found(
      where,
      "quotation",
      [...text.matchAll(/“([^”]{8,})”/gu)].map((match) => match[1] ?? ""),
    ),
  ]);
}

/** `stated`, lowered by a fifth of itself for each claim. */
export function groundedConfidence(stated: number, ungrounded: readonly Ungrounded[]): number {
  return Math.min(1, Math.max(0, stated)) * (1 - CLAIM_COST) ** ungrounded.length;
}
