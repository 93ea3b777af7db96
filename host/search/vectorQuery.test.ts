/** What a vector search may ask of its index, at its edges. */
import { convexToJson } from "convex/values";
import { expect, it } from "vitest";
import type { VectorIndex } from "../store/tablets";
import { filterHash } from "./filterHash";
import { vectorQuery, type SerializedVectorQuery } from "./vectorQuery";

const index: VectorIndex = {
  id: 1,
  name: "by_vector",
  vectorField: "vector",
  dimensions: 2,
  filterFields: ["kind", "mood"],
};
const asked = (query: Partial<SerializedVectorQuery>) =>
  vectorQuery(index, { indexName: "memories.by_vector", vector: [0, 3], ...query });
const equal = (path: string, value: number) => ({ $eq: [{ $field: path }, { $literal: value }] }) as const;

it("is a direction, ten results and no filter, unless it says so", () => {
  const all = { vector: Float32Array.of(0, 1), limit: 10, anyOf: null };
  expect(asked({})).toEqual(all);
  expect(asked({ limit: null, expressions: null })).toEqual(all);
  expect(asked({ expressions: { $or: [] } })).toEqual(all);
  expect(asked({ limit: 256, expressions: { $or: [equal("mood", 1), equal("kind", 2)] } })).toEqual({
    ...all,
    limit: 256,
    anyOf: [
      { field: 1, hash: filterHash(1) },
      { field: 0, hash: filterHash(2) },
    ],
  });
});

it("has whole numbers of results, up to 256", () => {
  expect(asked({ limit: 1 }).limit).toBe(1);
  for (const limit of [0, -1, 1.5, NaN])
    expect(() => asked({ limit })).toThrow("must be a whole number from 1 on");
  expect(() => asked({ limit: 257 })).toThrow("at most 256 results, requested 257.");
});

it("has 64 conditions at most", () => {
  const conditions = Array.from({ length: 64 }, (_, n) => equal("kind", n));
  expect(asked({ expressions: { $or: conditions } }).anyOf).toHaveLength(64);
  expect(() => asked({ expressions: { $or: [...conditions, equal("mood", 0)] } })).toThrow(
    "Vector query against memories.by_vector has too many conditions. Max: 64 Actual: 65",
  );
});

it("is of as many numbers as the index has, all of them finite", () => {
  for (const vector of [[], [1], [1, 2, 3]])
    expect(() => asked({ vector })).toThrow(
      `Expected a vector with dimensions 2, received ${vector.length}.`,
    );
  for (const element of [convexToJson(NaN), convexToJson(Infinity), "1", null])
    expect(() => asked({ vector: [1, element] })).toThrow(
      "Vector query against memories.by_vector has a vector with elements that are no finite numbers.",
    );
});
