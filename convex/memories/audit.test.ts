import { describe, expect, it } from "vitest";
import { internal } from "../_generated/api";
import type { MutationCtx } from "../_generated/server";
import { currentSettings } from "../lib/currentSettings";
import { audited as auditedBy } from "../../test/functions/audit";
import { emptyCluster, BREAD, CHESS, consolidate, FERRY, store } from "../../test/functions/consolidation";
import type { App } from "../../test/functions/requests";
import { setup } from "../../test/functions/setup";
import * as Audit from "./audit";
import * as Totals from "../lib/memoryTotals";
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

/** Stores what is known already. */
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

const audited = (t: App, meanwhile?: (ctx: MutationCtx) => Promise<void>) =>
  auditedBy(t, Audit.audit, meanwhile);
const totals = (t: App) => t.run((ctx) => Totals.read(ctx));

describe("an audit of the memory's figures", () => {
  it("finds nothing wrong with what was stored", async () => {
    const t = await withMemories();
    await t.mutation(internal.memories.functions.store, {
      type: "semantic",
      content: "Memory number 1.",
      confidence: 0.5,
    });
    expect((await totals(t)).unique).toBe(3);
    expect(await audited(t)).toEqual([]);
  });

  it("finds nothing wrong with what has vectors, and reads none of them", async () => {
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
    const { bytes } = await totals(t);
    expect(await audited(t)).toEqual([]);
    await t.run((ctx) => Totals.update(ctx, () => ({ bytes: bytes + 1 })));
    expect(await audited(t)).toEqual(["bytes"]);
    expect((await totals(t)).bytes).toBe(bytes);
  });

  it("finds nothing wrong with what was merged, linked, contradicted and gathered into themes, step by step", async () => {
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
      expect(await audited(t)).toEqual([]);
    }
    expect(await totals(t)).toMatchObject({ coreMemories: 3, links: 2 });
  });

  it("counts every row of a table, however many steps that takes", async () => {
    const t = setup();
    await t.run(async (ctx) => {
      const clusterId = await emptyCluster(ctx);
      const theme = {
        clusterId,
        theme: "Rain",
        summary: "It rains.",
        confidence: 0.5,
        size: 0,
        wordedSize: 0,
      };
      const written = { writer: "reflex", lastReinforced: 1, createdAt: 1 } as const;
      for (let i = 0; i < 45; i++) await ctx.db.insert("coreMemories", { ...theme, ...written });
    });
    expect(await audited(t)).toEqual(["coreMemories", "bytes"]);
    expect((await totals(t)).coreMemories).toBe(45);
    expect(await audited(t)).toEqual([]);
  });

  it("mends what is wrong, and only that", async () => {
    const t = await withMemories();
    const { byType, salienceSum, bytes } = await totals(t);
    await t.run(async (ctx) => {
      await Totals.update(ctx, () => ({
        byType: { ...byType, semantic: 7 },
        salienceSum: 1,
        bytes: 0,
        lastConsolidation: 5,
      }));
    });
    expect(await audited(t)).toEqual(["byType", "salienceSum", "bytes"]);
    expect(await totals(t)).toMatchObject({ byType, salienceSum, bytes, lastConsolidation: 5 });
    expect(await audited(t)).toEqual([]);
  });

  it("leaves alone what changes while it counts", async () => {
    const t = await withMemories();
    const change = async (ctx: MutationCtx): Promise<void> => {
      await Totals.update(ctx, ({ salienceSum }) => ({ salienceSum: salienceSum + 1 }));
    };
    expect(await audited(t, change)).toEqual([]);
    expect(await audited(t)).toEqual(["salienceSum"]);
  });

  it("leaves alone what was another while it counted, and is again what it was", async () => {
    const t = await withMemories();
    await t.run((ctx) => Totals.update(ctx, () => ({ coreMemories: 1 })));
    const dissolvedAndFounded = async (ctx: MutationCtx): Promise<void> => {
      for (const by of [-1, 1])
        await Totals.update(ctx, ({ coreMemories }) => ({ coreMemories: coreMemories + by }));
    };
    expect(await audited(t, dissolvedAndFounded)).toEqual([]);
    expect(await totals(t)).toMatchObject({ coreMemories: 1 });
    expect(await audited(t)).toEqual(["coreMemories"]);
  });
});
