/** The topics that several texts share: names and informative words. */
import { sharedNames } from "../text/sharedNames";
import type { ParsedText } from "../text/parsedText";
import { termOf, termsOf } from "../text/tokens";
import type { Idf } from "./idf";

export interface SharedTopic {
  /** A name as written, or a word in its most frequent form. */
  readonly label: string;
  readonly isName: boolean;
  /** Ascending indexes of the texts that contain it; at least two. */
  readonly texts: readonly number[];
}

/** A text, and names that were given with it besides those found in it. */
export interface TopicText {
  readonly parsed: ParsedText;
  readonly names?: readonly string[];
}

/** Weight of a name, relative to the rarest word. */
const NAME_WEIGHT = 1.25;
/** A label begins with four letters: shorter words ("two", "new", "get") and figures are seldom topics. */
const LABEL = /^[\p{L}\p{M}]{4}[\p{L}\p{M}\p{N}'’-]{0,36}$/u;
/** Scripts without spaces have only pairs of characters as terms, which make no readable labels. */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/**
 * The names and words that two or more texts share, by the number of texts times idf, greatest first. Words that are part
 * of a shared name are left out.
 */
export function sharedTopics(texts: readonly TopicText[], idf: Idf): SharedTopic[] {
  const named = sharedNames(
    texts.map(({ parsed, names = [] }) => ({ text: parsed.text, names: [...names, ...parsed.names] })),
  );
  const inNames = new Set(named.flatMap(({ name }) => termsOf(name)));
  const words = sharedWords(texts.map(({ parsed }) => parsed)).filter(({ term }) => !inNames.has(term));
  const maxIdf = Math.max(0, ...words.map(({ term }) => idf(term)));
  const nameWeight = NAME_WEIGHT * (maxIdf === 0 ? 1 : maxIdf);
  return [
    ...named.map(({ name, texts }) => ({ label: name, isName: true, texts, idf: nameWeight })),
    ...words.map(({ term, label, texts }) => ({ label, isName: false, texts, idf: idf(term) })),
  ]
    .sort((a, b) => b.idf * b.texts.length - a.idf * a.texts.length)
    .map(({ label, isName, texts }) => ({ label, isName, texts }));
}

/** At most `max` terms that two or more texts share, the most frequent first. `sharedTopics` needs their idf. */
export function sharedTermsOf(texts: readonly ParsedText[], max: number): string[] {
  return sharedWords(texts)
    .slice(0, max)
    .map(({ term }) => term);
}

interface SharedWord {
  readonly term: string;
  readonly label: string;
  readonly texts: readonly number[];
}

function sharedWords(texts: readonly ParsedText[]): SharedWord[] {
  const found = new Map<string, { texts: Set<number>; forms: Map<string, number> }>();
  texts.forEach(({ tokens, counts }, i) => {
    for (const token of tokens) {
      if (!LABEL.test(token) || UNSPACED.test(token)) continue;
      const term = termOf(token);
      if (!counts.has(term)) continue;
      const entry = found.get(term) ?? { texts: new Set<number>(), forms: new Map<string, number>() };
      entry.texts.add(i);
      entry.forms.set(token, (entry.forms.get(token) ?? 0) + 1);
      found.set(term, entry);
    }
  });
  return [...found]
    .filter(([, entry]) => entry.texts.size >= 2)
    .map(([term, entry]) => ({
      term,
      label: [...entry.forms].reduce((a, b) => (b[1] > a[1] ? b : a))[0],
      texts: [...entry.texts],
    }))
    .sort((a, b) => b.texts.length - a.texts.length);
}
