/** Whether two words mean the opposite, by WordNet's pairs. */
import { termOf } from "../text/tokens";
import { ANTONYMS } from "./antonyms";

/** Built at first use, since most callers of a module that imports this compare no words. */
let antonyms: ReadonlySet<string> | null = null;

/** Whether two terms (stems, as `termOf` gives them) are of words that mean the opposite. Symmetric. */
export function areAntonyms(a: string, b: string): boolean {
  antonyms ??= new Set(
    ANTONYMS.trim()
      .split("\n")
      .map((pair) => keyOf(...pair.split(" ").map(termOf))),
  );
  return a !== b && antonyms.has(keyOf(a, b));
}

function keyOf(...terms: string[]): string {
  return terms.sort().join(" ");
}
