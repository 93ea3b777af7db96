/** The table of document frequencies that the service keeps, for an evaluation's texts. */
import { idfOf, type Idf } from "../../convex/mind/similarity/rarity";
import { termsOf } from "../../convex/mind/language/tokens";

export class TermCounts {
  readonly #counts = new Map<string, number>();
  #texts = 0;

  add(text: string): void {
    this.#texts += 1;
    for (const term of new Set(termsOf(text))) this.#counts.set(term, (this.#counts.get(term) ?? 0) + 1);
  }

  /** Weights by what was added so far; they follow what is added later. */
  idf(): Idf {
    return (term) => idfOf(this.#texts, (other) => this.#counts.get(other) ?? 0)(term);
  }
}

/** The weights in a store of these texts. */
export function idfAmong(texts: readonly string[]): Idf {
  const counts = new TermCounts();
  for (const text of texts) counts.add(text);
  return counts.idf();
}
