/** POST /memories/consolidate and GET /memories/core. */
import { describe, expect, it, vi } from "vitest";
import { modelServer, newModel } from "../../test/support/model";
import { internal } from "../_generated/api";
import { orderliness } from "./schedule";
import * as NewMemory from "../memories/newMemory";
import { healthMeasures } from "../agent/healthMeasures";
import * as Vitals from "../vitals/vitals";
import { readSettings } from "../lib/settings";
import {
  BREAD,
  CHESS,
  FERRY,
  NOTHING,
  STRAY,
  consolidate,
  core,
  everything,
  sorted,
  store,
  themesOf,
} from "../../test/functions/consolidation";
import type { App } from "../../test/functions/requests";
import { large, setup } from "../../test/functions/setup";

/** Stores reflections of the agent. */
const reflect = (t: App, texts: readonly string[]) =>
  t.run(async (ctx) => {
    for (const content of texts)
      await NewMemory.createMemory(ctx, Date.now(), readSettings({}), {
        type: "reflection",
        content,
        author: "self",
      });
  });

describe("consolidation", () => {
  it("turns similar memories into core memories and leaves the rest alone", async () => {
    const t = setup();
    const ferry = await store(t, FERRY);
    await store(t, STRAY);
    const bread = await store(t, BREAD);
    const counts = await consolidate(t);
    expect(counts).toEqual({
      ...NOTHING,
      memoriesProcessed: 11,
      clustersFound: 2,
      coreMemoriesCreated: 2,
    });
    expect(await themesOf(t)).toEqual(sorted([ferry, bread]));
    const { coreMemories, total } = await core(t);
    expect(total).toBe(2);
    for (const one of coreMemories) {
      expect(one.theme).toMatch(/ferry|island|bread|rye/i);
      expect(one.summary).toMatch(/^Four memories/);
      expect(one.confidence).toBeGreaterThan(0);
      expect(one.confidence).toBeLessThan(1);
    }
  });

  it("makes no theme of questions alone, but adds questions to a theme of statements", async () => {
    const t = setup();
    const questions = [
      "When does the island ferry leave?",
      "Is the island ferry late?",
      "Where is the ferry?",
    ];
    await store(t, questions);
    expect(await consolidate(t)).toEqual({ ...NOTHING, memoriesProcessed: 3 });
    const ferry = await store(t, FERRY);
    expect(await consolidate(t)).toMatchObject({ coreMemoriesCreated: 1 });
    const { coreMemories } = await core(t);
    expect(coreMemories[0]?.memories).toEqual(expect.arrayContaining(ferry));
  });

  it("changes nothing when it runs twice", async () => {
    const t = setup();
    await store(t, [...FERRY, ...STRAY, ...BREAD, ...CHESS]);
    await consolidate(t);
    const before = await everything(t);
    expect(await consolidate(t)).toEqual(NOTHING);
    expect(await everything(t)).toEqual(before);
  });

  it("adds new memories to an existing theme, and only new memories reinforce it", async () => {
    const t = setup();
    const ferry = await store(t, FERRY.slice(0, 3));
    const bread = await store(t, BREAD);
    await consolidate(t);
    const before = new Map((await core(t)).coreMemories.map((one) => [one._id, one]));
    const later = await store(t, FERRY.slice(3));
    expect(await consolidate(t)).toMatchObject({
      memoriesProcessed: 1,
      clustersFound: 1,
      coreMemoriesCreated: 0,
      coreMemoriesUpdated: 1,
    });
    expect(await themesOf(t)).toEqual(sorted([[...ferry, ...later], bread]));
    const { coreMemories } = await core(t);
    const [first, second] = coreMemories;
    expect(first?.memories).toEqual([...ferry, ...later]);
    expect(first?.summary).toMatch(/^Four/);
    const known = before.get(first?._id ?? "");
    expect(first?.confidence).toBeGreaterThan(known?.confidence ?? 1);
    expect(first?.lastReinforced).toBeGreaterThan(known?.lastReinforced ?? Infinity);
    expect(first?.createdAt).toBe(known?.createdAt);
    expect(second).toEqual(before.get(second?._id ?? ""));
  });

  large("finds the same themes in one run, in many runs, and in another order", async () => {
    const texts = [...FERRY, ...BREAD, ...CHESS, ...STRAY];
    const grouped = async (order: readonly string[], every: number) => {
      const t = setup();
      const textOf = new Map<string, string>();
      for (const [i, text] of order.entries()) {
        const [id = ""] = await store(t, [text]);
        textOf.set(id, text);
        if ((i + 1) % every === 0) await consolidate(t);
      }
      await consolidate(t);
      return sorted((await themesOf(t)).map((ids) => ids.map((id) => textOf.get(id) ?? "")));
    };
    const atOnce = await grouped(texts, texts.length);
    expect(atOnce).toHaveLength(3);
    expect(await grouped(texts, 1)).toEqual(atOnce);
    expect(await grouped([...texts].reverse(), 5)).toEqual(atOnce);
  });

  it("assigns reflections to no theme, whoever wrote them", async () => {
    const t = setup();
    const texts = [...FERRY, ...CHESS];
    await reflect(t, texts);
    for (const content of texts)
      await t.mutation(internal.memories.functions.store, { type: "reflection", content });
    expect(await consolidate(t)).toEqual({ ...NOTHING, memoriesProcessed: 14 });
    expect((await everything(t)).clusterMembers).toEqual([]);
    const bread = await store(t, BREAD);
    await consolidate(t);
    const before = await core(t);
    expect(await themesOf(t)).toEqual(sorted([bread]));
    await reflect(t, BREAD);
    expect(await consolidate(t)).toEqual({ ...NOTHING, memoriesProcessed: 4 });
    expect(await core(t)).toEqual(before);
    expect(await consolidate(t)).toEqual(NOTHING);
  });

  it("pages through core memories with exact totals", async () => {
    const t = setup();
    await store(t, [...FERRY, ...BREAD, ...CHESS]);
    await consolidate(t);
    const all = await core(t);
    const pages = [await core(t, "limit=2"), await core(t, "limit=2&offset=2")];
    expect(pages.flatMap(({ coreMemories }) => coreMemories)).toEqual(all.coreMemories);
    expect(all.total).toBe(3);
    const stats = await (await t.fetch("/memories/stats")).json();
    expect(stats).toMatchObject({ coreMemories: 3, lastConsolidation: expect.any(Number) });
    expect(stats.lastConsolidation).toBeGreaterThan(0);
  });

  it("assigns each memory to one cluster, and both tables agree", async () => {
    const t = setup();
    for (const some of [FERRY, CHESS, BREAD, STRAY]) {
      await store(t, some);
      await consolidate(t);
      const { clusters, clusterMembers, coreMemories } = await everything(t);
      const listed = clusters.flatMap(({ _id, members }) => members.map((member) => [_id, member.memoryId]));
      const rows = clusterMembers.map(({ clusterId, memoryId }) => [clusterId, memoryId]);
      expect(listed.sort()).toEqual(rows.sort());
      expect(new Set(rows.map(([, memoryId]) => memoryId)).size).toBe(rows.length);
      for (const { size, members } of clusters) expect(size).toBe(members.length);
      for (const { clusterId, size } of coreMemories)
        expect(clusters.find(({ _id }) => _id === clusterId)?.size).toBe(size);
    }
  });
});

