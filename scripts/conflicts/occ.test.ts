import { describe, expect, it } from "vitest";
import type { ReadSet, WriteSet } from "convex-on-sqlite/testing";
import { meet, simulate, type Recorded } from "./occ";

const reading = (...ids: string[]): ReadSet => ({
  intervals: [],
  ids: new Set(ids),
  searchIndexes: new Set(),
});
const writing = (...ids: string[]): WriteSet => ({ keys: [], ids: new Set(ids), searchIndexes: new Set() });
const counter: Recorded = { reads: reading("counter"), writes: writing("counter") };
const apart = (n: number): Recorded => ({ reads: reading(`row ${n}`), writes: writing(`row ${n}`) });
const options = { lastsMs: 10, random: () => 0.5 };

describe("optimistic concurrency", () => {
  it("conflicts where one wrote what the other read", () => {
    expect(meet(reading("a"), writing("a", "b"))).toBe(true);
    expect(meet(reading("c"), writing("a", "b"))).toBe(false);
    const range = { indexId: 7, start: new Uint8Array([1]), end: new Uint8Array([2]) };
    const at = (byte: number): WriteSet => ({
      keys: [{ indexId: 7, key: new Uint8Array([byte, 9]) }],
      ids: new Set(),
      searchIndexes: new Set(),
    });
    expect([1, 2].map((byte) => meet({ ...reading(), intervals: [range] }, at(byte)))).toEqual([true, false]);
  });

  it("grows with the writers where they meet nowhere", () => {
    const many = Array.from({ length: 400 }, (_, n) => apart(n));
    const [one, four] = [1, 4].map((writers) => simulate(many, { ...options, writers }));
    expect(one).toMatchObject({ perSecond: 100, refused: 0, retriesPerCommit: 0 });
    expect(four?.perSecond).toBeGreaterThan(395);
    expect(four?.refused).toBe(0);
  });

  it("does not grow where all write one row, and refuses those that would wait too long", () => {
    const many = Array.from({ length: 400 }, () => counter);
    const [one, four, sixteen] = [1, 4, 16].map((writers) => simulate(many, { ...options, writers }));
    expect(one).toMatchObject({ perSecond: 100, refused: 0 });
    for (const several of [four, sixteen]) {
      expect(several?.perSecond).toBeLessThanOrEqual(101);
      expect(several?.refused).toBe(0);
    }
    expect(simulate(many, { ...options, lastsMs: 2_000, writers: 16 }).refused).toBeGreaterThan(0);
  });
});
