import { expect, test } from "vitest";
import { TRANSACTION_LIMITS } from "convex-on-sqlite/testing";
import { faultsOf, MAX_COLD_MS } from "./bounds";

test("a call within all limits has no fault", () => {
  expect(faultsOf({ name: "a:b", coldMs: MAX_COLD_MS, usage: { documentsRead: 8_000 } })).toEqual([]);
});

test("a slow call is reported with its milliseconds", () => {
  expect(faultsOf({ name: "a:b", coldMs: 412.4, usage: {} })).toEqual([
    "a:b takes 412 ms of JavaScript cold; at most 300",
  ]);
});

test.each(Object.entries(TRANSACTION_LIMITS))("more than a quarter of %s is a fault", (limit, most) => {
  expect(faultsOf({ name: "a:b", coldMs: 1, usage: { [limit]: most / 4 } })).toEqual([]);
  expect(faultsOf({ name: "a:b", coldMs: 1, usage: { [limit]: most / 4 + 1 } })).toHaveLength(1);
});
