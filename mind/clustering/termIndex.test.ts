/** The index finds what comparing with every vector finds. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { TermIndex } from "./termIndex";
import { termVector, type TermVector } from "./termVector";

const MOST = 4;
const words = fc.array(fc.constantFrom(..."abcdefghij"), { maxLength: 6 });
const memory = fc.record({ scope: fc.constantFrom("", "ana"), words });

function vectorOf(words: readonly string[]): TermVector {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return termVector(counts, (term) => 1 + (term.charCodeAt(0) % 5));
}

function cosine(a: TermVector, b: TermVector): number {
  return a.terms.reduce((sum, term, i) => {
    const at = b.terms.indexOf(term);
    return at < 0 ? sum : sum + (a.weights[i] ?? 0) * (b.weights[at] ?? 0);
  }, 0);
}

test("the nearest are those with the highest cosines in the scope, the latest first among equals", () => {
  fc.assert(
    fc.property(fc.array(memory, { maxLength: 40 }), (memories) => {
      const index = new TermIndex();
      const added: { scope: string; vector: TermVector }[] = [];
      for (const [place, { scope, words }] of memories.entries()) {
        const vector = vectorOf(words);
        const expected = added
          .map((other, at) => ({ at, cosine: other.scope === scope ? cosine(vector, other.vector) : 0 }))
          .filter(({ cosine }) => cosine > 0)
          .sort((a, b) => b.cosine - a.cosine || b.at - a.at)
          .slice(0, MOST);
        expect(index.nearest(scope, vector, MOST)).toEqual(expected.map(({ at }) => at));
        index.add(scope, place, vector);
        added.push({ scope, vector });
      }
    }),
  );
});

test("more vectors than it began with room for are all found", () => {
  const index = new TermIndex();
  const vector = vectorOf(["a"]);
  for (let place = 0; place < 3_000; place++) index.add("", place, vector);
  expect(index.nearest("", vector, 3)).toEqual([2_999, 2_998, 2_997]);
});
