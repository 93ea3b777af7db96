/** The cost of reading and storing among many memories. */
import { describe, expect, it } from "vitest";
import type { MutationCtx } from "../_generated/server";
import { writeMemory } from "../memories/rows";
import * as Memories from "../memories/memories";
import * as NewMemory from "../memories/newMemory";
import * as Stats from "./memoryStats";
import * as Activation from "../memories/activation";
import { readSettings } from "../lib/settings";
import { setup } from "../../test/functions/setup";

describe("the cost of a list, the figures and a store", () => {
  it("does not grow with the number of memories", { timeout: 120_000 }, async () => {
    const [few, many] = [await costs(200), await costs(1_000)];
    for (const [what, cost] of Object.entries(many)) {
      const before = few[what];
      expect(before, what).toBeDefined();
      expect(cost.documentsRead, what).toBeLessThanOrEqual(1.5 * (before?.documentsRead ?? 0) + 2);
      expect(cost.bytesRead, what).toBeLessThanOrEqual(1.5 * (before?.bytesRead ?? 0) + 40_000);
    }
  });
});

interface Cost {
  readonly documentsRead: number;
  readonly bytesRead: number;
}

/** The cost of each read and of a store, with this many memories. */
async function costs(memories: number): Promise<Record<string, Cost>> {
  const t = setup();
  for (let from = 0; from < memories; from += 200) await t.run((ctx) => fill(ctx, from, from + 200));
  const cost = (work: (ctx: MutationCtx) => Promise<unknown>): Promise<Cost> =>
    t.run(async (ctx) => {
      await work(ctx);
      const { documentsRead, bytesRead } = await ctx.meta.getTransactionMetrics();
      return { documentsRead: documentsRead.used, bytesRead: bytesRead.used };
    });
  const page = { limit: 20, offset: memories / 2 };
  return {
    stats: await cost((ctx) => Stats.read(ctx)),
    page: await cost((ctx) => Memories.list(ctx, { scope: "", ...page })),
    "page of a type": await cost((ctx) => Memories.list(ctx, { scope: "", ...page, type: "semantic" })),
    "page since": await cost((ctx) => Memories.list(ctx, { scope: "", ...page, since: 10, offset: 50 })),
    "page of what matters": await cost((ctx) =>
      Memories.list(ctx, { scope: "", ...page, minImportance: 0.5, offset: 50 }),
    ),
    store: await cost((ctx) =>
      NewMemory.createMemory(ctx, Date.now(), readSettings({}), {
        type: "semantic",
        content: "The gannets are back on the pier, Maria says.",
        author: "world",
      }),
    ),
  };
}

/** Writes memories as `createMemory` does, without search documents, which lists and figures don't need. */
async function fill(ctx: MutationCtx, from: number, to: number): Promise<void> {
  for (let i = from; i < to; i += 1) {
    const createdAt = i + 1;
    const importance = (i % 100) / 100;
    const memoryId = await writeMemory(ctx, null, {
      scope: "",
      type: "semantic",
      content: `Memory ${i}`,
      importance,
      confidence: 0.8,
      sentiment: { score: 0, label: "neutral" },
      entities: [],
      unique: true,
      author: "world",
      createdAt,
      place: i,
      version: 1,
      normalKey: `key ${i}`,
    });
    await Activation.create(ctx, { memoryId, salience: 0.5, importance, createdAt });
  }
}
