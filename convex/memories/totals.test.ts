import { describe, expect, it } from "vitest";
import { internal } from "../_generated/api";
import { currentSettings } from "../lib/currentSettings";
import { memorySums, wrongFigures } from "../../test/functions/recount";
import { BREAD, CHESS, consolidate, FERRY, store } from "../../test/functions/consolidation";
import type { App } from "../../test/functions/requests";
import { setup } from "../../test/functions/setup";
import * as Totals from "../lib/totals";
import * as Vectors from "../embeddings/vectors";

async function withMemories(): Promise<App> {
  const t = setup();
  for (const [i, type] of (["episodic", "semantic", "semantic"] as const).entries())
    await t.mutation(internal.memories.functions.store, {
      type,
      content: `Memory number ${i}.`,
      confidence: 0.5,
    });
  return t;
}

/** Stores a text that exists already. */
async function mergeInto(
  t: App,
  content = "",
  fields: Partial<(typeof internal.memories.functions.storeOnce)["_args"]["memory"]> = {},
): Promise<void> {
  const memory = { type: "semantic" as const, content, ...fields };
  const answer = await t.mutation(internal.memories.functions.storeOnce, {
    memory,
    embedding: null,
    nearest: [],
  });
  expect(answer).toMatchObject({ body: { kind: "merged" } });
}

const link = (t: App, id: string, targetId: string) =>
  t.mutation(internal.memories.linkFunctions.createManual, {
    id,
    targetId,
    type: "contradicts",
    strength: 0.5,
    confidence: 0.7,
  });

describe("the figures of all memories", () => {
  it("equal a recount after memories were stored", async () => {
    const t = await withMemories();
    await t.mutation(internal.memories.functions.store, {
      type: "semantic",
      content: "Memory number 1.",
      confidence: 0.5,
    });
    expect((await memorySums(t)).unique).toBe(3);
    expect(await wrongFigures(t)).toEqual([]);
  });

  it("equal a recount after vectors were written", async () => {
    const t = setup({ EMBEDDING_API_KEY: "key", EMBEDDING_MODEL: "some-model" });
    await t.mutation(internal.memories.functions.store, {
      type: "semantic",
      content: "The pier is long.",
      confidence: 0.5,
    });
    const put = await t.run(async (ctx) => {
      const text = await ctx.db.query("searchDocuments").first();
      if (text === null) throw new Error("the memory has a text");
      const vector = Array.from({ length: 1536 }, (_, i) => (i === 0 ? 1 : 0));
      return await Vectors.put(ctx, currentSettings(), "some-model", [{ documentId: text._id, vector }]);
    });
    expect(put).toBe(1);
    expect(await wrongFigures(t)).toEqual([]);
    await t.run((ctx) => Totals.move(ctx, "memories", {}, { embedded: 1 }));
    expect(await wrongFigures(t)).toEqual([expect.stringContaining("memories.embedded")]);
  });

  it("equal a recount after each merge, link, contradiction and consolidation", async () => {
    const t = setup();
    const [first = "", second = ""] = await store(t, [...FERRY, ...BREAD]);
    const steps = [
      () => mergeInto(t, FERRY[0], { importance: 0.99, confidence: 0.91, metadata: '{"source":"letter"}' }),
      () => mergeInto(t, `${FERRY[0]}!`, { type: "episodic" }),
      () => mergeInto(t, `${FERRY[0]}!`, { type: "episodic" }),
      () => link(t, first, second),
      () => link(t, second, first),
      () => consolidate(t),
      () => store(t, CHESS),
      () => consolidate(t),
    ];
    for (const step of steps) {
      await step();
      expect(await wrongFigures(t)).toEqual([]);
    }
    expect(await memorySums(t)).toMatchObject({ coreMemories: 3, links: 2 });
  });
});
