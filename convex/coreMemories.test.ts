/** Consolidation: what becomes a core memory, that it becomes so once, and what it leaves. */
import { describe, expect, it, vi } from "vitest";
import { modelServer, newModel } from "../test/support/model";
import { internal } from "./_generated/api";
import type { Doc } from "./_generated/dataModel";
import { orderliness } from "./model/consolidation";
import * as NewMemory from "./model/newMemory";
import * as Totals from "./model/memoryTotals";
import * as Vitals from "./model/vitals";
import { readSettings } from "./settings";
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
} from "./test.consolidation";
import type { App } from "./test.requests";
import { large, setup } from "./test.setup";

/** The agent's own words. */
const reflect = (t: App, texts: readonly string[]) =>
  t.run(async (ctx) => {
    for (const content of texts)
      await NewMemory.add(ctx, Date.now(), readSettings({}), { type: "reflection", content, author: "self" });
  });

describe("consolidation", () => {
  it("is no surer of a theme for copies of what it rests on", async () => {
    const confidences = await Promise.all(
      [0, 3].map(async (copies) => {
        const t = setup();
        await store(t, [...FERRY, ...Array.from({ length: copies }, () => FERRY[0] ?? "")]);
        await consolidate(t);
        const { coreMemories } = await core(t);
        expect(coreMemories).toHaveLength(1);
        return coreMemories[0]?.confidence ?? 0;
      }),
    );
    expect(confidences[1]).toBeLessThanOrEqual(confidences[0] ?? 0);
  });

  it("is sure in part of what is one statement, told again and again", async () => {
    const sure = async (tellings: number) => {
      const t = setup();
      await store(
        t,
        Array.from({ length: tellings }, () => FERRY[0] ?? ""),
      );
      await consolidate(t);
      const { coreMemories } = await core(t);
      expect(coreMemories).toHaveLength(1);
      return coreMemories[0]?.confidence ?? 0;
    };
    const [few, many] = [await sure(3), await sure(12)];
    expect(few).toBeGreaterThan(0.2);
    expect(few).toBeLessThan(0.8);
    expect(many).toBe(few);
  });

  it("gathers what is alike into core memories and leaves the rest alone", async () => {
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
      expect(one.summary).toMatch(/^Four related memories/);
      expect(one.confidence).toBeGreaterThan(0);
      expect(one.confidence).toBeLessThan(1);
    }
  });

  it("gathers short notes that have no more in common than what they name, in whatever batches they came", async () => {
    const walks = ["We walked around the lake.", "The lake is frozen.", "Lost a glove by the lake."];
    const jonas = ["Jonas plays the cello.", "Lent Jonas my drill.", "Jonas is back from Rome."];
    const strays = ["My tooth hurts.", "The bus was full again.", "Is Jonas at home?", "Broke a cup."];
    const all = [...walks, ...jonas, ...strays];
    const told = async (batches: readonly (readonly string[])[]) => {
      const t = setup();
      const ids: string[] = [];
      for (const batch of batches) {
        ids.push(...(await store(t, batch)));
        await consolidate(t);
      }
      expect(await consolidate(t)).toEqual(NOTHING);
      const { coreMemories } = await core(t);
      const texts = batches.flat();
      return coreMemories
        .map(({ theme, memories }) => ({ theme, told: memories.map((id) => texts[ids.indexOf(id)]).sort() }))
        .sort((a, b) => (a.theme < b.theme ? -1 : 1));
    };
    const themes = [
      { theme: "Jonas", told: expect.arrayContaining(jonas) },
      { theme: "Lake", told: walks.toSorted() },
    ];
    expect(await told([all])).toEqual(themes);
    expect(await told([walks, strays, jonas])).toEqual(themes);
  });

  it("changes nothing when it runs again", async () => {
    const t = setup();
    await store(t, [...FERRY, ...STRAY, ...BREAD, ...CHESS]);
    await consolidate(t);
    const before = await everything(t);
    expect(await consolidate(t)).toEqual(NOTHING);
    expect(await everything(t)).toEqual(before);
  });

  it("adds what is new to a theme that is known, and only that counts as reinforcement", async () => {
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
    expect(first?.summary).toMatch(/^Four related/);
    const known = before.get(first?._id ?? "");
    expect(first?.confidence).toBeGreaterThan(known?.confidence ?? 1);
    expect(first?.lastReinforced).toBeGreaterThan(known?.lastReinforced ?? Infinity);
    expect(first?.createdAt).toBe(known?.createdAt);
    expect(second).toEqual(before.get(second?._id ?? ""));
  });

  large("finds the same themes in one run, in many, and in another order", async () => {
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

  it("makes nothing of reflections, whoever wrote them, and counts them to no theme", async () => {
    const t = setup();
    const told = [...FERRY, ...CHESS];
    await reflect(t, told);
    for (const content of told) await t.mutation(internal.memories.store, { type: "reflection", content });
    expect(await consolidate(t)).toEqual({ ...NOTHING, memoriesProcessed: 14 });
    expect((await everything(t)).neighbours).toEqual([]);
    const bread = await store(t, BREAD);
    await consolidate(t);
    const before = await core(t);
    expect(await themesOf(t)).toEqual(sorted([bread]));
    await reflect(t, BREAD);
    expect(await consolidate(t)).toEqual({ ...NOTHING, memoriesProcessed: 4 });
    expect(await core(t)).toEqual(before);
    expect(await consolidate(t)).toEqual(NOTHING);
  });

  it("finds the same themes with reflections between the memories as without", async () => {
    const themes = async (reflections: readonly string[]) => {
      const t = setup();
      const textOf = new Map<string, string>();
      for (const text of [...FERRY, ...STRAY, ...BREAD, ...CHESS]) {
        const [id = ""] = await store(t, [text]);
        textOf.set(id, text);
        if (textOf.size % 5 !== 0) continue;
        await reflect(t, reflections);
        await consolidate(t);
      }
      await consolidate(t);
      return sorted((await themesOf(t)).map((ids) => ids.map((id) => textOf.get(id) ?? "")));
    };
    const without = await themes([]);
    expect(without).toHaveLength(3);
    expect(await themes([`I have learned: ${FERRY[0]} ${BREAD[0]} ${STRAY.join(" ")}`])).toEqual(without);
  });

  it("counts core memories, exactly, and pages through them", async () => {
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

  large(
    "goes on from large core memories that an earlier run left, several of them in one step",
    async () => {
      const t = setup();
      const ferry = (day: number) => `The island ferry sailed through fog with tickets sold out, day ${day}.`;
      const chess = (day: number) =>
        `Tomas lost the chess tournament playing his Sicilian opening, day ${day}.`;
      const days = Array.from({ length: 20 }, (_, i) => i + 1);
      const told = [await store(t, days.map(ferry)), await store(t, days.map(chess))];
      await consolidate(t);
      expect(await themesOf(t)).toEqual(sorted(told));
      const later = await store(t, [ferry(21), chess(21)]);
      expect(await consolidate(t)).toMatchObject({ coreMemoriesCreated: 0, coreMemoriesUpdated: 2 });
      expect(await themesOf(t)).toEqual(sorted(told.map((ids, i) => [...ids, later[i] ?? ""])));
    },
  );

  it("keeps each memory in one core memory at most, and the rows of members agree with the lists", async () => {
    const t = setup();
    for (const some of [FERRY, CHESS, BREAD, STRAY]) {
      await store(t, some);
      await consolidate(t);
      const { coreMemories, neighbours } = await everything(t);
      const listed = coreMemories.flatMap(({ _id, members }) =>
        members.map((member) => [_id, member.memoryId]),
      );
      expect(new Set(listed.map(([, memoryId]) => memoryId)).size).toBe(listed.length);
      expect(listed.sort()).toEqual(
        neighbours
          .filter(({ coreMemoryId }) => coreMemoryId !== null)
          .map(({ coreMemoryId, memoryId }) => [coreMemoryId, memoryId])
          .sort(),
      );
      for (const { size, members } of coreMemories) expect(size).toBe(members.length);
    }
  });
});

describe("fading", () => {
  it("lowers the salience of what is not recalled, once, and deletes nothing", async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 5, 1, 12, 10), toFake: ["Date"] });
    const t = setup();
    await store(t, [...FERRY, ...STRAY]);
    vi.setSystemTime(Date.UTC(2026, 5, 8, 12, 10));
    const before = await everything(t);
    expect(await consolidate(t)).toMatchObject({ memoriesDecayed: 7 });
    const after = await everything(t);
    expect(after.memories).toEqual(before.memories);
    for (const [i, { salience }] of after.presence.entries())
      expect(salience).toBeLessThan(before.presence[i]?.salience ?? 0);
    vi.setSystemTime(Date.UTC(2026, 5, 8, 12, 59));
    expect(await consolidate(t)).toMatchObject({ memoriesDecayed: 0 });
    vi.useRealTimers();
  });
});

