/** Names that several texts share. */
import { nameKey } from "./nameKey";
import { uniqueNames } from "./names";
import { nfkc } from "./unicode";

/** A text with its names, found in it or given with it. */
export interface NamedText {
  readonly text: string;
  readonly names: readonly string[];
}

export interface SharedName {
  /** As first written. */
  readonly name: string;
  /** Ascending indexes of the texts that have it. */
  readonly texts: readonly number[];
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * The names of two or more texts, the most frequent first. A text has the names given with it, and every other text's names
 * whose words it contains in the same case: a name in one text is a name in the others.
 */
export function sharedNames(texts: readonly NamedText[]): SharedName[] {
  const written = uniqueNames(texts.flatMap(({ names }) => names));
  const holders = texts.map(({ text, names }) => {
    const words = wordsOf(text);
    return { keys: new Set(names.map(nameKey)), words: new Set(words), run: ` ${words.join(" ")} ` };
  });
  return written
    .map((name) => {
      const key = nameKey(name);
      const words = wordsOf(name);
      const [first = ""] = words;
      const run = ` ${words.join(" ")} `;
      const stands = (holder: (typeof holders)[number]) =>
        holder.words.has(first) && (words.length === 1 || holder.run.includes(run));
      return {
        name,
        texts: holders.flatMap((holder, i) => (holder.keys.has(key) || stands(holder) ? [i] : [])),
      };
    })
    .filter((shared) => shared.texts.length >= 2)
    .sort((a, b) => b.texts.length - a.texts.length);
}

function wordsOf(text: string): string[] {
  return nfkc(text).match(WORD) ?? [];
}
