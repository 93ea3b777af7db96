/** Waiting, on a clock of its own. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pollUntil } from "./pollUntil";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("ends with the first answer that isn't null", async () => {
  const answers = [null, null, "here"];
  const seen = pollUntil(() => Promise.resolve(answers.shift() ?? null), 60_000);
  await vi.runAllTimersAsync();
  expect(await seen).toBe("here");
  expect(answers).toEqual([]);
});

test("asks nothing twice where the answer is there at once", async () => {
  const look = vi.fn(() => Promise.resolve(0));
  expect(await pollUntil(look, 60_000)).toBe(0);
  expect(look).toHaveBeenCalledOnce();
});

test("gives up after its time, and looks ever more seldom until then", async () => {
  const looks: number[] = [];
  const began = Date.now();
  const seen = pollUntil(() => {
    looks.push(Date.now() - began);
    return Promise.resolve(null);
  }, 60_000);
  await vi.runAllTimersAsync();
  expect(await seen).toBeNull();
  expect(looks.at(-1)).toBeGreaterThan(60_000);
  expect(looks.length).toBeLessThan(60);
  const pauses = looks.slice(1).map((at, i) => at - (looks[i] ?? 0));
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  expect(Math.max(...pauses)).toBeLessThanOrEqual(2_000);
});

test("throws what a look throws", async () => {
  await expect(pollUntil(() => Promise.reject(new Error("no row")), 60_000)).rejects.toThrow("no row");
});
