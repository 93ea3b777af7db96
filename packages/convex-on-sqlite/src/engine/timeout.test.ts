/** Work with a timeout settles by itself, or at the timeout. */
import { describe, expect, it } from "vitest";
import { withTimeout } from "./timeout";

const LIMIT_MS = 20;
const late = (limitMs: number): string => `given up after ${limitMs} ms`;
const never = (): Promise<string> => new Promise(() => undefined);

describe("work with a timeout", () => {
  it("settles with its own result", async () => {
    expect(await withTimeout(LIMIT_MS, Promise.resolve("done"), late)).toBe("done");
    await expect(withTimeout(LIMIT_MS, Promise.reject(new Error("broken")), late)).rejects.toThrow("broken");
  });

  it("that hangs times out and blocks nothing else", async () => {
    const hanging = withTimeout(LIMIT_MS, never(), late);
    expect(await withTimeout(LIMIT_MS, Promise.resolve("done"), late)).toBe("done");
    expect(await hanging).toBe("given up after 20 ms");
  });
});
