/** Things that several seeds speak of, gathered by who speaks of them. */
import type { PhraseWord } from "../language/phraseWords";

/** Something that two seeds or more speak of; `seeds` are their indices, in order. */
export interface Shared {
  readonly name: string;
  /** Whether it is a name, or merely a word. */
  readonly isEntity: boolean;
  /** Of a word, whether it stands with an article: "the cellar" in a sentence, where "measles" stands bare. */
  readonly isLed?: boolean;
  /** Whether it is merely where, when or by what the seeds tell of something. */
  readonly isPlace?: boolean;
  /** The things of one kind, where the seeds speak of several: "Room 12", "Room 14"; then they share no one of them. */
  readonly ones?: readonly string[];
  readonly seeds: readonly number[];
}

/** A text as its words. */
export type Text = readonly PhraseWord[];

/** Where something shared is named, by its key. */
export type Named = Map<string, { name: string; seeds: Set<number> }>;

/** Notes that `seed` speaks of what `name` names; of several spellings the first stays. */
export function note(found: Named, key: string, name: string, seed: number): void {
  const entry = found.get(key) ?? { name, seeds: new Set<number>() };
  entry.seeds.add(seed);
  found.set(key, entry);
}

/** What two seeds or more speak of, of all that was noted. */
export function listedFrom(found: Named, isEntity: boolean): Shared[] {
  return [...found.values()]
    .filter(({ seeds }) => seeds.size > 1)
    .map(({ name, seeds }) => ({ name, isEntity, seeds: [...seeds].sort((a, b) => a - b) }));
}

/** Whether `text` holds characters of a script without spaces. */
export function isUnspaced(text: string): boolean {
  return /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u.test(
    text,
  );
}

/** `word` without a possessive ending. */
export function bare(word: string): string {
  return word.replace(/['’]s?$/u, "");
}
