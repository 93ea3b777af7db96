/** Searching vectors that may be long in coming: who can do without them does not wait for ever. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Id } from "../_generated/dataModel";
import { nearestForJob, nearestVectors, type NearestSearch } from "./nearestVectors";

const idOf = (name: string) => name as Id<"vectors">;
const search = (value: string): NearestSearch => ({
  vector: [1, 0],
  limit: 2,
  field: "bySpace",
  values: [value],
});

/** The value that a filter asks for, as the ids of what is found. */
const finding = (ms: number) => ({
  vectorSearch: async (_table: string, _index: string, query: { filter?: (q: never) => unknown }) => {
    const asked: string[] = [];
    const builder = { or: () => null, eq: (_field: string, value: string) => asked.push(value) };
    query.filter?.(builder as never);
    await new Promise((resolve) => setTimeout(resolve, ms));
    return asked.map((value) => ({ _id: idOf(value), _score: 1 }));
  },
});

const failing = { vectorSearch: () => Promise.reject(new Error("The disk is gone.")) };

/** What it comes to, and after how many ms. */
async function timed(ms: number, forWrite: boolean) {
  const startedAt = Date.now();
  const answer = nearestVectors(finding(ms) as never, [search("a"), search("b")], { forWrite });
  const settled = answer.then((found) => ({ found, after: Date.now() - startedAt }));
  await vi.advanceTimersByTimeAsync(60_000);
  return await settled;
}

describe("the nearest vectors", () => {
  let warned: ReturnType<typeof vi.spyOn>;
  beforeEach(() => {
    vi.useFakeTimers();
    warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  });
  afterEach(() => {
    vi.useRealTimers();
    warned.mockRestore();
  });

  it("are those of each search, in the order of the searches", async () => {
    expect(await timed(1_900, false)).toEqual({ found: [["a"], ["b"]], after: 1_900 });
    expect(await timed(9_900, true)).toEqual({ found: [["a"], ["b"]], after: 9_900 });
    expect(warned).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("of no values are none, and nobody is asked for them", async () => {
    expect(await nearestVectors(failing, [{ ...search("a"), values: [] }])).toEqual([[]]);
  });

  it("are done without after two seconds by who reads, after ten by who writes", async () => {
    expect(await timed(40_000, false)).toEqual({ found: null, after: 2_000 });
    expect(await timed(40_000, true)).toEqual({ found: null, after: 10_000 });
    expect(warned.mock.calls.map(String)).toEqual([
      expect.stringContaining("did not come within 2 s"),
      expect.stringContaining("did not come within 10 s"),
    ]);
  });

  it("fail a job where they can't be searched, or after two minutes", async () => {
    await expect(nearestForJob(failing, search("a"))).rejects.toThrow("The disk is gone.");
    const late = expect(nearestForJob(finding(180_000) as never, search("a"))).rejects.toThrow(
      "within 120 s",
    );
    await vi.advanceTimersByTimeAsync(180_000);
    await late;
    expect(vi.getTimerCount()).toBe(0);
  });

  it("are done without where they can't be searched, and the log says why", async () => {
    expect(await nearestVectors(failing, [search("a")])).toBeNull();
    expect(String(warned.mock.calls)).toContain("The disk is gone.");
    expect(vi.getTimerCount()).toBe(0);
  });
});
