/** Knowledge as long as the contract allows, and much of it. */
import { describe, expect, it } from "vitest";
import { found, keep, list, words } from "./test.knowledge";
import { setup } from "./test.setup";

describe("an item of knowledge", () => {
  it.each([
    ["astral", "🌊".repeat(131_072)],
    ["one word", "x".repeat(131_072)],
    ["blank lines", `${"\n".repeat(131_071)}x`.trimStart().padStart(131_000, "\n")],
    ["pairs", "潮汐表".repeat(43_690)],
    ["short sections", "# Pier\n\ntide\n\n".repeat(8_700)],
    ["many words", words(17_000, "w").join(" ").slice(0, 131_072)],
  ])("may be as long as the contract says, and change as a whole: %s", async (_, content) => {
    const t = setup();
    const tags = Array.from({ length: 32 }, (_, i) => `tag ${i}`);
    const body = { title: "t".repeat(512), source: "🌊".repeat(512), tags };
    await keep(t, { ...body, content });
    expect(await keep(t, { ...body, content: `${content.slice(16)}.` })).toMatchObject({ updated: true });
    expect((await list(t)).items[0]?.content).toBe(`${content.slice(16)}.`);
    expect((await list(t, { tag: "tag 31" })).total).toBe(1);
  });
});

describe("a search of knowledge", () => {
  it("loses no item of a tag to those outside it, nor to one with many passages", async () => {
    const t = setup();
    const long = Array.from(
      { length: 900 },
      (_, i) => `The pelican of page ${i} eats fish at the pier.`,
    ).join(" ");
    for (const volume of ["one", "two", "three"])
      await keep(t, { title: `Pelicans, ${volume}`, content: long });
    await keep(t, { title: "Aside", content: "Somebody once saw a pelican.", tags: ["rare"] });
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
});
