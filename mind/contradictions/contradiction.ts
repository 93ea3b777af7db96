/** Whether two statements can't both hold. */
import type { ParsedText } from "../text/parsedText";

/** How two near-equal statements contradict each other; null where they don't. */
export function contradictionBetween(
  _a: ParsedText,
  _b: ParsedText,
): { readonly kind: "number" | "negation" | "antonym" } | null {
  return null;
}
