import { convexToJson } from "convex/values";
import { expect, it } from "vitest";
import type { VectorIndex } from "../store/tablets";
import { filterHash } from "./filterHash";
import { parseVectorQuery, type SerializedVectorQuery } from "./vectorQuery";

const index: VectorIndex = {
  id: 1,
  name: "by_vector",
  vectorField: "vector",
  dimensions: 2,
  filterFields: ["kind", "mood"],
};
const parse = (query: Partial<SerializedVectorQuery>) =>
  parseVectorQuery(index, { indexName: "memories.by_vector", vector: [0, 3], ...query });
const equal = (path: string, value: number) => ({ $eq: [{ $field: path }, { $literal: value }] }) as const;

it("normalizes the vector and defaults to ten results and no filter", () => {
  const all = { vector: Float32Array.of(0, 1), limit: 10, anyOf: null };
  expect(parse({})).toEqual(all);
  expect(parse({ limit: null, expressions: null })).toEqual(all);
  expect(parse({ expressions: { $or: [] } })).toEqual(all);
  expect(parse({ limit: 256, expressions: { $or: [equal("mood", 1), equal("kind", 2)] } })).toEqual({
    ...all,
    limit: 256,
    anyOf: [
      { field: 1, hash: filterHash(1) },
      { field: 0, hash: filterHash(2) },
    ],
  });
});

it("accepts limits from 1 to 256", () => {
  expect(parse({ limit: 1 }).limit).toBe(1);
  for (const limit of [0, -1, 1.5, NaN]) expect(() => parse({ limit })).toThrow("must be a positive integer");
  expect(() => parse({ limit: 257 })).toThrow("at most 256 results, requested 257.");
});

it("accepts up to 64 conditions", () => {
  const conditions = Array.from({ length: 64 }, (_, n) => equal("kind", n));
  expect(parse({ expressions: { $or: conditions } }).anyOf).toHaveLength(64);
  expect(() => parse({ expressions: { $or: [...conditions, equal("mood", 0)] } })).toThrow(
    "Vector query against memories.by_vector has too many conditions. Max: 64 Actual: 65",
  );
});

it("requires as many finite numbers as the index has dimensions", () => {
  for (const vector of [[], [1], [1, 2, 3]])
    expect(() => parse({ vector })).toThrow(
      `Expected a vector with dimensions 2, received ${vector.length}.`,
    );
  for (const element of [convexToJson(NaN), convexToJson(Infinity), "1", null])
    expect(() => parse({ vector: [1, element] })).toThrow(
      "Vector query against memories.by_vector has a vector with elements that are not finite numbers.",
    );
});
