import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { afterFailure, afterSuccess, type Suspicion } from "./poisonEvent";

const ORDINARY = { usually: 24, alike: true };
/** A fault of our own. */
const LASTING = { usually: 24, passing: false };

/** What a tick over these events does, the `n`th; it fails where it says so. */
type Fails = (taken: readonly string[], n: number) => boolean;

/** Ticks over a queue of events, until nothing waits: those that were set aside, those that were read, and how many each tick took. */
function ticksOver(events: readonly string[], fails: Fails, most = 1_000) {
  let waiting = [...events];
  let suspicion: Suspicion | null = null;
  const quarantined: string[] = [];
  const read: string[] = [];
  const took: number[] = [];
  while (waiting.length > 0 && took.length < most) {
    const taken = waiting.slice(0, suspicion?.most ?? ORDINARY.usually);
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

describe("ticks after one failed over what it took up", () => {
  it("quarantine what makes them fail, and nothing else", () => {
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

  it("come to one event among many in a few ticks", () => {
    const { took } = ticksOver(numbered(24), (taken) => taken.includes("23"));
    expect(took.length).toBeLessThanOrEqual(16);
  });

  it("blame no event where all ticks fail, and all is read soon after", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 24 }), (outage, count) => {
        const { quarantined, read, took } = ticksOver(numbered(count), (_, n) => n < outage);
        expect(quarantined).toEqual([]);
        expect(read).toHaveLength(count);
        expect(took.length - outage).toBeLessThanOrEqual(8);
      }),
    );
  });

  it("blame none for a single failure after one that took none", () => {
    // All fail but the one that takes none: as the outage ends for one tick, and comes back for another.
    const { quarantined, took } = ticksOver(["a"], (taken, n) => n < 3 && taken.length > 0);
    expect({ quarantined, took }).toEqual({ quarantined: [], took: [1, 0, 1, 0, 1] });
  });

  it("take all once more where such a failure comes and goes, and half where it comes again", () => {
    const passing = { usually: 24, passing: true };
    const events = numbered(6);
    const { suspicion } = afterFailure(null, events, passing);
    expect(suspicion).toMatchObject({ most: 24 });
    expect(afterSuccess(suspicion, ORDINARY)).toBeNull();
    expect(afterFailure(suspicion, events, passing)).toMatchObject({
      suspicion: { most: 3 },
      quarantined: null,
    });
  });

  it("blame none for what another did", () => {
    const proven = { most: 1, proven: true, suspect: { event: "a", strikes: 1 } };
    expect(afterFailure(proven, ["b"], LASTING)).toEqual({
      suspicion: { most: 0, proven: false, suspect: { event: "b", strikes: 1 } },
      quarantined: null,
    });
    expect(afterFailure(proven, ["a"], LASTING)).toMatchObject({ quarantined: "a" });
  });

  it("blame none where the ticks without it did nothing of what it failed in", () => {
    let suspicion: Suspicion | null = null;
    for (let i = 0; i < 20; i += 1) {
      const after: ReturnType<typeof afterFailure> = afterFailure(suspicion, ["a"], LASTING);
      expect(after.quarantined).toBeNull();
      suspicion = afterSuccess(after.suspicion, { usually: 24, alike: false });
    }
  });

  it("take twice as many after each success, so that no more than every other fails where only a few can be taken", () => {
    const { took, read } = ticksOver(numbered(400), (taken) => taken.length > 4);
    expect(read).toHaveLength(400);
    expect(took.slice(0, 7)).toEqual([24, 12, 6, 3, 6, 3, 6]);
  });

  it("take all they can in ordinary times, and after one that failed though it took none", () => {
    expect(afterSuccess(null, ORDINARY)).toBeNull();
    expect(afterFailure(null, [], LASTING)).toEqual({ suspicion: null, quarantined: null });
  });
});
