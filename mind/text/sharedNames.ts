/** Names that several texts have in common. */
import { nameKey, uniqueNames } from "./names";
import { nfkc } from "./unicode";

/** A text and the names that it has, found in it or given with it. */
export interface NamedText {
  readonly text: string;
  readonly names: readonly string[];
}

export interface SharedName {
  /** As first written. */
  readonly name: string;
  /** Indices of the texts that have it, rising. */
  readonly texts: readonly number[];
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * The names that two texts or more have, those of most texts first. A text has the names given with it and those whose words
 * stand in it in the same capitals: how a name is used in one text shows that it is a name in the others as well.
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
