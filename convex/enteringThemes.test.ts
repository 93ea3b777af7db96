/** Rows of neighbours that an earlier version wrote without the theme: the next consolidation enters it. */
import { describe, expect, it } from "vitest";
import { BREAD, FERRY, NOTHING, consolidate, core, everything, store } from "./test.consolidation";
import type { App } from "./test.requests";
import { setup } from "./test.setup";

/** As an earlier version left them: the themes name their members, the rows say nothing of it. */
async function forgetThemes(t: App, of: (place: number) => boolean): Promise<void> {
  await t.run(async (ctx) => {
    for (const { _id, _creationTime, coreMemoryId: _theme, ...row } of await ctx.db
      .query("neighbours")
      .collect())
      if (of(row.place)) await ctx.db.replace("neighbours", _id, row);
  });
}

describe("rows of neighbours that don't say which theme the memory is in", () => {
  it.each([
    { what: "all of them", of: () => true },
    { what: "those a run that died has left", of: (place: number) => place % 2 === 0 },
  ])("say it after a consolidation, which changes nothing else: $what", async ({ of }) => {
    const t = setup();
    await store(t, [...FERRY, ...BREAD, "Nothing at all is like this one here."]);
    await consolidate(t);
    const [before, themes] = [await everything(t), await core(t)];
    expect(before.neighbours.map(({ coreMemoryId }) => coreMemoryId)).toContain(null);
    await forgetThemes(t, of);
    expect(await consolidate(t)).toEqual(NOTHING);
    expect((await everything(t)).neighbours).toEqual(before.neighbours);
    expect(await core(t)).toEqual(themes);
  });

  it("don't keep what comes from joining the theme", async () => {
    const t = setup();
    await store(t, FERRY.slice(0, -1));
    await consolidate(t);
    await forgetThemes(t, () => true);
    await store(t, FERRY.slice(-1));
    await consolidate(t);
    const { coreMemories } = await core(t);
    expect(coreMemories.map(({ memories }) => memories.length)).toEqual([FERRY.length]);
  });
});
