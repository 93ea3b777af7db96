/** Which texts a memory most likely belongs with, by words alone: these are read where not all can be. */
import { coverage, rawSimilarity, type Profile } from "../../../mind/ranking/lexical";
import type { Idf } from "../../../mind/ranking/idf";
import type { LinkText } from "./links";

/** A text that the memory may belong with; `place` orders all of them by when they were told. */
interface Told {
  readonly place: number;
}

/**
 * `texts`, those first that are likest to `source` or tell most of what it names as a cause or an effect, for with these it
 * may share few other words; of equal ones the older. `profileOf` is asked for a text as far as it holds what is `sought`.
 */
export function likeliestFirst<Text extends Told>(
  source: LinkText,
  texts: readonly Text[],
  profileOf: (text: Text, sought: ReadonlySet<string>) => Profile,
  idf: Idf,
): Text[] {
  const clauses = [...source.causes, ...source.effects];
  const sought = new Set([source.profile, ...clauses].flatMap(({ counts }) => [...counts.keys()]));
  return texts
    .map((text) => {
      const profile = profileOf(text, sought);
      const named = clauses.map((clause) => coverage(clause, profile, idf));
      return { text, likeness: Math.max(rawSimilarity(source.profile, profile, idf), ...named) };
    })
    .sort((a, b) => b.likeness - a.likeness || a.text.place - b.text.place)
    .map(({ text }) => text);
}
