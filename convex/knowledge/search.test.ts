/** Listing and searching knowledge, without an embedding provider. */
import { describe, expect, it } from "vitest";
import { found, put, letters, list, sentences, titles, words } from "../../test/functions/knowledge";
import { expectFailure } from "../../test/functions/requests";
import { large, setup } from "../../test/functions/setup";

describe("the list of knowledge", () => {
  it("pages by tag and time, the last changed first, with exact totals", async () => {
    const t = setup();
    for (let i = 0; i < 7; i += 1)
      await put(t, { title: `Item ${i}`, content: "Text.", tags: i % 2 === 0 ? ["even", "all"] : ["all"] });
    await put(t, { title: "Item 2", content: "Changed.", tags: ["even", "all"] });
    const order = ["Item 2", "Item 6", "Item 5", "Item 4", "Item 3", "Item 1", "Item 0"];
    const all = await list(t, { limit: "100" });
    expect(titles(all)).toEqual(order);
    const second = await list(t, { limit: "3", offset: "3" });
    expect(second).toMatchObject({ total: 7, hasMore: true });
    expect(titles(second)).toEqual(order.slice(3, 6));
    expect(titles(await list(t, { tag: "even" }))).toEqual(["Item 2", "Item 6", "Item 4", "Item 0"]);
    const since = String(all.items[3]?.updatedAt);
    expect(await list(t, { since, tag: "all" })).toMatchObject({ total: 3, hasMore: false });
    expect(titles(await list(t, { since, tag: "even" }))).toEqual(["Item 2", "Item 6"]);
    expect(await list(t, { tag: "none" })).toEqual({ items: [], total: 0, hasMore: false });
    expect(await list(t, { offset: "7" })).toEqual({ items: [], total: 7, hasMore: false });
  });

  it("ends a page before its contents exceed an answer", async () => {
    const t = setup();
    for (let i = 0; i < 7; i += 1) await put(t, { title: `Item ${i}`, content: "Long." });
    await t.run(async (ctx) => {
      for (const { _id } of await ctx.db.query("knowledge").take(10))
        await ctx.db.patch("knowledge", _id, { size: 6_000_000 });
    });
    const pages: string[][] = [];
    for (let offset = 0, more = true; more; offset += pages.at(-1)?.length ?? 0) {
      const page = await list(t, { limit: "100", offset: String(offset) });
      pages.push(titles(page));
      expect(page.total).toBe(7);
      more = page.hasMore;
    }
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 2, 1]);
    expect(pages.flat()).toEqual(Array.from({ length: 7 }, (_, i) => `Item ${6 - i}`));
  });

  large("returns an item of any length", async () => {
    const t = setup();
    const content = "\u0001".repeat(131_071) + "x";
    await put(t, { title: "Bare controls", content });
    expect((await list(t)).items[0]?.content).toBe(content);
    expect((await list(t, { query: "bare controls", threshold: "0" })).items[0]?.content).toBe(content);
  });

  it.each<Record<string, string>>([
    { threshold: "0.5" },
    { limit: "0" },
    { limit: "101" },
    { tag: "" },
    { query: "" },
    { query: "x", threshold: "1.1" },
    { since: "-1" },
    { until: "5" },
  ])("refuses %o", async (parameters) => {
    const t = setup();
    const response = await t.fetch(`/knowledge?${new URLSearchParams(parameters).toString()}`);
    await expectFailure(response, 400, "VALIDATION_ERROR");
  });
});

describe("a search of knowledge", () => {
  it("finds any sentence of a long item, in its exact passage", async () => {
    const t = setup();
    const of = words(1_050, "crate");
    const content = sentences(of);
    await put(t, { title: "Inventory", content });
    await put(t, { title: "Poem", content: "Waves upon the shore." });
    for (const i of [0, 377, 700, 1_000, 1_048, 1_049]) {
      const [hit, ...others] = await found(t, `Where is the ${of[i]}?`, { threshold: "0.3" });
      expect(hit?.passage).toContain(`The ${of[i]} stands in bay ${i} `);
      expect(content).toContain(hit?.passage);
      expect(others).toEqual([]);
    }
  });

  it("finds a section of a short item", async () => {
    const t = setup();
    const section = (name: string, of: string) => `## ${name}\n\n${sentences(words(3, of))}\n\n`;
    const content = `# Handbook\n\n${section("Ropes", "hemp")}${section("Lamps", "wick")}${section("Sails", "loft")}`;
    expect(await put(t, { title: "Keeper", content })).toMatchObject({ chunks: 3 });
    const [hit] = await found(t, "Which lamps are there?", { threshold: "0.3" });
    expect(hit?.passage).toContain("## Lamps");
    expect(content).toContain(hit?.passage);
  });

  it("finds a passage by its title and its heading", async () => {
    const t = setup();
    const filler = (of: string) => sentences(words(12, of));
    const content = `# Moorings\n\n${filler("rope")}\n\n# Lamps\n\n${filler("wick")}`;
    await put(t, { title: "Keeper's handbook", content });
    expect((await found(t, "keeper's handbook", { threshold: "0" }))[0]?.title).toBe("Keeper's handbook");
    const [hit] = await found(t, "lamps", { threshold: "0" });
    expect(hit?.passage).toContain("wick");
  });

  it("does not find earlier versions of an item", async () => {
    const t = setup();
    await put(t, { title: "Note", content: "The gannets nest on the northern cliff." });
    await put(t, { title: "Note", content: "The lighthouse was painted white." });
    expect(await found(t, "gannets", { threshold: "0" })).toEqual([]);
    expect((await found(t, "lighthouse painted white"))[0]?.content).toBe(
      "The lighthouse was painted white.",
    );
  });

  it("pages over its hits, the most similar first, above the threshold", async () => {
    const t = setup();
    for (let i = 0; i < 12; i += 1)
      await put(t, {
        title: `Report ${letters(i)}`,
        content: `Cormorants ${"and gulls ".repeat(i)}were seen.`,
      });
    await put(t, { title: "Other", content: "Nothing of the kind." });
    const all = await list(t, { query: "cormorants", threshold: "0", limit: "100" });
    expect(all.total).toBe(12);
    const similarities = all.items.map(({ similarity = -1 }) => similarity);
    expect(similarities).toEqual([...similarities].sort((a, b) => b - a));
    const pages = await Promise.all(
      ["0", "5", "10"].map((offset) => list(t, { query: "cormorants", threshold: "0", limit: "5", offset })),
    );
    expect(pages.flatMap(titles)).toEqual(titles(all));
    expect(pages.map(({ hasMore }) => hasMore)).toEqual([true, true, false]);
    const threshold = similarities[5] ?? 1;
    const above = await list(t, { query: "cormorants", threshold: String(threshold), limit: "100" });
    expect(above.total).toBe(similarities.filter((similarity) => similarity >= threshold).length);
    const since = String(Math.min(...all.items.slice(0, 4).map(({ updatedAt }) => updatedAt)));
    for (const { updatedAt } of (await list(t, { query: "cormorants", threshold: "0", since })).items)
      expect(updatedAt).toBeGreaterThan(Number(since));
  });
});
