/** What a text may say in place of a word that a question uses: a synonym, or something of the kind. */
import { regularForm } from "../language/irregularForms";
import { americanForm } from "../language/spellings";
import { baseForms, stemOf } from "../../../mind/text/stem";
import { synonymGroups } from "../language/synonyms";
import { OWN_BASES, tableBase } from "../language/tableWords";
import { termsOf } from "../language/tokens";
import { HYPONYMS } from "./hyponyms";
import { MATTERS } from "./matters";

/** By words, not by terms: "manager" and "manage" have one stem, and other words for each. */
type Words = ReadonlyMap<string, readonly string[]>;

let words: Words | undefined;
const terms = new Map<string, readonly string[]>();

/** The terms (stems, as `termsOf` gives them) that stand for `word`, in lower case, in a text that answers; none of most. Not symmetric. */
export function relatedTerms(word: string): readonly string[] {
  const known = terms.get(word);
  if (known !== undefined) return known;
  // Made when it is first asked for, and of each word when that is: a platform that evaluates modules for each call pays for no more.
  words ??= relatedWords();
  const key = baseForms(regularForm(americanForm(word))).find((form) => words?.has(form));
  const others = key === undefined ? undefined : words.get(key);
  if (others === undefined) return [];
  const own = termOf(word);
  const found = [...new Set(others.map(tableTerm))].filter((term) => term !== own);
  terms.set(word, found);
  return found;
}

function relatedWords(): Words {
  const related = new Map<string, string[]>();
  const relate = (word: string, others: readonly string[]) => {
    const key = tableBase(americanForm(word));
    const known = related.get(key);
    if (known === undefined) related.set(key, [...others]);
    else known.push(...others);
  };
  for (const group of synonymGroups()) for (const word of group) relate(word, group);
  for (const line of HYPONYMS.trim().split("\n")) {
    const [kinds = "", members = ""] = line.split(": ");
    for (const kind of kinds.split(" ")) relate(kind, [...kinds.split(" "), ...members.split(" ")]);
  }
  for (const matter of MATTERS.trim().split(/;\s+/)) {
    const [asked = [], told = asked] = matter.split(/:\s+/).map((side) => side.split(/\s+/));
    for (const word of asked) relate(word, told);
    for (const word of told) relate(word, asked);
  }
  return related;
}

/** The term that a table's word has in texts; of a word that is written as another's inflection that of its other forms. */
function tableTerm(word: string): string {
  return OWN_BASES.has(word) ? stemOf(word) : termOf(word);
}

function termOf(word: string): string {
  return termsOf(word)[0] ?? word;
}
