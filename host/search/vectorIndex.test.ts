import { convexToJson } from "convex/values";
import { expect, it } from "vitest";
import { unitVector } from "./vectorIndex";

it("a vector has a direction however long or short it is, and its zeros are one", () => {
  const half = Math.fround(Math.SQRT1_2);
  for (const size of [Number.MAX_VALUE, 1, Number.MIN_VALUE])
    expect(unitVector([size, -size])).toEqual(Float32Array.of(half, -half));
  expect(unitVector([convexToJson(-0), 3])).toEqual(Float32Array.of(0, 1));
  expect(unitVector([0, convexToJson(-0)])).toEqual(Float32Array.of(0, 0));
  for (const wrong of [convexToJson(NaN), convexToJson(-Infinity), convexToJson(1n), "1"])
    expect(unitVector([1, wrong])).toBeNull();
});
