/** The themes shown to a tick or a reflection when there are too many to read all. */
import { describe, expect, it } from "vitest";
import { internal } from "../_generated/api";
import type { ReflectionDepth } from "../../mind/enums";
import { BREAD, consolidate, emptyCluster, FERRY, store, STRAY } from "../../test/functions/consolidation";
import type { App } from "../../test/functions/requests";
import { setup } from "../../test/functions/setup";
import { begun, feed, gathered } from "../../test/functions/ticks";

/** Adds thirty newer themes on another subject, more than are read as the newest. */
async function outnumber(t: App, size = 3): Promise<void> {
  const row = { scope: "", confidence: 1, labelledSize: size, lastReinforced: 1, createdAt: 1, size };
  await t.run(async (ctx) => {
    const clusterId = await emptyCluster(ctx);
    for (let number = 0; number < 30; number += 1) {
      const label = { theme: `Kettle ${number}`, summary: "It boils." };
      await ctx.db.insert("coreMemories", { ...row, ...label, clusterId, writer: "reflex" });
    }
  });
}

/** Gives every theme a label that shares no word with its memories. */
const disguise = (t: App) =>
  t.run(async (ctx) => {
    for (const { _id } of await ctx.db.query("coreMemories").take(10))
      await ctx.db.patch("coreMemories", _id, { theme: "Crossings", summary: "Over there and back." });
  });

async function reflectsOn(t: App, focus: string | null, depth: ReflectionDepth = "deep"): Promise<string[]> {
  const { themes } = await t.query(internal.reflections.functions.collectInput, {
    request: { type: "knowledge", depth, focus },
    vectorHits: null,
  });
  return themes.map(({ theme }) => theme);
}

const tickShows = async (t: App) =>
  (await gathered(t, await begun(t))).situation.themes.map(({ theme }) => theme);

describe("a deep reflection", () => {
  it("is shown the theme of its evidence, even if many themes are newer and its label shares no word", async () => {
    const t = setup();
    await store(t, [...FERRY, ...STRAY]);
    await consolidate(t);
    await disguise(t);
    await outnumber(t);
    expect(await reflectsOn(t, "ferry to the island")).toEqual(["Crossings"]);
    expect(await reflectsOn(t, "ferry to the island", "shallow")).toEqual([]);
    expect(await reflectsOn(t, "boiler")).toEqual([]);
  });

  it("is not shown a theme that has one memory of the evidence and no word of the focus", async () => {
    const t = setup();
    await store(t, [...FERRY, ...BREAD]);
    await consolidate(t);
    await disguise(t);
    await outnumber(t);
    expect(await reflectsOn(t, "fog")).toEqual([]);
  });

  it("is shown the largest themes without a focus", async () => {
    const t = setup();
    await store(t, [...BREAD, ...FERRY.slice(0, 3), ...STRAY]);
    await consolidate(t);
    const [largest] = (await t.run((ctx) => ctx.db.query("coreMemories").take(9))).sort(
      (a, b) => b.size - a.size,
    );
    await outnumber(t, 2);
    const shown = await reflectsOn(t, null);
    expect(shown).toHaveLength(3);
    expect(shown[0]).toBe(largest?.theme);
    expect(await reflectsOn(t, null, "shallow")).toEqual([]);
  });
});

describe("a tick", () => {
  it("is shown the theme of the memories that it recalls, even if many themes are newer", async () => {
    const t = setup();
    await store(t, [...FERRY, ...STRAY]);
    await consolidate(t);
    await disguise(t);
    await outnumber(t);
    await feed(t, "The morning ferry to the island is late again.");
    expect(await tickShows(t)).toEqual(["Crossings"]);
  });

  it("is shown no theme without related memories", async () => {
    const t = setup();
    await store(t, [...FERRY, ...STRAY]);
    await consolidate(t);
    await outnumber(t);
    await feed(t, "Pears are cheap this week.");
    expect(await tickShows(t)).toEqual([]);
  });
});
