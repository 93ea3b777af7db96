import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expectProportional } from "../../test.growth";
import { regroup, SMALLEST_CLUSTER, type Grouping } from "./clustering";
import type { Edge } from "./neighbourGraph";

/** A region regrouped from nothing. */
function region(
  members: readonly string[],
  edges: readonly Edge[],
  outside: Partial<Grouping> = {},
): Grouping {
  return { members, edges, clusterOf: new Map(), sizeOf: new Map(), ...outside };
}

/** All pairs of the members linked with the same weight. */
function clique(members: readonly string[], weight: number): Edge[] {
  return members.flatMap((a, i) => members.slice(i + 1).map((b) => ({ a, b, weight })));
}

const together = (clusterOf: ReadonlyMap<string, string>, members: readonly string[]) =>
  new Set(members.map((member) => clusterOf.get(member))).size === 1 && clusterOf.has(members[0] ?? "");

const graph = fc
  .tuple(
    fc.integer({ min: 1, max: 14 }),
    fc.array(fc.tuple(fc.nat(13), fc.nat(13), fc.double({ min: 0.01, max: 1, noNaN: true })), {
      maxLength: 40,
    }),
    // Where a link is worth a few members' price, single steps and merges stand in each other's way.
    fc.constantFrom(1, 0.15),
  )
  .map(([count, pairs, scale]) => {
    const members = Array.from({ length: count }, (_, i) => `m${i}`);
    const edges = new Map<string, Edge>();
    for (const [i, j, weight] of pairs) {
      const [a, b] = [Math.min(i, j), Math.max(i, j)];
      if (a !== b && b < count) edges.set(`${a} ${b}`, { a: `m${a}`, b: `m${b}`, weight: weight * scale });
    }
    return { members, edges: [...edges.values()] };
  });

describe("regroup", () => {
  test("finds two dense groups that a weak link joins", () => {
    const [left, right] = [
      ["a", "b", "c", "d"],
      ["p", "q", "r", "s"],
    ];
    const { clusterOf } = regroup(
      region(
        [...left, ...right],
        [...clique(left, 0.5), ...clique(right, 0.5), { a: "d", b: "p", weight: 0.05 }],
      ),
    );
    expect(together(clusterOf, left)).toBe(true);
    expect(together(clusterOf, right)).toBe(true);
    expect(clusterOf.get("a")).not.toBe(clusterOf.get("p"));
  });

  test("leaves alone what is linked to nothing, and pairs", () => {
    const { clusterOf } = regroup(region(["a", "b", "c"], [{ a: "a", b: "b", weight: 0.9 }]));
    expect(clusterOf.size).toBe(0);
  });

  test("lets a memory join a cluster outside the region", () => {
    const { clusterOf } = regroup(
      region(["new"], [{ a: "new", b: "old", weight: 0.6 }], {
        clusterOf: new Map([["old", "garden"]]),
        sizeOf: new Map([["garden", 5]]),
      }),
    );
    expect(clusterOf.get("new")).toBe("garden");
  });

  test("merges two known clusters that turn out to be one, into the larger", () => {
    const [few, many] = [
      ["a", "b", "c"],
      ["p", "q", "r", "s"],
    ];
    const { clusterOf, merged } = regroup(
      region([...few, ...many], clique([...few, ...many], 0.5), {
        clusterOf: new Map([
          ...few.map((m) => [m, "few"] as const),
          ...many.map((m) => [m, "many"] as const),
        ]),
        sizeOf: new Map([
          ["few", 4],
          ["many", 20],
        ]),
      }),
    );
    expect(together(clusterOf, [...few, ...many])).toBe(true);
    expect(merged.get("few") ?? "many").toBe("many");
    expect(merged.has("many")).toBe(false);
  });

  test("ends where no member gains by leaving or by another cluster, nor two clusters by merging", () => {
    fc.assert(
      fc.property(graph, ({ members, edges }) => {
        const { clusterOf } = regroup(region(members, edges));
        const clusters = [...new Set(clusterOf.values())].map((name) =>
          members.filter((member) => clusterOf.get(member) === name),
        );
        /** The weight between a cluster and another's members, less their price: what both gain by being one. */
        const gain = (some: readonly string[], others: readonly string[]) => {
          const between = edges.filter(
            ({ a, b }) =>
              (some.includes(a) && others.includes(b)) || (some.includes(b) && others.includes(a)),
          );
          return between.reduce((sum, { weight }) => sum + weight, 0) - 0.025 * some.length * others.length;
        };
        for (const cluster of clusters) {
          const elsewhere = clusters.filter((other) => other !== cluster);
          for (const other of elsewhere) expect(gain(cluster, other)).toBeLessThanOrEqual(1e-6);
          for (const member of cluster) {
            const here = gain(
              [member],
              cluster.filter((one) => one !== member),
            );
            expect(here).toBeGreaterThanOrEqual(-1e-6);
            for (const other of elsewhere) expect(gain([member], other)).toBeLessThanOrEqual(here + 1e-6);
          }
        }
      }),
    );
  });

  test("is deterministic, names only members, and makes no cluster of fewer than three", () => {
    fc.assert(
      fc.property(graph, ({ members, edges }) => {
        const { clusterOf } = regroup(region(members, edges));
        expect(regroup(region(members, edges)).clusterOf).toEqual(clusterOf);
        const sizes = new Map<string, number>();
        for (const [member, cluster] of clusterOf) {
          expect(members).toContain(member);
          sizes.set(cluster, (sizes.get(cluster) ?? 0) + 1);
        }
        for (const size of sizes.values()) expect(size).toBeGreaterThanOrEqual(SMALLEST_CLUSTER);
      }),
    );
  });

  test("does not depend on the order of the edges", () => {
    const dyadic = graph.map(({ members, edges }) => ({
      members,
      // Sums of such weights are exact, so that their order leaves no trace.
      edges: edges.map((edge, i) => ({
        ...edge,
        weight: (1 + Math.floor(edge.weight * 63)) / 64 + i / 4096,
      })),
    }));
    fc.assert(
      fc.property(dyadic, ({ members, edges }) => {
        expect(regroup(region(members, [...edges].reverse())).clusterOf).toEqual(
          regroup(region(members, edges)).clusterOf,
        );
      }),
    );
  });

  test("costs in proportion to the memories, with twelve links each", () => {
    expectProportional((size) => {
      const members = Array.from({ length: size }, (_, i) => `m${i}`);
      const edges = members.flatMap((a, i) =>
        Array.from({ length: 12 }, (_, k) => ({
          a,
          b: `m${(i + 1 + k * 37) % size}`,
          weight: 0.1 + ((i * 7 + k) % 10) / 20,
        })),
      );
      regroup(region(members, edges));
    }, 3200);
  });
});
