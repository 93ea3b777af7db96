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

/** Takes in texts, each with all before it as its nearest. */
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
  test("puts each memory into one cluster that counts it", () => {
    fc.assert(
      fc.property(texts, (told) => {
        const clustering = clustered(told);
        const ids = idsOf(clustering, told.length);
        for (const id of ids)
          expect(clustering.clusters.get(id)?.size).toBe(ids.filter((other) => other === id).length);
      }),
    );
  });

  test("is the same each time", () => {
    fc.assert(
      fc.property(texts, (told) => {
        const [one, other] = [clustered(told), clustered(told)];
        expect(idsOf(one, told.length)).toEqual(idsOf(other, told.length));
      }),
    );
  });

  test("puts equal memories together, and those without a common word apart", () => {
    const ids = idsOf(clustered(["rye bread", "island ferry", "rye bread", "island ferry", "chess"]), 5);
    expect(ids[0]).toBe(ids[2]);
    expect(ids[1]).toBe(ids[3]);
    expect(new Set(ids).size).toBe(3);
  });

  test("leaves where they are those that the newcomer is not near to", () => {
    const clustering = clustered(["rye bread", "rye bread", "island ferry"]);
    const before = idsOf(clustering, 3);
    clustering.add(3, pointOf("rye bread"), []);
    expect(idsOf(clustering, 3)).toEqual(before);
    expect(before).not.toContain(clustering.clusterOf.get(3));
  });

  test("moves a memory to what it is more like", () => {
    const clustering = clustered(["ferry bread"]);
    for (const place of [1, 2, 3]) clustering.add(place, pointOf("ferry"), [1, 2].slice(0, place - 1));
    expect(clustering.clusterOf.get(0)).not.toBe(clustering.clusterOf.get(1));
    clustering.add(4, pointOf("ferry"), [1, 0]);
    expect(clustering.clusterOf.get(0)).toBe(clustering.clusterOf.get(1));
  });

  test("counts meaning beside words, from the baseline on", () => {
    const [cluster, baseline] = [new Cluster(0.5), 0.5];
    const point = { ...pointOf("ferry"), embedding: [1, 0] };
    cluster.accumulate(point, 1);
    expect(cluster.similarity(point)).toBeCloseTo(1);
    expect(cluster.similarity({ ...pointOf("bread"), embedding: [1, 0] })).toBeCloseTo(0.5);
    const usual = [baseline, Math.sqrt(1 - baseline ** 2)];
    expect(cluster.similarity({ ...pointOf("bread"), embedding: usual })).toBeCloseTo(0);
    expect(cluster.similarity(pointOf("ferry"))).toBeCloseTo(1);
  });
});

describe("a cluster", () => {
  test("is what it was when a memory has come and gone", () => {
    fc.assert(
      fc.property(texts, text, (told, other) => {
        const cluster = new Cluster();
        for (const one of told) cluster.accumulate(pointOf(one), 1);
        const before = cluster.similarity(pointOf(other));
        cluster.accumulate(pointOf(other), 1);
        cluster.accumulate(pointOf(other), -1);
        expect(cluster.size).toBe(told.length);
        expect(cluster.similarity(pointOf(other))).toBeCloseTo(before);
      }),
    );
  });

  test("is as sure as 0 to 0.99, and surer the surer its members are", () => {
    const sure = (told: readonly string[], confidence: number) => {
      const cluster = new Cluster();
      for (const one of told) cluster.accumulate(pointOf(one, confidence), 1);
      return cluster.confidence;
    };
    fc.assert(
      fc.property(texts, fc.double({ min: 0, max: 1, noNaN: true }), (told, confidence) => {
        expect(sure(told, confidence)).toBeGreaterThanOrEqual(0);
        expect(sure(told, confidence)).toBeLessThanOrEqual(Math.min(0.99, sure(told, 1)));
      }),
    );
  });

  test("is a theme of three statements; questions don't make one", () => {
    const cluster = new Cluster();
    for (const told of ["The ferry is late?", "The ferry?", "Late ferry?", "A ferry.", "The ferry."])
      cluster.accumulate(pointOf(told), 1);
    expect(cluster.isTheme).toBe(false);
    cluster.accumulate(pointOf("Ferry again."), 1);
    expect(cluster.isTheme).toBe(true);
  });
});

describe("a word vector", () => {
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
