/**
 * Other spellings of a query's words: two in one, and of a word that no text has those that differ by a typing error, an
 * umlaut written as two letters or a part of a compound. They are found among the words that texts have, by their trigrams.
 * Recall@10 with and without: LoCoMo 78.5 / 78.4, REALTALK 61.5 / 61.3, BEAM 66.9 / 67.7; none of it more than chance,
 * since the questions of these sets are spelled as their texts are.
 */
import type { ParsedText } from "../text/parsedText";
import { termOf } from "../text/tokens";

/** For each of a text's terms that stands for a query's term: that term, and how alike the two are, 0 to 1. */
export type Spellings = ReadonlyMap<string, { readonly term: string; readonly likeness: number }>;

/** Dice coefficient of the trigrams of two spellings of one word. Below it other words are as alike: "union" and "reunion". */
const MIN_LIKENESS = 0.65;
/** The least letters of a query's word that is part of a longer one ("roll", "rollback"), and of such a part of it. */
const MIN_PART = { ofOther: 4, ofOwn: 5 };
/** The most spellings of one term, the most alike first. */
const MAX_SPELLINGS = 3;
/** Shorter words have too few trigrams. */
const MIN_LENGTH = 4;

const WORD = /^\p{L}+$/u;
const UNSPACED = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Thai}\p{sc=Hangul}]/u;

/** How much a word counts for two of a query in a row ("rollback" for "roll back"). */
const JOINED = 0.9;

/** Each word that two tokens in a row make together, and the term that it stands for: that of these with more letters. */
export function joinedTerms({ tokens, counts }: ParsedText): Spellings {
  const joined = new Map<string, { term: string; likeness: number }>();
  tokens.slice(1).forEach((second, i) => {
    const first = tokens[i] ?? "";
    const [term] = [termOf(first), termOf(second)]
      .filter((one) => counts.has(one))
      .toSorted((a, b) => b.length - a.length);
    const word = termOf(first + second);
    if (term !== undefined && isSpelled(word) && !counts.has(word))
      joined.set(word, { term, likeness: JOINED });
  });
  return joined;
}

/** Whether a term may have other spellings: a number or a pair of characters has none. */
export function isSpelled(term: string): boolean {
  return term.length >= MIN_LENGTH && WORD.test(term) && !UNSPACED.test(term);
}

/** The spellings of these terms among the words of `vocabulary`. Linear in it. */
export function spellingsAmong(terms: readonly string[], vocabulary: Iterable<string>): Spellings {
  const sought = terms.filter(isSpelled).map((term) => ({ term, word: folded(term), found: [] as Found[] }));
  const compared = sought.map((one) => ({ ...one, trigrams: trigramsOf(one.word) }));
  for (const known of vocabulary)
    for (const { term, word, trigrams, found } of compared) {
      // Words of very different length have too few trigrams in common, whatever these are.
      if (known === term || known.length < MIN_LENGTH || known.length > 4 * word.length || !WORD.test(known))
        continue;
      const likeness = likenessOf(word, trigrams, folded(known));
      if (likeness > 0) found.push({ known, likeness });
    }
  const spellings = new Map<string, { term: string; likeness: number }>();
  for (const { term, found } of compared) {
    const best = found.toSorted((a, b) => b.likeness - a.likeness).slice(0, MAX_SPELLINGS);
    for (const { known, likeness } of best)
      if ((spellings.get(known)?.likeness ?? 0) < likeness) spellings.set(known, { term, likeness });
  }
  return spellings;
}

interface Found {
  readonly known: string;
  readonly likeness: number;
}

/** "oe" is how "ö" is typed without its key. */
function folded(term: string): string {
  return term.replace(/([aou])e/gu, "$1");
}

function likenessOf(word: string, trigrams: ReadonlySet<string>, known: string): number {
  const [part, whole, least] =
    word.length < known.length ? [word, known, MIN_PART.ofOther] : [known, word, MIN_PART.ofOwn];
  if (part.length >= least && (whole.startsWith(part) || whole.endsWith(part)))
    return 0.5 + (0.5 * part.length) / whole.length;
  // As many trigrams as a word has letters and one more.
  if ((2 * (part.length + 1)) / (part.length + whole.length + 2) < MIN_LIKENESS) return 0;
  const others = trigramsOf(known);
  let shared = 0;
  for (const trigram of trigrams) if (others.has(trigram)) shared += 1;
  const dice = (2 * shared) / (trigrams.size + others.size);
  return dice >= MIN_LIKENESS ? dice : 0;
}

function trigramsOf(word: string): ReadonlySet<string> {
  const padded = `  ${word} `;
  return new Set(Array.from({ length: word.length + 1 }, (_, i) => padded.slice(i, i + 3)));
}
