import { describe, expect, it, vi } from "vitest";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { audited, entryOf } from "../../test/functions/knowledgeAudit";
import { post, type App } from "../../test/functions/requests";
import { large, setup } from "../../test/functions/setup";
import * as Listing from "../lib/listing";
import * as DocumentFrequencies from "../search/documentFrequencies";

/** More items than a step takes: of the sea the even ones, of the town the others. */
async function withKnowledge(): Promise<App> {
  const t = setup();
  for (let i = 0; i < 7; i += 1)
    await post(t, "/knowledge", {
      title: `Item ${i}`,
      content: `The crane of quay ${i} is green.`,
      tags: [i % 2 === 0 ? "sea" : "town"],
      metadata: { i },
    });
  return t;
}

const items = (t: App) => t.run((ctx) => ctx.db.query("knowledge").take(20));
const owners = (t: App) => t.run((ctx) => DocumentFrequencies.documentsIn(ctx, "knowledge"));

async function titles(t: App, parameters: Record<string, string> = {}): Promise<string[]> {
  const response = await t.fetch(`/knowledge?${new URLSearchParams(parameters).toString()}`);
  expect(response.status).toBe(200);
  const page: { items: { title: string }[]; total: number } = await response.json();
  expect(page.total).toBe(page.items.length);
  return page.items.map(({ title }) => title);
}

async function firstItem(ctx: MutationCtx): Promise<Doc<"knowledge">> {
  const item = await ctx.db.query("knowledge").first();
  if (item === null) throw new Error("nothing was kept");
  return item;
}

const changeOwners = async (ctx: MutationCtx): Promise<void> => {
  await DocumentFrequencies.setDocuments(ctx, "knowledge", 9);
};

describe("an audit of knowledge's figures", () => {
  it("finds nothing wrong with what was kept and changed", async () => {
    const t = await withKnowledge();
    await post(t, "/knowledge", { title: "Item 3", content: "It was painted.", tags: ["sea", "paint"] });
    expect(await audited(t)).toEqual([]);
  });

  it("mends an item's own figures", async () => {
    const t = await withKnowledge();
    const before = await items(t);
    await t.run(async (ctx) => {
      const [first, , , , , , last] = await ctx.db.query("knowledge").take(7);
      if (first === undefined || last === undefined) throw new Error("too little was kept");
      await ctx.db.patch("knowledge", first._id, { chunks: 5 });
      await ctx.db.patch("knowledge", last._id, { size: 1 });
    });
    expect(await audited(t)).toEqual(["chunks", "size"]);
    expect(await items(t)).toEqual(before);
    expect(await audited(t)).toEqual([]);
  });

  it("puts an item into the lists that it is missing from", async () => {
    const t = await withKnowledge();
    await t.run(async (ctx) => {
      const item = await firstItem(ctx);
      await Listing.remove(ctx, entryOf(item, "knowledge"));
      await Listing.remove(ctx, entryOf(item, "knowledge|tag=sea"));
    });
    expect(await titles(t)).not.toContain("Item 0");
    expect(await audited(t)).toEqual(["totals"]);
    expect(await titles(t)).toEqual([6, 5, 4, 3, 2, 1, 0].map((i) => `Item ${i}`));
    expect(await titles(t, { tag: "sea" })).toEqual([6, 4, 2, 0].map((i) => `Item ${i}`));
    expect(await audited(t)).toEqual([]);
  });

  it("takes out of the lists what is of no item, of another tag, or of an earlier version", async () => {
    const t = await withKnowledge();
    await t.run(async (ctx) => {
      const item = await firstItem(ctx);
      await Listing.add(ctx, { ...entryOf(item, "knowledge"), id: "nothing" });
      await Listing.add(ctx, entryOf(item, "knowledge|tag=town"));
      await Listing.add(ctx, { ...entryOf(item, "knowledge|tag=sea"), key: item.updatedAt - 1 });
    });
    expect(await audited(t)).toEqual(["totals"]);
    expect(await titles(t)).toHaveLength(7);
    expect(await titles(t, { tag: "town" })).toEqual([5, 3, 1].map((i) => `Item ${i}`));
    expect(await titles(t, { tag: "sea" })).toEqual([6, 4, 2, 0].map((i) => `Item ${i}`));
    expect(await audited(t)).toEqual([]);
  });

  it("leaves lists of other things alone", async () => {
    const t = await withKnowledge();
    await t.run((ctx) => Listing.add(ctx, { list: "logs", facets: {}, key: 1, id: "a log" }));
    expect(await audited(t)).toEqual([]);
    expect(await t.run((ctx) => Listing.total(ctx, "logs"))).toBe(1);
  });

  it("mends how many items there are, but not what changes while it counts", async () => {
    const t = await withKnowledge();
    expect(await audited(t, changeOwners)).toEqual([]);
    expect(await owners(t)).toBe(9);
    expect(await audited(t)).toEqual(["items"]);
    expect(await owners(t)).toBe(7);
  });

  large("goes through long lists, and lists beyond a page of them, in bounded steps", async () => {
    const t = await withKnowledge();
    await t.run(async (ctx) => {
      for (let i = 0; i < 120; i += 1) {
        await Listing.add(ctx, { list: "knowledge", facets: {}, key: i, id: "nothing" });
        await Listing.add(ctx, { list: `knowledge|tag=${i}`, facets: {}, key: i, id: "nothing" });
      }
    });
    expect(await audited(t)).toEqual(["totals"]);
    expect(await titles(t)).toHaveLength(7);
    for (const tag of ["0", "60", "119"])
      expect(await t.run((ctx) => Listing.total(ctx, `knowledge|tag=${tag}`))).toBe(0);
  });

  it("runs to its end by itself, and says what it mended", async () => {
    const t = await withKnowledge();
    await t.run(changeOwners);
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    vi.useFakeTimers();
    try {
      await t.mutation(internal.knowledge.functions.audit, {});
      await t.finishAllScheduledFunctions(vi.runAllTimers);
      expect(await owners(t)).toBe(7);
      expect(warned.mock.calls.flat().join()).toContain(
        "figures of knowledge were wrong and are mended: items",
      );
    } finally {
      vi.useRealTimers();
      warned.mockRestore();
    }
  });
});
