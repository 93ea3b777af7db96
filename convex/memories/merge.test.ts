/** Merging a memory that is stored again. */
import { describe, expect, test, vi } from "vitest";
import type { Id } from "../_generated/dataModel";
import * as Memories from "./memories";
import { internal } from "../_generated/api";
import { memorySums } from "../../test/functions/recount";
import * as Activation from "./activation";
import { memoryOf, mergesOf, store, type App, type Fields } from "../../test/functions/dedup";
import { setup } from "../../test/functions/setup";

const metadataOf = async (t: App, memoryId: Id<"memories">): Promise<Record<string, unknown>> =>
  JSON.parse((await memoryOf(t, memoryId)).metadata);

describe("a merge", () => {
  test("keeps text and id of the first memory, and the higher importance and confidence", async () => {
    const t = setup();
    const first = { importance: 0.2, confidence: 0.9 };
    const { memoryId } = await store(t, "The tide turns at noon.", first);
    await store(t, "The tide turns at noon", { importance: 0.7, confidence: 0.4 });
    await store(t, "the tide turns at noon", { importance: 0.1, confidence: 0.1 });
    expect(await memoryOf(t, memoryId)).toMatchObject({
      content: "The tide turns at noon.",
      importance: 0.7,
      confidence: 0.9,
    });
  });

  test("raises salience at least to that of the later memory", async () => {
    const t = setup();
    const { memoryId } = await store(t, "The tide turns at noon.", { salience: 0.3 });
    await store(t, "The tide turns at noon.", { salience: 0.8 });
    expect((await memoryOf(t, memoryId)).salience).toBeGreaterThanOrEqual(0.8);
  });

  test("counts as a recall, the first one fully, however soon it comes", async () => {
    const t = setup();
    const { memoryId } = await store(t, "The tide turns at noon.", { salience: 0.2 });
    await store(t, "The tide turns at noon.", { salience: 0.1 });
    const { salience } = await memoryOf(t, memoryId);
    expect(salience).toBeCloseTo(0.4, 2);
    await store(t, "The tide turns at noon.", { salience: 0.1 });
    expect((await memoryOf(t, memoryId)).salience).toBeLessThan(salience + 0.01);
  });

  test("raises decayed salience as a recall", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 1) });
    try {
      const t = setup();
      const { memoryId } = await store(t, "The tide turns at noon.", { importance: 0.1, salience: 0.5 });
      vi.setSystemTime(Date.UTC(2026, 0, 20));
      await store(t, "The tide turns at noon.", { importance: 0.1, salience: 0 });
      const { salience, lastAccessedAt } = await memoryOf(t, memoryId);
      expect(lastAccessedAt).toBe(Date.UTC(2026, 0, 20));
      expect(salience).toBeGreaterThan(0.25);
    } finally {
      vi.useRealTimers();
    }
  });

  test("unites metadata, and keeps conflicting values", async () => {
    const t = setup();
    const text = "The old mill belongs to Anna.";
    const { memoryId } = await store(t, text, { metadata: '{"source":"letter","page":3}' });
    await store(t, text, { metadata: '{"source":"call","mood":"glad"}' });
    await store(t, text, { metadata: '{"source":"rumour"}' });
    expect(await metadataOf(t, memoryId)).toEqual({
      source: "letter",
      page: 3,
      mood: "glad",
      entities: ["Anna"],
      merged: { source: ["call", "rumour"] },
    });
  });

  test("records each wording with its count", async () => {
    const t = setup();
    const { memoryId } = await store(t, "The tide turns at noon.");
    await store(t, "the tide turns at noon");
    await store(t, "the tide turns at noon");
    await store(t, "The tide turns at noon.", { type: "episodic" });
    const merges = await mergesOf(t, memoryId);
    expect(merges.map(({ type, content, times }) => ({ type, content, times }))).toEqual(
      expect.arrayContaining([
        { type: "semantic", content: "the tide turns at noon", times: 2 },
        { type: "episodic", content: "The tide turns at noon.", times: 1 },
      ]),
    );
    expect(merges).toHaveLength(2);
  });

  test("keeps metadata that does not fit into the memory in its record", async () => {
    const t = setup();
    const { memoryId } = await store(t, "The tide turns at noon.");
    for (let i = 0; i < 4; i++) {
      const metadata = JSON.stringify({ [`page${i}`]: "x".repeat(15_000), small: i });
      await store(t, "The tide turns at noon.", { metadata });
    }
    const metadata = await metadataOf(t, memoryId);
    expect(metadata).toMatchObject({ small: 0, merged: { small: [1, 2, 3] } });
    expect(JSON.stringify(metadata).length).toBeLessThanOrEqual(32 * 1024);
    const kept = (await mergesOf(t, memoryId)).flatMap((row) =>
      Object.keys(JSON.parse(row.metadata ?? "{}")),
    );
    expect([...Object.keys(metadata), ...kept]).toEqual(
      expect.arrayContaining(["page0", "page1", "page2", "page3"]),
    );
  });

  test("updates the totals and the lists by importance", async () => {
    const t = setup();
    const { memoryId } = await store(t, "The tide turns at noon.", { importance: 0.2, confidence: 0.5 });
    await store(t, "The tide turns at noon", { importance: 0.75, confidence: 0.8, metadata: '{"a":1}' });
    expect(await memorySums(t)).toMatchObject({ importance: 750_000, confidence: 800_000, unique: 1 });
    const { salience } = await memoryOf(t, memoryId);
    expect((await t.query(internal.consolidation.queries.memoryStats, {})).avgSalience).toBe(salience);
    const important = await t.run((ctx) =>
      Memories.list(ctx, { limit: 10, offset: 0, minImportance: 0.7, type: "semantic" }),
    );
    expect(important.total).toBe(1);
    const text = await t.run((ctx) => ctx.db.query("searchDocuments").first());
    expect(text?.importance).toBe(0.75);
  });

  test("moves the memory in the lists by importance, and slows its decay", async () => {
    const t = setup();
    await store(t, "Rye bread takes a day.", { importance: 0.1 });
    await store(t, "We met at the quay.", { type: "episodic", importance: 0.1 });
    const { memoryId } = await store(t, "The tide turns at noon.", { importance: 0.2 });
    await store(t, "The ferry is blue.", { importance: 0.1 });
    await store(t, "The tide turns at noon", { importance: 0.75 });
    for (const scope of [{}, { type: "semantic" as const }]) {
      const page = { limit: 10, offset: 0, minImportance: 0.15, ...scope };
      const { memories } = await t.run((ctx) => Memories.list(ctx, page));
      expect(memories.map(({ _id }) => _id)).toEqual([memoryId]);
    }
    expect((await t.run((ctx) => Activation.read(ctx, memoryId))).importance).toBe(0.75);
  });

  test("unites the names up to the maximum", async () => {
    const t = setup();
    const names = (from: number) =>
      Array.from({ length: 12 }, (_, i) => `Anna${"abcdefghijklmnopqrstuvwx"[from + i]}`);
    const known = `The guests were ${names(0).join(", ")}.`;
    const { memoryId } = await store(t, known);
    const merged = async () => await t.run(async (ctx) => (await ctx.db.get("memories", memoryId))?.entities);
    expect(await merged()).toEqual(names(0));
    await t.run(async (ctx) => ctx.db.patch("memories", memoryId, { entities: names(12) }));
    await store(t, known);
    expect(await merged()).toEqual([...names(12), ...names(0).slice(0, 4)]);
  });

  test("counts a rise in importance towards the next reflection", async () => {
    const t = setup();
    await store(t, "The tide turns at noon.", { importance: 0.25 });
    const gained = async (fields: Partial<Fields>) => {
      const before = (await memorySums(t)).evidence ?? 0;
      await store(t, "The tide turns at noon.", fields);
      return ((await memorySums(t)).evidence ?? 0) - before;
    };
    expect(await gained({ importance: 0.5 })).toBe(250_000);
    expect(await gained({ importance: 0.1 })).toBe(0);
  });

  test("has the same result in either order", async () => {
    const one = { importance: 0.3, confidence: 0.9, metadata: '{"source":"letter","list":[1,2]}' };
    const other = { importance: 0.6, confidence: 0.2, metadata: '{"source":"call","page":{"a":1}}' };
    const kept = async (fields: Partial<Fields>[]) => {
      const t = setup();
      for (const each of fields) await store(t, "The tide turns at noon.", each);
      const { memories } = await t.run((ctx) => Memories.list(ctx, { limit: 10, offset: 0 }));
      const [{ importance, confidence, metadata } = { importance: 0, confidence: 0, metadata: "{}" }] =
        memories;
      const { merged, ...own }: Record<string, unknown> = JSON.parse(metadata);
      const values = [own.source, ...Object.values(merged ?? {}).flat()].sort();
      return { importance, confidence, values, list: own.list, page: own.page };
    };
    expect(await kept([one, other])).toEqual(await kept([other, one]));
  });
});
