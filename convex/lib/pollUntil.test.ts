/** Polling, on a fake clock. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pollUntil } from "./pollUntil";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("returns the first result that isn't null", async () => {
  const answers = [null, null, "here"];
  const seen = pollUntil(() => Promise.resolve(answers.shift() ?? null), 60_000);
  await vi.runAllTimersAsync();
  expect(await seen).toBe("here");
  expect(answers).toEqual([]);
});

test("polls once where the result is there at once", async () => {
  const look = vi.fn(() => Promise.resolve(0));
  expect(await pollUntil(look, 60_000)).toBe(0);
  expect(look).toHaveBeenCalledOnce();
});

test("gives up after its time, with growing pauses", async () => {
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

test("throws the error of a poll", async () => {
  await expect(pollUntil(() => Promise.reject(new Error("no row")), 60_000)).rejects.toThrow("no row");
});
