import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { afterFailure, afterSuccess, type Suspicion } from "./poisonEvent";

const ORDINARY = { usualMost: 24, sameWriter: true };
/** An internal error. */
const LASTING = { usualMost: 24, transient: false };

/** Whether the `n`th tick fails over these events. */
type Fails = (taken: readonly string[], n: number) => boolean;

/** Runs ticks until no event waits. Returns the events quarantined, read and left, and how many each tick took. */
function ticksOver(events: readonly string[], fails: Fails, most = 1_000) {
  let waiting = [...events];
  let suspicion: Suspicion | null = null;
  const quarantined: string[] = [];
  const read: string[] = [];
  const took: number[] = [];
  while (waiting.length > 0 && took.length < most) {
    const taken = waiting.slice(0, suspicion?.most ?? ORDINARY.usualMost);
    const failed = fails(taken, took.length);
    took.push(taken.length);
    if (!failed) {
      suspicion = afterSuccess(suspicion, ORDINARY);
      read.push(...taken);
      waiting = waiting.slice(taken.length);
      continue;
    }
    const after = afterFailure(suspicion, taken, LASTING);
    ({ suspicion } = after);
    if (after.quarantined === null) continue;
    quarantined.push(after.quarantined);
    waiting = waiting.filter((event) => event !== after.quarantined);
  }
  return { quarantined, read, took, waiting };
}

const numbered = (count: number) => Array.from({ length: count }, (_, i) => String(i));

describe("the ticks after a failure over events", () => {
  it("quarantine the events that make them fail, and no others", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 40 }), (poisoned) => {
        const events = numbered(poisoned.length);
        const bad = events.filter((_, i) => poisoned[i]);
        const { quarantined, read, waiting } = ticksOver(events, (taken) =>
          taken.some((one) => bad.includes(one)),
        );
        expect(quarantined).toEqual(bad);
        expect([...read, ...quarantined].sort()).toEqual([...events].sort());
        expect(waiting).toEqual([]);
      }),
    );
  });

  it("find one event among many within a few ticks", () => {
    const { took } = ticksOver(numbered(24), (taken) => taken.includes("23"));
    expect(took.length).toBeLessThanOrEqual(16);
  });

  it("blame no event while all ticks fail, and read all events soon after", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 24 }), (outage, count) => {
        const { quarantined, read, took } = ticksOver(numbered(count), (_, n) => n < outage);
        expect(quarantined).toEqual([]);
        expect(read).toHaveLength(count);
        expect(took.length - outage).toBeLessThanOrEqual(8);
      }),
    );
  });

  it("blame no event for a single failure after a tick without events", () => {
    // Among the first three, only the tick without events succeeds, as if the outage paused for it.
    const { quarantined, took } = ticksOver(["a"], (taken, n) => n < 3 && taken.length > 0);
    expect({ quarantined, took }).toEqual({ quarantined: [], took: [1, 0, 1, 0, 1] });
  });

  it("read as many events again after a model's first failure, and half as many after its second", () => {
    const transient = { usualMost: 24, transient: true };
    const events = numbered(6);
    const { suspicion } = afterFailure(null, events, transient);
    expect(suspicion).toMatchObject({ most: 24 });
    expect(afterSuccess(suspicion, ORDINARY)).toBeNull();
    expect(afterFailure(suspicion, events, transient)).toMatchObject({
      suspicion: { most: 3 },
      quarantined: null,
    });
  });

  it("blame no event for the failure of another", () => {
    const proven = { most: 1, proven: true, suspect: { event: "a", strikes: 1 } };
    expect(afterFailure(proven, ["b"], LASTING)).toEqual({
      suspicion: { most: 0, proven: false, suspect: { event: "b", strikes: 1 } },
      quarantined: null,
    });
    expect(afterFailure(proven, ["a"], LASTING)).toMatchObject({ quarantined: "a" });
  });

  it("blame no event if the ticks without it did other work", () => {
    let suspicion: Suspicion | null = null;
    for (let i = 0; i < 20; i += 1) {
      const after: ReturnType<typeof afterFailure> = afterFailure(suspicion, ["a"], LASTING);
      expect(after.quarantined).toBeNull();
      suspicion = afterSuccess(after.suspicion, { usualMost: 24, sameWriter: false });
    }
  });

  it("double the number after a success, so that at most every other fails if only a few events work at once", () => {
    const { took, read } = ticksOver(numbered(400), (taken) => taken.length > 4);
    expect(read).toHaveLength(400);
    expect(took.slice(0, 7)).toEqual([24, 12, 6, 3, 6, 3, 6]);
  });

  it("read as many as they can if no search is under way or the failed tick had no events", () => {
    expect(afterSuccess(null, ORDINARY)).toBeNull();
    expect(afterFailure(null, [], LASTING)).toEqual({ suspicion: null, quarantined: null });
  });
});
