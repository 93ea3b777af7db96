import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { edgesOf, edgeWeight, type Neighbour } from "./neighbourGraph";

describe("edgeWeight", () => {
  test("is 0 at the floor, 1 at the top for mutual neighbours, and half for one-sided ones", () => {
    expect(edgeWeight(0.1, true, 0.1)).toBe(0);
    expect(edgeWeight(0.05, true, 0.1)).toBe(0);
    expect(edgeWeight(1, true, 0.1)).toBeCloseTo(1);
    expect(edgeWeight(0.6, false, 0.2)).toBeCloseTo(edgeWeight(0.6, true, 0.2) / 2);
  });
});

describe("edgesOf", () => {
  const nearest = new Map<string, Neighbour[]>([
    [
      "a",
      [
        { id: "b", similarity: 0.6 },
        { id: "c", similarity: 0.5 },
        { id: "far", similarity: 0.05 },
      ],
    ],
    ["b", [{ id: "a", similarity: 0.6 }]],
    ["c", []],
  ]);

  test("has each pair once, mutual ones heavier, strangers not at all", () => {
    expect(edgesOf(["a", "b", "c"], nearest, 0.1)).toEqual([
      { a: "a", b: "b", weight: edgeWeight(0.6, true, 0.1) },
      { a: "a", b: "c", weight: edgeWeight(0.5, false, 0.1) },
    ]);
  });

  test("leads out of the members, not in from outside", () => {
    expect(edgesOf(["c"], nearest, 0.1)).toEqual([]);
    expect(edgesOf(["b"], nearest, 0.1).map(({ a, b }) => [a, b])).toEqual([["b", "a"]]);
  });

  test("links no memory to itself and weighs from 0 to 1, for any neighbours", () => {
    const id = fc.constantFrom("a", "b", "c", "d");
    const neighbours = fc.array(fc.record({ id, similarity: fc.double({ min: 0, max: 1, noNaN: true }) }), {
      maxLength: 5,
    });
    fc.assert(
      fc.property(fc.dictionary(id, neighbours), (graph) => {
        const edges = edgesOf(Object.keys(graph), new Map(Object.entries(graph)), 0.1);
        expect(edges.filter(({ a, b, weight }) => a === b || !(weight > 0 && weight <= 1))).toEqual([]);
      }),
    );
  });
});
