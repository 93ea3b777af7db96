/** Vector searches that fail or take long. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Id } from "../_generated/dataModel";
import { nearestVectors, type NearestSearch } from "./vectorSearch";

const idOf = (name: string) => name as Id<"vectors">;
const search = (value: string): NearestSearch => ({
  vector: [1, 0],
  limit: 2,
  field: "bySpace",
  values: [value],
});

/** A search that takes this long and finds an id named after each value of its filter. */
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

/** The result, and the milliseconds that it took. */
async function timed(ms: number, purpose: "read" | "write") {
  const startedAt = Date.now();
  const answer = nearestVectors(finding(ms) as never, [search("a"), search("b")], purpose);
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

  it("are returned for each search, in the order of the searches", async () => {
    expect(await timed(1_900, "read")).toEqual({ found: [["a"], ["b"]], after: 1_900 });
    expect(await timed(9_900, "write")).toEqual({ found: [["a"], ["b"]], after: 9_900 });
    expect(warned).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("are none for a filter without values, which is not searched", async () => {
    expect(await nearestVectors(failing, [{ ...search("a"), values: [] }], "read")).toEqual([[]]);
  });

  it("are given up after two seconds for a read and after ten for a write", async () => {
    expect(await timed(40_000, "read")).toEqual({ found: null, after: 2_000 });
    expect(await timed(40_000, "write")).toEqual({ found: null, after: 10_000 });
    expect(warned.mock.calls.map(String)).toEqual([
      expect.stringContaining("did not come within 2 s"),
      expect.stringContaining("did not come within 10 s"),
    ]);
  });

  it("make a job fail if the search fails or takes two minutes", async () => {
    await expect(nearestVectors(failing, [search("a")], "job")).rejects.toThrow("The disk is gone.");
    const late = expect(nearestVectors(finding(180_000) as never, [search("a")], "job")).rejects.toThrow(
      "within 120 s",
    );
    await vi.advanceTimersByTimeAsync(180_000);
    await late;
    expect(vi.getTimerCount()).toBe(0);
  });

  it("are null if the search fails, and the log says why", async () => {
    expect(await nearestVectors(failing, [search("a")], "read")).toBeNull();
    expect(String(warned.mock.calls)).toContain("The disk is gone.");
    expect(vi.getTimerCount()).toBe(0);
  });
});
