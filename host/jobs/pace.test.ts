import { describe, expect, it } from "vitest";
import { Pace } from "./pace";

const going = new AbortController().signal;

/** Takes so many milliseconds of everybody's time. */
function busy(ms: number): Promise<void> {
  const begin = performance.now();
  while (performance.now() - begin < ms);
  return Promise.resolve();
}

/** Runs a mutation of `ms`, then one right after it; answers whether that began at once, and when, in ms after the first. */
async function follow(
  isServing: boolean,
  { stopping = going, ms = 10 } = {},
): Promise<{ atOnce: boolean; afterMs: number }> {
  const pace = new Pace(() => isServing);
  await pace.run(() => busy(ms), going);
  const end = performance.now();
  let begin = 0;
  const second = pace.run(async () => void (begin = performance.now()), stopping);
  const atOnce = begin > 0;
  await second;
  return { atOnce, afterMs: begin - end };
}

describe("mutations that follow one on the other", () => {
  it("leave those who wait for an answer as much time as they took", async () => {
    const { atOnce, afterMs } = await follow(true);
    expect(atOnce).toBe(false);
    expect(afterMs).toBeGreaterThan(8);
  });

  it("wait for nobody where nobody waits", async () => {
    expect((await follow(false)).atOnce).toBe(true);
  });

  it("wait no more once the host stops", async () => {
    const { afterMs } = await follow(true, { stopping: AbortSignal.abort(), ms: 400 });
    // Else it would be 400; a machine may have other things to do.
    expect(afterMs).toBeLessThan(300);
  });

  it("fail as the mutation does", async () => {
    const pace = new Pace(() => true);
    await expect(pace.run(() => Promise.reject(new Error("boom")), going)).rejects.toThrow("boom");
  });
});
