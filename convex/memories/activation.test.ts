/** The effect of recall on a memory's activation. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Id } from "../_generated/dataModel";
import { decayedSalience } from "../../mind/salience/salience";
import { store } from "../../test/functions/memories";
import type { App } from "../../test/functions/requests";
import { setup } from "../../test/functions/setup";
import * as Activation from "./activation";

const NOON = Date.UTC(2026, 2, 14, 12);
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The initial salience. With importance 0 a memory decays fastest. */
const SALIENCE = 0.4;

beforeEach(() => void vi.useFakeTimers({ now: NOON, toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

/** A memory stored at noon, and its activation after it was recalled at `moments`. */
async function recalled(...moments: number[]) {
  const t = setup();
  const { memoryId } = await store(t, { importance: 0, salience: SALIENCE });
  for (const at of moments) await recall(t, memoryId, at);
  return await t.run((ctx) => Activation.read(ctx, memoryId));
}

const recall = (t: App, memoryId: Id<"memories">, at: number) =>
  t.run(async (ctx) => void (await Activation.touch(ctx, at, [memoryId])));

/** A quarter of the way to full salience. */
const aQuarterMore = (salience: number) => salience + (1 - salience) / 4;

describe("a recall", () => {
  it("counts fully the first time, however soon after the memory was stored", async () => {
    const { salience, lastAccessedAt } = await recalled(NOON + SECOND);
    expect(salience).toBeCloseTo(aQuarterMore(SALIENCE), 5);
    expect(lastAccessedAt).toBe(NOON + SECOND);
  });

  it("raises the decayed salience", async () => {
    const { salience, salienceAt, createdAt } = await recalled(NOON + 3 * DAY);
    const faded = decayedSalience({ salience: SALIENCE, importance: 0 }, 3 * DAY);
    expect(faded).toBeLessThan(SALIENCE);
    expect(salience).toBeCloseTo(aQuarterMore(faded), 5);
    expect(salienceAt).toBe(NOON + 3 * DAY);
    expect(createdAt).toBe(NOON);
  });

  it("counts once within a minute", async () => {
    const first = await recalled(NOON + HOUR);
    const { salience, salienceAt, lastAccessedAt } = await recalled(NOON + HOUR, NOON + HOUR + MINUTE - 1);
    expect({ salience, salienceAt, lastAccessedAt }).toEqual({
      salience: first.salience,
      salienceAt: NOON + HOUR,
      lastAccessedAt: NOON + HOUR,
    });
    const later = await recalled(NOON + HOUR, NOON + HOUR + MINUTE);
    expect(later.lastAccessedAt).toBe(NOON + HOUR + MINUTE);
    expect(later.salience).toBeGreaterThan(first.salience);
    expect(later.salience).toBeLessThan(first.salience + 0.01);
  });

  it("never moves the last access back", async () => {
    const { lastAccessedAt } = await recalled(NOON + HOUR, NOON + HOUR - SECOND);
    expect(lastAccessedAt).toBe(NOON + HOUR);
    expect((await recalled(NOON - SECOND)).lastAccessedAt).toBe(NOON);
  });
});

describe("a recall after the clock was set back", () => {
  it("counts for a memory recalled before", async () => {
    const before = await recalled(NOON + HOUR);
    const { salience, lastAccessedAt } = await recalled(NOON + HOUR, NOON - DAY);
    expect(salience).toBeCloseTo(aQuarterMore(before.salience), 5);
    expect(lastAccessedAt).toBe(NOON - DAY);
  });

  it("counts once within a minute for a memory stored before", async () => {
    const { salience } = await recalled(NOON - DAY, NOON - DAY + SECOND, NOON - DAY + 2 * SECOND);
    expect(salience).toBeCloseTo(aQuarterMore(SALIENCE), 5);
  });
});
