/** Antonyms by WordNet's pairs. */
import { termOf } from "../text/tokens";
import { ANTONYMS } from "./antonyms";

/** Built at first use, since most importing modules compare no words. */
let antonyms: ReadonlySet<string> | null = null;

/** Whether two terms (stems from `termOf`) are antonyms. Symmetric. */
export function areAntonyms(a: string, b: string): boolean {
  antonyms ??= new Set(
    ANTONYMS.trim()
      .split(/,\s/)
      .map((pair) => keyOf(...pair.split(" ").map(termOf))),
  );
  return a !== b && antonyms.has(keyOf(a, b));
}

function keyOf(...terms: string[]): string {
  return terms.sort().join(" ");
}
