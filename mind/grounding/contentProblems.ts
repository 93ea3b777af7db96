/** Problems of a model's text that justify a retry: unfit content, or an invented quotation. */
import { unfitProblems } from "../prompts/answerText";
import type { Problem } from "../prompts/problem";
import { ungroundedIn, type Material } from "./grounding";

/**
 * The problems of an answer's `content`. `tags` are the prompt's. In a `repaired` answer an invented quotation only costs
 * confidence, as invented names and numbers always do.
 */
export function contentProblems(
  content: string,
  { tags, material, repaired }: { tags: readonly string[]; material: Material; repaired: boolean },
): Problem[] {
  const ungrounded = repaired ? [] : ungroundedIn([{ where: "content", text: content }], material);
  const invented = ungrounded.filter(({ kind }) => kind === "quotation");
  const quotations = invented.map(({ token }) => JSON.stringify(token)).join(", ");
  const sentence = `content quotes ${quotations}, which nothing that you were shown says: quote exactly, or say it in your own words.`;
  return [
    ...unfitProblems("content", content, tags),
    ...(invented.length > 0 ? [{ rule: "content with an invented quotation", sentence }] : []),
  ];
}
