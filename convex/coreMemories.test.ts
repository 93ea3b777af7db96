/** Consolidation: what becomes a core memory, that it becomes so once, and what two runs at a time do. */
import { describe, expect, it, vi } from "vitest";
import { startModelServer } from "../test/support/model-server";
import { internal } from "./_generated/api";
import type { Doc } from "./_generated/dataModel";
import { CLAIM_MS, orderliness } from "./model/consolidation";
import * as Memories from "./model/memories";
import * as Totals from "./model/memoryTotals";
import * as Vitals from "./model/vitals";
import { readSettings } from "./settings";
import { post, type App } from "./test.requests";
import { setup, TICK_TOKEN } from "./test.setup";

const FERRY = [
  "The ferry to the island leaves at nine in the morning.",
  "Ferry tickets for the island cost eight euros.",
  "The island ferry was late because of the fog.",
  "We took the morning ferry over to the island again.",
];
const BREAD = [
  "Maria bakes sourdough bread with rye flour.",
  "The rye bread from Maria needs a whole day to rise.",
  "Maria gave me her sourdough starter for the bread.",
  "Baking bread with too little rye flour failed again.",
];
const CHESS = [
  "I lost the chess game against Tomas with the Sicilian opening.",
  "Tomas teaches chess openings on Thursdays.",
  "The chess club of Tomas plays a tournament in autumn.",
];
const STRAY = ["The boiler was repaired.", "It rained on the parade.", "Blue paint dries slowly."];

// Each test sets up an app of its own, some several; machines are shared.
vi.setConfig({ testTimeout: 60_000 });

interface CoreMemory {
  readonly _id: string;
  readonly theme: string;
  readonly summary: string;
  readonly memories: string[];
  readonly confidence: number;
  readonly lastReinforced: number;
  readonly createdAt: number;
}

async function store(t: App, texts: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const content of texts)
    ids.push(
      (await t.mutation(internal.memories.store, { type: "semantic", content, confidence: 0.8 })).memoryId,
    );
  return ids;
}

/** The agent's own words. */
const reflect = (t: App, texts: readonly string[]) =>
  t.run(async (ctx) => {
    for (const content of texts)
      await Memories.add(ctx, Date.now(), readSettings({}), { type: "reflection", content, author: "self" });
  });

async function consolidate(t: App, headers: Record<string, string> = {}) {
  const response = await post(
    t,
    "/memories/consolidate",
    {},
    {
      Authorization: `Bearer ${TICK_TOKEN}`,
      ...headers,
    },
  );
  expect(response.status).toBe(200);
  const { duration, ...counts } = await response.json();
  expect(duration).toBeGreaterThanOrEqual(0);
  return counts;
}

async function core(t: App, query = "limit=100"): Promise<{ coreMemories: CoreMemory[]; total: number }> {
  const response = await t.fetch(`/memories/core?${query}`);
  expect(response.status).toBe(200);
  return await response.json();
}

/** Everything that a second run must leave as it is. */
const everything = (t: App) =>
  t.run(async (ctx) => ({
    coreMemories: await ctx.db.query("coreMemories").take(500),
    neighbours: await ctx.db.query("neighbours").take(500),
    presence: await ctx.db.query("presence").take(500),
    memories: await ctx.db.query("memories").take(500),
  }));

const sorted = (lists: readonly (readonly string[])[]) => lists.map((list) => [...list].sort()).sort();
const themesOf = async (t: App) => sorted((await core(t)).coreMemories.map(({ memories }) => memories));

const NOTHING = {
  success: true,
  memoriesProcessed: 0,
  clustersFound: 0,
  coreMemoriesCreated: 0,
  coreMemoriesUpdated: 0,
  memoriesDecayed: 0,
};

