/**
 * An inverted index of term vectors. It finds the vectors with the highest cosine exactly: only those that share a term with the
 * query have any.
 */
import type { TermVector } from "./termVector";

/** The vectors that have a term, by their numbers in the order of additions, and the term's weight in each. */
interface Postings {
  readonly numbers: number[];
  readonly weights: number[];
}

export class TermIndex {
  readonly #postings = new Map<string, Postings>();
  readonly #places: number[] = [];
  /** The cosine of each vector with the query of the call under way; zero between calls. */
  #cosines = new Float64Array(1_024);

  /** Adds the vector of the memory at `place`. Vectors of different scopes are never compared. */
  add(scope: string, place: number, { terms, weights }: TermVector): void {
    const number = this.#places.push(place) - 1;
    for (const [i, term] of terms.entries()) {
      const key = keyOf(scope, term);
      const postings = this.#postings.get(key) ?? { numbers: [], weights: [] };
      this.#postings.set(key, postings);
      postings.numbers.push(number);
      postings.weights.push(weights[i] ?? 0);
    }
    if (number + 1 === this.#cosines.length) this.#cosines = new Float64Array(2 * this.#cosines.length);
  }

  /** The places of the `most` vectors nearest to this one, nearest first; of equally near ones the greatest place. */
  nearest(scope: string, { terms, weights }: TermVector, most: number): number[] {
    const cosines = this.#cosines;
    const touched: number[] = [];
    for (const [i, term] of terms.entries()) {
      const weight = weights[i] ?? 0;
      const postings = this.#postings.get(keyOf(scope, term));
      if (postings === undefined) continue;
      for (let j = 0; j < postings.numbers.length; j++) {
        const number = postings.numbers[j] ?? 0;
        const cosine = cosines[number] ?? 0;
        if (cosine === 0) touched.push(number);
        cosines[number] = cosine + weight * (postings.weights[j] ?? 0);
      }
    }
    const found = this.#best(touched, most);
    for (const number of touched) cosines[number] = 0;
    return found.map((number) => this.#places[number] ?? 0);
  }

  /** The `most` of these vectors with the highest cosines, without sorting all of them. */
  #best(numbers: readonly number[], most: number): number[] {
    const [cosines, places] = [this.#cosines, this.#places];
    const before = (a: number, b: number): boolean => {
      const difference = (cosines[a] ?? 0) - (cosines[b] ?? 0);
      return difference === 0 ? (places[a] ?? 0) > (places[b] ?? 0) : difference > 0;
    };
    const kept: number[] = [];
    for (const number of numbers) {
      const last = kept[most - 1];
      if (last !== undefined && !before(number, last)) continue;
      const at = kept.findIndex((other) => before(number, other));
      kept.splice(at < 0 ? kept.length : at, 0, number);
      kept.length = Math.min(kept.length, most);
    }
    return kept;
  }
}

function keyOf(scope: string, term: string): string {
  return `${scope}\n${term}`;
}
