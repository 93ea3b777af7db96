/** Reflections that an earlier version put into themes: the next consolidation lets go of them. */
import { describe, expect, it } from "vitest";
import { internal } from "./_generated/api";
import * as CoreMemories from "./model/coreMemories";
import * as NewMemory from "./model/newMemory";
import { readSettings } from "./settings";
import {
  BREAD,
  CHESS,
  FERRY,
  NOTHING,
  consolidate,
  core,
  everything,
  sorted,
  store,
  themesOf,
} from "./test.consolidation";
import type { App } from "./test.requests";
import { setup } from "./test.setup";

/** What an earlier version left: a reflection among the nearest of some memories, and a member of the theme of the first. */
async function compared(t: App, author: "self" | "world", content: string, near: readonly string[]) {
  return await t.run(async (ctx) => {
    const memory = { type: "reflection", content, author } as const;
    const { memoryId } = await NewMemory.add(ctx, Date.now(), readSettings({}), memory);
    const place = (await ctx.db.get("memories", memoryId))?.place ?? -1;
    const rows = (await ctx.db.query("neighbours").collect()).filter((row) => near.includes(row.memoryId));
    for (const row of rows)
      await ctx.db.patch("neighbours", row._id, { nearest: [{ place, strength: 0.9 }, ...row.nearest] });
    const theme = rows.find((row) => row.memoryId === near[0])?.coreMemoryId ?? null;
    await ctx.db.insert("neighbours", {
      memoryId,
      place,
      nearest: rows.map((row) => ({ place: row.place, strength: 0.9 })),
      comparedBy: "",
      evidence: author === "world",
      confidence: 0.8,
      coreMemoryId: theme,
    });
    const row = theme === null ? null : await ctx.db.get("coreMemories", theme);
    if (row !== null)
      await ctx.db.patch("coreMemories", row._id, {
        members: [...row.members, { memoryId, place }],
        size: row.size + 1,
        summary: content,
        writer: "model",
        wording: "settled",
        wordedSize: row.size + 1,
      });
    const totals = await ctx.db.query("memoryTotals").unique();
    const state = await ctx.db.query("consolidation").unique();
    if (totals === null || state === null) throw new Error("nothing was consolidated before");
    await ctx.db.patch("memoryTotals", totals._id, { consolidatedTo: place + 1 });
    await ctx.db.patch("consolidation", state._id, { letGo: undefined });
    return memoryId;
  });
}

describe("reflections in the themes of an earlier version", () => {
  it.each(["self", "world"] as const)(
    "leave with what they brought in, written by the %s",
    async (author) => {
      const t = setup();
      const [ferry, bread] = [await store(t, FERRY), await store(t, BREAD)];
      await consolidate(t);
      const before = await core(t);
      const own = await compared(t, author, "I conclude: zeppelins.", [...ferry, ...bread]);
      const other = await compared(t, author, "I conclude: submarines.", [...bread, ...ferry]);
      expect((await core(t)).coreMemories.flatMap(({ memories }) => memories)).toEqual(
        expect.arrayContaining([own, other]),
      );
      expect(await consolidate(t)).toMatchObject({ memoriesProcessed: 8, coreMemoriesCreated: 0 });
      expect(await themesOf(t)).toEqual(sorted([ferry, bread]));
      const after = await core(t);
      expect(after.coreMemories).toEqual(before.coreMemories);
      expect(JSON.stringify(after)).not.toMatch(/zeppelins|submarines/);
      const { neighbours } = await everything(t);
      expect(neighbours.map(({ memoryId }) => memoryId).sort()).toEqual([...ferry, ...bread].sort());
      const places = new Set(neighbours.map(({ place }) => place));
      for (const { nearest } of neighbours) for (const { place } of nearest) expect(places).toContain(place);
      expect(await consolidate(t)).toEqual(NOTHING);
    },
  );

  it("take a theme with them that they made up", async () => {
    const t = setup();
    const [ferry, chess] = [await store(t, FERRY), await store(t, CHESS.slice(0, 2))];
    await consolidate(t);
    const reflections = [await compared(t, "self", "Tomas and chess, I conclude.", chess)];
    const [id] = await t.run(async (ctx) => {
      const rows = (await ctx.db.query("neighbours").collect()).filter(({ memoryId }) =>
        [...chess, ...reflections].includes(memoryId),
      );
      const members = rows.map(({ memoryId, place }) => ({ memoryId, place }));
      const words = { theme: "Nonsense", summary: "Nonsense.", writer: "model", wording: "settled" } as const;
      return await CoreMemories.apply(ctx, Date.now(), [
        { kind: "founded", members, confidence: 0.5, words },
      ]);
    });
    if (id === undefined) throw new Error("no theme was made up");
    expect((await core(t)).total).toBe(2);
    await consolidate(t);
    expect(await t.run((ctx) => ctx.db.get("coreMemories", id))).toBeNull();
    const { coreMemories } = await everything(t);
    expect(coreMemories.map(({ members }) => members.map(({ memoryId }) => memoryId))).toEqual([ferry]);
    expect(await consolidate(t)).toEqual(NOTHING);
  });

  it("are looked for once", async () => {
    const t = setup();
    const begin = () => t.mutation(internal.consolidation.begin, {});
    expect(await begin()).toMatchObject({ letGo: false });
    await t.mutation(internal.consolidation.release, { run: 1 });
    await consolidate(t);
    expect(await begin()).toMatchObject({ letGo: true });
  });
});
