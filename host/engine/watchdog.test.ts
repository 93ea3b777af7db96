/** Whether work ends as it does by itself, or late and no later than it may. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Watchdog } from "./watchdog";

const LIMIT_MS = 20;
const late = (limitMs: number): string => `given up after ${limitMs} ms`;
const never = (): Promise<string> => new Promise(() => undefined);

let watchdog: Watchdog;
beforeEach(() => {
  watchdog = new Watchdog(LIMIT_MS);
});
afterEach(() => watchdog.stop());

describe("watched work", () => {
  it("ends as it ends", async () => {
    expect(await watchdog.within(Promise.resolve("done"), late)).toBe("done");
    await expect(watchdog.within(Promise.reject(new Error("broken")), late)).rejects.toThrow("broken");
  });

  it("that hangs is given up, not before its time, and holds up nothing else", async () => {
    const startedAt = performance.now();
    const hanging = watchdog.within(never(), late);
    expect(await watchdog.within(Promise.resolve("done"), late)).toBe("done");
    expect(await hanging).toBe("given up after 20 ms");
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(LIMIT_MS);
  });

  it("is watched again after a time in which there was none", async () => {
    expect(await watchdog.within(never(), late)).toBe("given up after 20 ms");
    watchdog.stop();
    expect(await watchdog.within(never(), late)).toBe("given up after 20 ms");
  });
});