describe("consolidation", () => {
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

  it("finds the same themes in one run, in many, and in another order", async () => {
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

  it("makes nothing of the agent's own words, but counts them to a theme that others made", async () => {
    const t = setup();
    await reflect(t, FERRY);
    expect(await consolidate(t)).toMatchObject({ memoriesProcessed: 4, coreMemoriesCreated: 0 });
    await store(t, BREAD.slice(0, 3));
    await consolidate(t);
    const [before] = (await core(t)).coreMemories;
    await reflect(t, [BREAD[3] ?? ""]);
    await consolidate(t);
    const [after] = (await core(t)).coreMemories;
    expect(after?.memories).toHaveLength(4);
    expect(after?.confidence).toBe(before?.confidence);
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

  it("goes on from large core memories that an earlier run left, several of them in one step", async () => {
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
  });

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

describe("two consolidations", () => {
  it("take turns: the second waits and then has nothing to do", async () => {
    const t = setup();
    await store(t, [...FERRY, ...BREAD]);
    const [one, other] = await Promise.all([consolidate(t), consolidate(t)]);
    expect([one.memoriesProcessed, other.memoriesProcessed].sort()).toEqual([0, 8]);
    expect((await core(t)).total).toBe(2);
  });

  it("don't write both: who has lost the claim writes nothing any more", async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 5, 1, 12), toFake: ["Date"] });
    const t = setup();
    const first = await t.mutation(internal.consolidation.begin, {});
    expect(await t.mutation(internal.consolidation.begin, {})).toEqual({ kind: "busy" });
    vi.setSystemTime(Date.now() + CLAIM_MS);
    expect(await t.mutation(internal.consolidation.begin, {})).toMatchObject({ kind: "begun" });
    if (first.kind !== "begun") throw new Error("the first did not begin");
    const { run } = first;
    expect(await t.mutation(internal.consolidation.renew, { run })).toBe(false);
    await expect(
      t.mutation(internal.coreMemories.apply, { run, from: 0, to: 0, reinforcedAt: 1, changes: [] }),
    ).rejects.toThrow();
    await expect(t.mutation(internal.consolidation.write, { run, rows: [] })).rejects.toThrow();
    vi.useRealTimers();
  });

  it("need not wait for one that the service's end cut off", async () => {
    const t = setup({ AUTONOMY: "off" });
    await t.mutation(internal.consolidation.begin, {});
    await t.mutation(internal.service.started, {});
    expect(await t.mutation(internal.consolidation.begin, {})).toMatchObject({ kind: "begun" });
  });

  it("under one Idempotency-Key are one, answered twice", async () => {
    const t = setup();
    await store(t, FERRY);
    const key = { "Idempotency-Key": "the same" };
    const first = await consolidate(t, key);
    expect(first).toMatchObject({ coreMemoriesCreated: 1 });
    expect(await consolidate(t, key)).toEqual(first);
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
    expect(Vitals.measures(vitals, 100 * HOUR, true, 99 * HOUR).consolidation).toBe(1);
    expect(Vitals.measures(vitals, 100 * HOUR, true, 0).consolidation).toBe(0);
    expect(Vitals.measures(vitals, 100 * HOUR, false, 0).consolidation).toBe(1);
  });
});

describe("by itself", () => {
  const HOUR = 3_600_000;

  it("it is due once a day, at once when many memories wait, and never over nothing", async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 5, 1, 12), toFake: ["Date"] });
    const t = setup();
    const due = () => t.mutation(internal.consolidation.due, {});
    expect(await due()).toBe(false);
    await store(t, FERRY);
    expect(await due()).toBe(true);
    await t.action(internal.consolidating.alone, {});
    expect((await core(t)).total).toBe(1);
    await store(t, BREAD);
    vi.setSystemTime(Date.now() + 23 * HOUR);
    expect(await due()).toBe(false);
    vi.setSystemTime(Date.now() + HOUR);
    expect(await due()).toBe(true);
    vi.useRealTimers();
  });

  it("it rests while autonomy is off", async () => {
    const t = setup({ AUTONOMY: "off" });
    await store(t, FERRY);
    await t.action(internal.consolidating.alone, {});
    expect((await core(t)).total).toBe(0);
  });
});

describe("with vectors", () => {
  it("compares memories anew whose vectors came late, once", async () => {
    const provider = await startModelServer();
    try {
      const t = setup({
        EMBEDDING_API_KEY: "any",
        EMBEDDING_BASE_URL: provider.baseUrl,
        EMBEDDING_MODEL: "late-vectors",
      });
      await store(t, [...FERRY, ...BREAD, ...STRAY]);
      expect(await consolidate(t)).toMatchObject({ memoriesProcessed: 11, coreMemoriesCreated: 2 });
      const themes = await themesOf(t);
      vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ["Date"] });
      await t.action(internal.embedding.run, {});
      expect(await consolidate(t)).toMatchObject({ memoriesProcessed: 11, coreMemoriesCreated: 0 });
      const { neighbours } = await everything(t);
      expect(new Set(neighbours.map(({ comparedBy }) => comparedBy))).toEqual(new Set(["late-vectors"]));
      expect(await themesOf(t)).toEqual(themes);
      expect(await consolidate(t)).toEqual(NOTHING);
      vi.useRealTimers();
    } finally {
      await provider.stop();
    }
  });
});
