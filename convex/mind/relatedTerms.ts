/** What a text may say in place of a word that a question uses: a synonym, or something of the kind. */
import { HYPONYMS } from "./hyponyms";
import { regularForm } from "./irregularForms";
import { MATTERS } from "./matters";
import { americanForm } from "./spellings";
import { uninflected } from "./stem";
import { synonymGroups } from "./synonyms";
import { termsOf } from "./tokens";

/** By words, not by terms: "manager" and "manage" have one stem, and other words for each. */
const RELATED = new Map<string, readonly string[]>();

function relate(word: string, others: readonly string[]): void {
  const term = termOf(word);
  const key = keyOf(word);
  const known = RELATED.get(key) ?? [];
  const added = others.map(termOf).filter((other) => other !== term && !known.includes(other));
  RELATED.set(key, [...known, ...new Set(added)]);
}

function keyOf(word: string): string {
  return uninflected(regularForm(americanForm(word)));
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

/** The terms (stems, as `termsOf` gives them) that stand for `word`, in lower case, in a text that answers; none of most. Not symmetric. */
export function relatedTerms(word: string): readonly string[] {
  return RELATED.get(keyOf(word)) ?? [];
}
