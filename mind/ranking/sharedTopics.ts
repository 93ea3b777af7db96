/** What several texts are about together: the names and the telling words that they share. */
import { sharedNames } from "../text/sharedNames";
import type { ParsedText } from "../text/parsedText";
import { termOf, termsOf } from "../text/tokens";
import type { Idf } from "./idf";

export interface SharedTopic {
  /** A name as written, or a word in the form most texts use. */
  readonly label: string;
  readonly isName: boolean;
  /** Indices of the texts that hold it, rising; two at least. */
  readonly texts: readonly number[];
}

/** A text with the names that were given with it, beside those found in it. */
export interface TopicText {
  readonly parsed: ParsedText;
  readonly names?: readonly string[];
}

/** A name tells more than a word: as much as this many times the rarest word. */
const NAME_WEIGHT = 1.25;
/** A label has four letters: shorter words ("two", "new", "get") and figures seldom tell a subject. Of scripts without spaces only pairs of characters are known, which no reader wants to see. */
const LABEL = /^[\p{L}\p{M}]{4}[\p{L}\p{M}\p{N}'’-]{0,36}$/u;
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/**
 * The names and words that two texts or more share, the greatest first: by how many texts hold each, times its idf. A word
 * that is part of a shared name is left out.
 */
export function sharedTopics(texts: readonly TopicText[], idf: Idf): SharedTopic[] {
  const named = sharedNames(
    texts.map(({ parsed, names = [] }) => ({ text: parsed.text, names: [...names, ...parsed.names] })),
  );
  const inNames = new Set(named.flatMap(({ name }) => termsOf(name)));
  const words = sharedWords(texts.map(({ parsed }) => parsed)).filter(({ term }) => !inNames.has(term));
  const most = Math.max(0, ...words.map(({ term }) => idf(term)));
  const nameWeight = NAME_WEIGHT * (most === 0 ? 1 : most);
  return [
    ...named.map(({ name, texts: held }) => ({
      topic: { label: name, isName: true, texts: held },
      weight: nameWeight * held.length,
    })),
    ...words.map(({ term, label, texts: held }) => ({
      topic: { label, isName: false, texts: held },
      weight: idf(term) * held.length,
    })),
  ]
    .sort((a, b) => b.weight - a.weight)
    .map(({ topic }) => topic);
}

/** The terms that two texts or more share, at most `most`, those of most texts first: what an idf is wanted for. */
export function sharedTermsOf(texts: readonly ParsedText[], most: number): string[] {
  return sharedWords(texts)
    .slice(0, most)
    .map(({ term }) => term);
}

interface SharedWord {
  readonly term: string;
  readonly label: string;
  readonly texts: readonly number[];
}

function sharedWords(texts: readonly ParsedText[]): SharedWord[] {
  const found = new Map<string, { texts: Set<number>; forms: Map<string, number> }>();
  texts.forEach((parsed, i) => {
    const content = parsed.counts;
    for (const token of parsed.tokens) {
      if (!LABEL.test(token) || UNSPACED.test(token)) continue;
      const term = termOf(token);
      if (!content.has(term)) continue;
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
