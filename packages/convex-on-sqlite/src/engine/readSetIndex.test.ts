import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { KeyInterval, ReadSet, WriteSet } from "../types";
import { ReadSetIndex } from "./readSetIndex";

const bytes = (max: number) => fc.uint8Array({ max: 3, maxLength: max });
const interval: fc.Arbitrary<KeyInterval> = fc.record({
  indexId: fc.integer({ min: 1, max: 2 }),
  start: bytes(3),
  // No interval is unbounded above: the last key ends with a byte that starts no value.
  end: fc.oneof(bytes(3), fc.constant(Uint8Array.of(0xff))),
});
const documentId = fc.constantFrom("a", "b", "c");
const reads: fc.Arbitrary<ReadSet> = fc.record({
  intervals: fc.array(interval, { maxLength: 4 }),
  ids: fc.array(documentId).map((ids) => new Set(ids)),
  searchIndexes: fc.array(fc.integer({ min: 1, max: 3 })).map((ids) => new Set(ids)),
});
const writes: fc.Arbitrary<WriteSet> = fc.record({
  keys: fc.array(fc.record({ indexId: fc.integer({ min: 1, max: 2 }), key: bytes(4) }), { maxLength: 3 }),
  ids: fc.array(documentId, { maxLength: 1 }).map((ids) => new Set(ids)),
  searchIndexes: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 1 }).map((ids) => new Set(ids)),
});
const step = fc.oneof(
  fc.record({ kind: fc.constant("set" as const), id: fc.nat(8), reads }),
  fc.record({ kind: fc.constant("delete" as const), id: fc.nat(8) }),
);

function touches(read: ReadSet, written: WriteSet): boolean {
  return (
    [...written.ids].some((id) => read.ids.has(id)) ||
    [...written.searchIndexes].some((id) => read.searchIndexes.has(id)) ||
    written.keys.some(({ indexId, key }) =>
      read.intervals.some(
        (range) =>
          range.indexId === indexId &&
          Buffer.compare(range.start, key) <= 0 &&
          Buffer.compare(key, range.end) < 0,
      ),
    )
  );
}

function prefixReads(prefix: number[]): ReadSet {
  const range = { indexId: 1, start: Uint8Array.from(prefix), end: Uint8Array.from([...prefix, 0xff]) };
  return { intervals: [range], ids: new Set(), searchIndexes: new Set() };
}

describe("ReadSetIndex", () => {
  it("finds exactly the read sets that a commit affects, after any registrations, replacements and removals", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), writes, (steps, written) => {
        const index = new ReadSetIndex<number>();
        const model = new Map<number, ReadSet>();
        for (const action of steps) {
          if (action.kind === "set") {
            index.set(action.id, action.reads);
            model.set(action.id, action.reads);
          } else {
            index.delete(action.id);
            model.delete(action.id);
          }
        }
        const expected = [...model].filter(([, read]) => touches(read, written)).map(([id]) => id);
        expect([...index.affected(written)].sort()).toEqual(expected.sort());
        for (const id of model.keys()) index.delete(id);
        expect(index.size).toBe(0);
      }),
      { numRuns: 500 },
    );
  });

  it("checks few of many unrelated subscriptions", () => {
    const index = new ReadSetIndex<number>();
    const total = 20_000;
    let compared = 0;
    // Buffer.compare reads the length of its arguments, so counting those reads counts the checked intervals.
    for (let id = 0; id < total; id += 1) {
      const { intervals } = prefixReads([id >> 8, id & 0xff]);
      const [range] = intervals;
      if (range === undefined) throw new Error("a prefix is one interval");
      const counted = {
        indexId: 1,
        end: range.end,
        get start() {
          compared += 1;
          return range.start;
        },
      };
      index.set(id, { intervals: [counted], ids: new Set(), searchIndexes: new Set() });
    }
    compared = 0;
    const written = {
      keys: [{ indexId: 1, key: Uint8Array.of(10, 7, 1) }],
      ids: new Set<string>(),
      searchIndexes: new Set<number>(),
    };
    expect([...index.affected(written)]).toEqual([10 * 256 + 7]);
    expect(compared).toBeLessThan(200);
  });
});