describe("what it leaves", () => {
  it("is counted in the bytes that memory takes", async () => {
    const t = setup();
    const bytes = () => t.run(async (ctx) => (await Totals.read(ctx)).bytes);
    for (const some of [[...FERRY.slice(0, 3), ...BREAD], FERRY.slice(3), CHESS]) {
      const before = await everything(t);
      await store(t, some);
      const stored = await bytes();
      await consolidate(t);
      const sizes = (rows: readonly Doc<"coreMemories">[]) =>
        rows.reduce((sum, row) => sum + Totals.sizeOf(row), 0);
      const after = await everything(t);
      expect((await bytes()) - stored).toBe(sizes(after.coreMemories) - sizes(before.coreMemories));
    }
  });

  it("costs the health something only where memories wait for days", () => {
    const HOUR = 3_600_000;
    expect([0, 26, 49, 72, 1000].map((hours) => orderliness(hours * HOUR))).toEqual([1, 1, 0.5, 0, 0]);
    const vitals = Vitals.unborn(0);
    const at = { from: 100 * HOUR, now: 100 * HOUR };
    const alone = { autonomy: true, llm: null };
    expect(Vitals.measures(vitals, at, alone, 99 * HOUR).consolidation).toBe(1);
    expect(Vitals.measures(vitals, at, alone, 0).consolidation).toBe(0);
    expect(Vitals.measures(vitals, at, { ...alone, autonomy: false }, 0).consolidation).toBe(1);
  });
});

describe("with vectors", () => {
  it("compares memories anew whose vectors came late, once", async () => {
    const provider = await modelServer();
    const model = newModel();
    const t = setup({
      EMBEDDING_API_KEY: "any",
      EMBEDDING_BASE_URL: provider.baseUrl,
      EMBEDDING_MODEL: model,
    });
    await store(t, [...FERRY, ...BREAD, ...STRAY]);
    expect(await consolidate(t)).toMatchObject({ memoriesProcessed: 11, coreMemoriesCreated: 2 });
    const themes = await themesOf(t);
    vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ["Date"] });
    await t.action(internal.embedding.run, {});
    expect(await consolidate(t)).toMatchObject({ memoriesProcessed: 11, coreMemoriesCreated: 0 });
    const { neighbours } = await everything(t);
    expect(new Set(neighbours.map(({ comparedBy }) => comparedBy))).toEqual(new Set([model]));
    expect(await themesOf(t)).toEqual(themes);
    expect(await consolidate(t)).toEqual(NOTHING);
    vi.useRealTimers();
  });
});
