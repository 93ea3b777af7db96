/** The cost of search, links and duplicates among the longest memories, in which every pair of characters is a term. */
import { describe, expect, it } from "vitest";
import { internal } from "../_generated/api";
import type { MutationCtx } from "../_generated/server";
import { currentSettings } from "../lib/currentSettings";
import { duplicateOf } from "./duplicates";
import { NO_NEIGHBORS } from "../search/semanticNeighbors";
import { randomText } from "../../test/functions/longTexts";
import { tell } from "../../test/functions/search";
import { setup } from "../../test/functions/setup";

const MIB = 1024 * 1024;
const MANY = 16;

describe("among memories of 16,384 Han characters", () => {
  it("search, links and duplicates read only a few", { timeout: 240_000 }, async () => {
    const t = setup({ AUTONOMY: "off" });
    const shared = randomText(500, 200);
    const contents = Array.from({ length: MANY }, (_, i) => shared + randomText(i, 16_184));
    for (const content of contents) await tell(t, [content]);
    const mibRead = (work: (ctx: MutationCtx) => Promise<unknown>) =>
      t.run(async (ctx) => {
        const before = (await ctx.meta.getTransactionMetrics()).bytesRead.used;
        await work(ctx);
        return ((await ctx.meta.getTransactionMetrics()).bytesRead.used - before) / MIB;
      });
    const page = { now: Date.now(), threshold: 0.3, limit: 10, offset: 0, vectorHits: null };
    for (const length of [4, 200, 1_024])
      expect(
        await mibRead((ctx) =>
          ctx.runQuery(internal.memories.search.search, { ...page, query: randomText(3, length) }),
        ),
        `${length}`,
      ).toBeLessThan(3);
    const news = { type: "semantic" as const, content: shared };
    expect(await mibRead((ctx) => duplicateOf(ctx, currentSettings(), news, NO_NEIGHBORS))).toBeLessThan(0.5);
    const linking = async (ctx: MutationCtx) => {
      const memory = await ctx.db.query("memories").first();
      if (memory === null) throw new Error("there is no memory");
      await ctx.runQuery(internal.memories.linkDetection.detect, { memoryId: memory._id, ...NO_NEIGHBORS });
    };
    expect(await mibRead(linking)).toBeLessThan(8);
  });
});
