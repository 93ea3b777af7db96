/** Knowledge at the limits of the contract. */
import { describe, expect, it } from "vitest";
import type { MutationCtx } from "../_generated/server";
import { currentSettings } from "../lib/currentSettings";
import { findablePassages } from "../../mind/knowledge/passages";
import * as Knowledge from "./items";
import { found, put, letters, list, words } from "../../test/functions/knowledge";
import { setup } from "../../test/functions/setup";

describe("an item of knowledge", () => {
  it.each([
    ["pairs", "潮汐表".repeat(43_690)],
    ["short sections", "# Pier\n\ntide\n\n".repeat(8_700)],
    ["many words", words(17_000, "w").join(" ").slice(0, 131_072)],
  ])("may be as long as the contract allows, and be replaced: %s", async (_, content) => {
    const t = setup();
    const tags = Array.from({ length: 32 }, (_, i) => `tag ${i}`);
    const body = { title: "t".repeat(512), source: "🌊".repeat(512), tags };
    await put(t, { ...body, content });
    expect(await put(t, { ...body, content: `${content.slice(16)}.` })).toMatchObject({ updated: true });
    expect((await list(t)).items[0]?.content).toBe(`${content.slice(16)}.`);
    expect((await list(t, { tag: "tag 31" })).total).toBe(1);
  });
});

describe("a search of knowledge", () => {
  it("loses no item of a tag to items outside it, or to one with many passages", async () => {
    const t = setup();
    const long = Array.from(
      { length: 900 },
      (_, i) => `The pelican of page ${i} eats fish at the pier.`,
    ).join(" ");
    for (const volume of ["one", "two", "three"])
      await put(t, { title: `Pelicans, ${volume}`, content: long });
    await put(t, { title: "Aside", content: "Somebody once saw a pelican.", tags: ["rare"] });
    const inTag = await found(t, "pelican", { tag: "rare", threshold: "0" });
    expect(inTag.map(({ title }) => title)).toEqual(["Aside"]);
    const all = await found(t, "pelican", { threshold: "0", limit: "100" });
    expect(all.map(({ title }) => title).sort()).toEqual([
      "Aside",
      "Pelicans, one",
      "Pelicans, three",
      "Pelicans, two",
    ]);
  });

  it("finds all items of a tag, even when more matches outside it than a search reads", async () => {
    const t = setup();
    await t.run(async (ctx) => {
      for (let i = 0; i < 66; i++)
        await putUncounted(ctx, letters(i), "Terns, and from the pier a ferry.", ["birds"]);
    });
    await put(t, { title: "Timetables", content: "The ferry." });
    await t.run(async (ctx) => {
      const note = await ctx.db.query("searchDocuments").order("desc").first();
      if (note === null) throw new Error("an item has no passage");
      const { _id, _creationTime, ...passage } = note;
      for (let place = 1; place <= 1_030; place++)
        await ctx.db.insert("searchDocuments", { ...passage, place });
    });
    expect((await list(t, { query: "ferry", tag: "birds", threshold: "0" })).total).toBe(66);
  });
});

/** Writes an item without counting its terms. */
async function putUncounted(ctx: MutationCtx, title: string, content: string, tags: string[]): Promise<void> {
  const passages = findablePassages(title, content);
  const item = { title, content, tags, confidence: 0.8, passages, terms: [] };
  await Knowledge.put(ctx, Date.now(), currentSettings(), item);
}
