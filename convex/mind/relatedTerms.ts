/** What a text may say in place of a word that a question uses: a synonym, or something of the kind. */
import { HYPONYMS } from "./hyponyms";
import { MATTERS } from "./matters";
import { synonymGroups } from "./synonyms";
import { termsOf } from "./tokens";

const RELATED = new Map<string, readonly string[]>();

function relate(word: string, others: readonly string[]): void {
  const term = termOf(word);
  const known = RELATED.get(term) ?? [];
  const added = others.map(termOf).filter((other) => other !== term && !known.includes(other));
  RELATED.set(term, [...known, ...new Set(added)]);
}

function termOf(word: string): string {
  return termsOf(word)[0] ?? word;
}

for (const group of synonymGroups()) for (const word of group) relate(word, group);
for (const line of HYPONYMS.trim().split("\n")) {
  const [kinds = "", members = ""] = line.split(": ");
  for (const kind of kinds.split(" ")) relate(kind, [...kinds.split(" "), ...members.split(" ")]);
}

for (const matter of MATTERS.trim().split(/;\s+/)) {
  const [asked = [], told = asked] = matter.split(/:\s+/).map((words) => words.split(/\s+/));
  for (const word of asked) relate(word, told);
  for (const word of told) relate(word, asked);
}

/** The terms that stand for `term` (a stem, as `termsOf` gives it) in a text that answers; none of most. Not symmetric. */
export function relatedTerms(term: string): readonly string[] {
  return RELATED.get(term) ?? [];
}
