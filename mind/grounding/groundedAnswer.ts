/** What the model's answers about numbered material share: parts of their schemas, the checks of their content, and its draft. */
import * as z from "zod";
import { unfitProblems } from "../promptText/answerText";
import type { Problem } from "../promptText/problem";
import { lengthOf, oneLine } from "../text/phrasing";
import { groundedConfidence, ungroundedIn, type Material } from "./grounding";

/** A text of 1 to `max` code points. A refinement, because strict JSON-schema mode refuses length keywords. */
export function boundedText(max: number, description: string) {
  return z
    .string()
    .refine((value) => oneLine(value) !== "" && lengthOf(value) <= max, {
      error: `must have 1 to ${max} characters`,
    })
    .describe(`${description} 1 to ${max} characters.`);
}

/** The numbers of the items that an answer rests on; the prompt showed `shown` of them. */
export function citations(shown: number, description: string) {
  return z.array(z.int().min(1).max(Math.max(1, shown))).describe(description);
}

/**
 * Problems of an answer's content that justify a retry: unfit text, or an invented quotation. At the second `attempt` a
 * quotation only costs confidence, as invented names and numbers always do. `tags` are the prompt's.
 */
export function contentProblems(
  content: string,
  attempt: number,
  tags: readonly string[],
  material: Material,
): Problem[] {
  const ungrounded = attempt > 1 ? [] : ungroundedIn([{ where: "content", text: content }], material);
  const invented = ungrounded.filter(({ kind }) => kind === "quotation");
  const quotations = invented.map(({ token }) => JSON.stringify(token)).join(", ");
  const sentence = `content quotes ${quotations}, which nothing that you were shown says: quote exactly, or say it in your own words.`;
  return [
    ...unfitProblems("content", content, tags),
    ...(invented.length > 0 ? [{ rule: "content with an invented quotation", sentence }] : []),
  ];
}

/** An answer's content, and its confidence lowered for tokens that the material lacks. */
export function groundedDraft(content: string, confidence: number, material: Material) {
  const ungrounded = ungroundedIn([{ where: "content", text: content }], material);
  return { content: content.trim(), confidence: groundedConfidence(confidence, ungrounded) };
}
