/** Whether stretches are counted as the fewest that cover what was read. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ReadStretches } from "./readStretches";

const key = (n: number): Buffer => Buffer.from([n]);
const stretch = (start: number, end: number) => ({ start: key(start), end: key(end) });

/** How many are counted once all of these have been read. */
function countOf(
  stretches: ReadStretches,
  read: readonly (readonly [number, number])[],
  indexId = 1,
): number {
  for (const [start, end] of read)
    stretches.begin({ indexId, edge: key(start), extent: () => stretch(start, end) });
  return read.length - stretches.merge();
}

describe("what was read of an index", () => {
  it("counts once, however often and in which order its parts are read", () => {
    const bounds = fc.tuple(fc.nat(40), fc.nat(6)).map(([start, length]) => [start, start + length] as const);
    const parts = fc.array(bounds, { maxLength: 20 });
    fc.assert(
      fc.property(parts, parts, (read, more) => {
        const stretches = new ReadStretches();
        const count = countOf(stretches, read) + countOf(stretches, more);
        // Twice as fine as the bounds, so that stretches that meet are told from those with a gap between.
        const covered = Array.from({ length: 100 }, (_, at) =>
          [...read, ...more].some(([start, end]) => 2 * start <= at && at <= 2 * end),
        );
        const begins = covered.filter((isCovered, at) => isCovered && covered[at - 1] !== true);
        expect(count).toBe(begins.length);
      }),
    );
  });

  it("is apart from what was read of another", () => {
    const stretches = new ReadStretches();
    expect([countOf(stretches, [[1, 5]], 1), countOf(stretches, [[2, 3]], 2)]).toEqual([1, 1]);
  });

  it("goes as far as it has been read when it matters, and begins where nothing has been", () => {
    const stretches = new ReadStretches();
    let reached = 1;
    stretches.begin({ indexId: 1, edge: key(1), extent: () => stretch(1, reached) });
    stretches.begin({ indexId: 1, edge: key(5), extent: () => null });
    reached = 7;
    expect(stretches.merge()).toBe(1);
    expect(countOf(stretches, [[8, 9]])).toBe(1);
  });
});
