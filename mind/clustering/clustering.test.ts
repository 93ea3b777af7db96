import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { UNCOUNTED } from "../ranking/idf";
import { parsedText } from "../text/parsedText";
import { Cluster, type Point } from "./cluster";
import { Clustering } from "./clustering";
import { termVector } from "./termVector";

const pointOf = (text: string, confidence = 0.8): Point => {
  const parsed = parsedText(text);
  const vector = termVector(parsed.counts, UNCOUNTED);
  return { termVector: vector, embedding: null, confidence, isStatement: !parsed.onlyAsks };
};

/** Adds texts, each with all earlier ones as its nearest. */
function clustered(texts: readonly string[]): Clustering {
  const clustering = new Clustering();
  texts.forEach((text, place) => clustering.add(place, pointOf(text), [...texts.keys()].slice(0, place)));
  return clustering;
}

const idsOf = (clustering: Clustering, count: number) =>
  Array.from({ length: count }, (_, place) => clustering.clusterOf.get(place) ?? "");

const text = fc
  .array(fc.constantFrom("ferry", "island", "fog", "bread", "rye", "flour", "chess"), {
    minLength: 1,
    maxLength: 5,
  })
  .map((words) => words.join(" "));
const texts = fc.array(text, { minLength: 1, maxLength: 25 });

describe("clustering", () => {
  test("assigns each memory to one cluster, and sizes agree", () => {
    fc.assert(
      fc.property(texts, (added) => {
        const clustering = clustered(added);
        const ids = idsOf(clustering, added.length);
        for (const id of ids)
          expect(clustering.clusters.get(id)?.size).toBe(ids.filter((other) => other === id).length);
      }),
    );
  });

  test("is deterministic", () => {
    fc.assert(
      fc.property(texts, (added) => {
        const [one, other] = [clustered(added), clustered(added)];
        expect(idsOf(one, added.length)).toEqual(idsOf(other, added.length));
      }),
    );
  });

  test("puts equal memories together, and those without a common word apart", () => {
    const ids = idsOf(clustered(["rye bread", "island ferry", "rye bread", "island ferry", "chess"]), 5);
    expect(ids[0]).toBe(ids[2]);
    expect(ids[1]).toBe(ids[3]);
    expect(new Set(ids).size).toBe(3);
  });

  test("moves no memory that is not near the new one", () => {
    const clustering = clustered(["rye bread", "rye bread", "island ferry"]);
    const before = idsOf(clustering, 3);
    clustering.add(3, pointOf("rye bread"), []);
    expect(idsOf(clustering, 3)).toEqual(before);
    expect(before).not.toContain(clustering.clusterOf.get(3));
  });

  test("moves a memory to a more similar cluster", () => {
    const clustering = clustered(["ferry bread"]);
    for (const place of [1, 2, 3]) clustering.add(place, pointOf("ferry"), [1, 2].slice(0, place - 1));
    expect(clustering.clusterOf.get(0)).not.toBe(clustering.clusterOf.get(1));
    clustering.add(4, pointOf("ferry"), [1, 0]);
    expect(clustering.clusterOf.get(0)).toBe(clustering.clusterOf.get(1));
  });

  test("puts a memory into a given cluster as if it had always been there", () => {
    fc.assert(
      fc.property(texts, text, (added, moved) => {
        const [clustering, expected] = [clustered(added), clustered(added)];
        clustering.put(added.length, pointOf(moved), "first");
        for (const both of [clustering, expected]) both.put(added.length, pointOf(moved), "last");
        expect(clustering.clusters.get("first")?.size).toBe(0);
        expect(idsOf(clustering, added.length + 1)).toEqual(idsOf(expected, added.length + 1));
        expect(clustering.clusters.get("last")?.sums).toEqual(expected.clusters.get("last")?.sums);
      }),
    );
  });

  test("averages terms with embeddings above the baseline", () => {
    const [cluster, baseline] = [new Cluster(0.5), 0.5];
    const point = { ...pointOf("ferry"), embedding: [1, 0] };
    cluster.accumulate(point, 1);
    expect(cluster.similarity(point)).toBeCloseTo(1);
    expect(cluster.similarity({ ...pointOf("bread"), embedding: [1, 0] })).toBeCloseTo(0.5);
    const unrelated = [baseline, Math.sqrt(1 - baseline ** 2)];
    expect(cluster.similarity({ ...pointOf("bread"), embedding: unrelated })).toBeCloseTo(0);
    expect(cluster.similarity(pointOf("ferry"))).toBeCloseTo(1);
  });
});

describe("a cluster", () => {
  test("is unchanged after adding and removing a memory", () => {
    fc.assert(
      fc.property(texts, text, (added, other) => {
        const cluster = new Cluster();
        for (const one of added) cluster.accumulate(pointOf(one), 1);
        const before = cluster.similarity(pointOf(other));
        cluster.accumulate(pointOf(other), 1);
        cluster.accumulate(pointOf(other), -1);
        expect(cluster.size).toBe(added.length);
        expect(cluster.similarity(pointOf(other))).toBeCloseTo(before);
      }),
    );
  });

  test("has a confidence of 0 to 0.99, which rises with that of its members", () => {
    const confidenceOf = (added: readonly string[], confidence: number) => {
      const cluster = new Cluster();
      for (const one of added) cluster.accumulate(pointOf(one, confidence), 1);
      return cluster.confidence;
    };
    fc.assert(
      fc.property(texts, fc.double({ min: 0, max: 1, noNaN: true }), (added, confidence) => {
        expect(confidenceOf(added, confidence)).toBeGreaterThanOrEqual(0);
        expect(confidenceOf(added, confidence)).toBeLessThanOrEqual(Math.min(0.99, confidenceOf(added, 1)));
      }),
    );
  });

  test("is a theme with three statements; questions do not count", () => {
    const cluster = new Cluster();
    for (const text of ["The ferry is late?", "The ferry?", "Late ferry?", "A ferry.", "The ferry."])
      cluster.accumulate(pointOf(text), 1);
    expect(cluster.isTheme).toBe(false);
    cluster.accumulate(pointOf("Ferry again."), 1);
    expect(cluster.isTheme).toBe(true);
  });
});

describe("a term vector", () => {
  test("has unit length and at most 64 terms, the heaviest first", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 200 }), (terms) => {
        const { weights } = termVector(new Map(terms.map((term, i) => [term, i + 1])), UNCOUNTED);
        expect(weights.length).toBeLessThanOrEqual(64);
        expect(weights).toEqual(weights.toSorted((a, b) => b - a));
        expect(weights.reduce((sum, weight) => sum + weight * weight, 0)).toBeCloseTo(1);
      }),
    );
  });
});
