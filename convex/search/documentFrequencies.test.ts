/** Counting document frequencies, moving them into buckets, and taking documents out. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { setup } from "../../test/functions/setup";
import type { QueryCtx } from "../_generated/server";
import { gathered } from "../lib/gathered";
import * as DocumentFrequencies from "./documentFrequencies";

const words = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `w${from + i}`);

describe("document frequencies", () => {
  test("are exact at once, before and after they are moved into buckets", async () => {
    const t = setup();
    await t.run(async (ctx) => {
      // More distinct terms than are gathered in the space's row.
      for (let i = 0; i < 60; i++) {
        await DocumentFrequencies.count(ctx, "memory", ["tea", ...words(i * 40, i * 40 + 60)], { number: i });
        // The transaction keeps the buckets that it has read.
        const { frequencies } = await DocumentFrequencies.frequenciesOf(ctx, "memory", ["tea"]);
        expect(frequencies.get("tea")).toBe(i + 1);
      }
      const asked = ["tea", "w0", "w45", "w59", "w2399", "unheard"];
      const { documents, frequencies } = await DocumentFrequencies.frequenciesOf(ctx, "memory", asked);
      expect(documents).toBe(60);
      expect([...frequencies.values()]).toEqual([60, 1, 2, 2, 1, 0]);
      expect((await ctx.db.query("documentFrequencies").take(100)).length).toBeGreaterThan(0);
    });
  });

  test("that a mutation gathers are counted before they are written, and cancel each other", async () => {
    const t = setup();
    const asked = ["tea", "cup", "pot"];
    const counts = async (ctx: QueryCtx) => [
      ...(await DocumentFrequencies.frequenciesOf(ctx, "memory", asked)).frequencies.values(),
    ];
    await t.run((ctx) => DocumentFrequencies.count(ctx, "memory", ["tea"]));
    await t.run((ctx) =>
      gathered(ctx, async () => {
        for (let i = 0; i < 3; i++) await DocumentFrequencies.count(ctx, "memory", ["tea", "cup"]);
        expect(await counts(ctx)).toEqual([4, 3, 0]);
        await DocumentFrequencies.count(ctx, "memory", ["pot"]);
        await DocumentFrequencies.count(ctx, "memory", ["pot"], { sign: -1 });
        expect(await counts(ctx)).toEqual([4, 3, 0]);
      }),
    );
    const stored = await t.run(async (ctx) => ({
      counts: await counts(ctx),
      rows: await ctx.db.query("corpora").collect(),
      buckets: await ctx.db.query("documentFrequencies").collect(),
    }));
    expect(stored).toMatchObject({ counts: [4, 3, 0], rows: [{ documents: 4 }], buckets: [] });
    expect(stored.rows[0]?.gathered).not.toContain("pot");
  });

  test("are read once by a transaction, however many texts it searches for", async () => {
    const t = setup();
    await t.run(async (ctx) => {
      for (let i = 0; i < 60; i++)
        await DocumentFrequencies.count(ctx, "memory", words(i * 40, i * 40 + 60), { number: i });
    });
    await t.run(async (ctx) => {
      const read = async () => (await ctx.meta.getTransactionMetrics()).documentsRead.used;
      await DocumentFrequencies.frequenciesOf(ctx, "memory", words(0, 100));
      const first = await read();
      expect(first).toBeGreaterThan(50);
      await DocumentFrequencies.frequenciesOf(ctx, "memory", words(100, 300));
      // The row of the space.
      expect(await read()).toBe(first + 1);
    });
  });

  test("are counted per space, and fall when a document is taken out", async () => {
    const t = setup();
    await t.run(async (ctx) => {
      await DocumentFrequencies.count(ctx, "memory", ["tea"]);
      await DocumentFrequencies.count(ctx, "knowledge", ["tea", "cup"]);
      await DocumentFrequencies.count(ctx, "knowledge", ["tea"]);
      await DocumentFrequencies.count(ctx, "knowledge", ["tea", "cup"], { sign: -1 });
      const inKnowledge = await DocumentFrequencies.frequenciesOf(ctx, "knowledge", ["tea", "cup"]);
      expect(inKnowledge.documents).toBe(1);
      expect([...inKnowledge.frequencies.values()]).toEqual([1, 0]);
      expect((await DocumentFrequencies.frequenciesOf(ctx, "memory", [])).documents).toBe(1);
    });
  });
});

describe("the sample", () => {
  test("has every early document, and counts later ones in proportion", () => {
    for (let number = 0; number < 4_000; number++) expect(DocumentFrequencies.sampleWeight(number)).toBe(1);
    let weight = 0;
    for (let number = 0; number < 100_000; number++) weight += DocumentFrequencies.sampleWeight(number);
    expect(Math.abs(weight - 100_000)).toBeLessThan(3_000);
  });

  test("is independent of periods: every second document has half of the weight", () => {
    let weight = 0;
    for (let number = 0; number < 100_000; number += 2) weight += DocumentFrequencies.sampleWeight(number);
    expect(Math.abs(weight - 50_000)).toBeLessThan(3_000);
  });
});

test("the most frequent terms of a document are counted, each once", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1_500).map(String), { maxLength: 3_000 }), (terms) => {
      const counted = DocumentFrequencies.countedTerms(terms);
      expect(new Set(counted).size).toBe(counted.length);
      expect(counted.length).toBe(Math.min(1_000, new Set(terms).size));
    }),
    { numRuns: 20 },
  );
});