describe("decay", () => {
  it("lowers the salience of unused memories once an hour and deletes nothing", async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 5, 1, 12, 10), toFake: ["Date"] });
    const t = setup();
    await store(t, [...FERRY, ...STRAY]);
    vi.setSystemTime(Date.UTC(2026, 5, 8, 12, 10));
    const before = await everything(t);
    expect(await consolidate(t)).toMatchObject({ memoriesDecayed: 7 });
    const after = await everything(t);
    expect(after.memories).toEqual(before.memories);
    for (const [i, { salience }] of after.activation.entries())
      expect(salience).toBeLessThan(before.activation[i]?.salience ?? 0);
    vi.setSystemTime(Date.UTC(2026, 5, 8, 12, 59));
    expect(await consolidate(t)).toMatchObject({ memoriesDecayed: 0 });
    vi.useRealTimers();
  });
});

describe("the effect of consolidation", () => {
  it("lowers the health score only if memories wait for days", () => {
    const HOUR = 3_600_000;
    expect([0, 26, 49, 72, 1000].map((hours) => orderliness(hours * HOUR))).toEqual([1, 1, 0.5, 0, 0]);
    const vitals = Vitals.initialVitals(0);
    const at = { from: 100 * HOUR, now: 100 * HOUR };
    const alone = { autonomy: true, llm: null };
    expect(healthMeasures(vitals, at, alone, 99 * HOUR).consolidation).toBe(1);
    expect(healthMeasures(vitals, at, alone, 0).consolidation).toBe(0);
    expect(healthMeasures(vitals, at, { ...alone, autonomy: false }, 0).consolidation).toBe(1);
  });
});

describe("with an embedding provider", () => {
  it("consolidation clusters by terms and embeddings, and counts the embeddings of each cluster", async () => {
    const provider = await modelServer();
    const model = newModel();
    const t = setup({
      EMBEDDING_API_KEY: "any",
      EMBEDDING_BASE_URL: provider.baseUrl,
      EMBEDDING_MODEL: model,
    });
    await store(t, [...FERRY, ...BREAD]);
    vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ["Date"] });
    await t.action(internal.embeddings.batches.run, {});
    expect(await consolidate(t)).toMatchObject({ memoriesProcessed: 8, coreMemoriesCreated: 2 });
    const { clusters, clusterMembers } = await everything(t);
    expect(new Set(clusterMembers.map((row) => row.model))).toEqual(new Set([model]));
    for (const { embeddedCount, size } of clusters) expect(embeddedCount).toBe(size);
    expect(await consolidate(t)).toEqual(NOTHING);
    vi.useRealTimers();
  });
});
