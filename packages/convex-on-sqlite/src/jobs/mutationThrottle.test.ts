import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MutationThrottle } from "./mutationThrottle";

const going = new AbortController().signal;
let nowMs = 0;

beforeEach(() => {
  vi.spyOn(performance, "now").mockImplementation(() => nowMs);
});
afterEach(() => vi.restoreAllMocks());

/** Fake waits, which a stop ends early like a timer. */
function newWaits() {
  const waits: number[] = [];
  const wait = vi.fn((ms = 0, _value?: unknown, { signal }: { signal?: AbortSignal } = {}) => {
    if (signal?.aborted === true) return Promise.reject(new Error("aborted"));
    waits.push(ms);
    nowMs += ms;
    return Promise.resolve();
  });
  return { waits, wait: wait as never };
}

/** Runs a mutation of `tookMs`, then another `afterMs` later; returns how long that one waited. */
async function follow(tookMs: number, { isServing = true, afterMs = 0, stopping = going } = {}) {
  const { waits, wait } = newWaits();
  const throttle = new MutationThrottle(() => isServing, wait);
  await throttle.run(() => Promise.resolve(void (nowMs += tookMs)), going);
  nowMs += afterMs;
  const second = vi.fn(() => Promise.resolve());
  await throttle.run(second, stopping);
  expect(second).toHaveBeenCalledOnce();
  return waits;
}

describe("consecutive mutations", () => {
  it("leave requests as much time as they took", async () => {
    expect(await follow(10)).toEqual([10]);
    expect(await follow(10, { afterMs: 4 })).toEqual([6]);
    expect(await follow(10, { afterMs: 10 })).toEqual([]);
  });

  it("wait only briefly, however long the last one took", async () => {
    expect(await follow(400)).toEqual([25]);
  });

  it("don't wait if no request is being served", async () => {
    expect(await follow(10, { isServing: false })).toEqual([]);
  });

  it("don't wait once the host stops", async () => {
    expect(await follow(10, { stopping: AbortSignal.abort() })).toEqual([]);
  });

  it("pass on the mutation's error", async () => {
    const throttle = new MutationThrottle(() => true);
    await expect(throttle.run(() => Promise.reject(new Error("boom")), going)).rejects.toThrow("boom");
  });
});
