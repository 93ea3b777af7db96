import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { afterFailure, afterSuccess, type Setback } from "./setback";

/** Ticks over a queue of events, some of which make any tick fail, until nothing waits; the numbers that were set aside. */
function ticksOver(poisoned: readonly boolean[]): { setAside: number[]; ticks: number } {
  let waiting = poisoned.map((_, number) => number);
  let setback: Setback | null = null;
  const setAside: number[] = [];
  let ticks = 0;
  for (; waiting.length > 0; ticks += 1) {
    if (ticks > 1_000) throw new Error("the queue does not move");
    const taken = waiting.slice(0, setback?.most ?? 24);
    if (taken.some((number) => poisoned[number])) {
      const after = afterFailure(setback, taken.length);
      setback = after.setback;
      if (!after.setAside) continue;
      setAside.push(...taken);
    } else setback = afterSuccess(setback);
    waiting = waiting.slice(taken.length);
  }
  return { setAside, ticks };
}

describe("ticks after a failure of our own", () => {
  it("set aside what makes them fail, and nothing else", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 40 }), (poisoned) => {
        expect(ticksOver(poisoned).setAside).toEqual(poisoned.flatMap((is, number) => (is ? [number] : [])));
      }),
    );
  });

  it("come to one event among many in a few ticks", () => {
    expect(ticksOver(Array.from({ length: 24 }, (_, i) => i === 23)).ticks).toBeLessThanOrEqual(13);
  });

  it("blame no event where a tick without any fails as well", () => {
    let setback: Setback | null = null;
    for (let i = 0; i < 40; i += 1) {
      const after = afterFailure(setback, setback?.most ?? 24);
      expect(after.setAside).toBe(false);
      setback = after.setback;
    }
    expect(setback).toEqual({ most: 0, proven: false });
  });

  it("take all they can again after a success, and do so in ordinary times", () => {
    expect(afterSuccess({ most: 3, proven: false })).toBeNull();
    expect(afterSuccess(null)).toBeNull();
    expect(afterFailure(null, 0)).toEqual({ setback: null, setAside: false });
  });
});
