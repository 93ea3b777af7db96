/** The figures of GET /memories/stats. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { MEMORY_TYPES } from "../../mind/enums";
import * as Stats from "./memoryStats";
import * as Activation from "../memories/activation";
import { store, type Told } from "../../test/functions/memories";
import type { App } from "../../test/functions/requests";
import { large, setup } from "../../test/functions/setup";

describe("the figures of memories", () => {
  it("are 0 without memories", async () => {
    expect(await setup().query(internal.consolidation.queries.memoryStats, {})).toEqual({
      total: 0,
      byType: { episodic: 0, semantic: 0, emotional: 0, procedural: 0, reflection: 0 },
      avgImportance: 0,
      avgConfidence: 0,
      avgSalience: 0,
      uniqueRate: 0,
      coreMemories: 0,
      links: 0,
      oldestMemory: 0,
      newestMemory: 0,
      lastConsolidation: 0,
      storageEstimate: "0 B",
    });
  });

  it("include a readable size", () => {
    const KIB = 1024;
    const sizes = [1, 1023, KIB, 1.46 * KIB, 1023.9 * KIB, 1023.96 * KIB, 3 * KIB ** 3, 5_000 * KIB ** 4];
    expect(sizes.map(Stats.readableBytes)).toEqual([
      "1 B",
      "1023 B",
      "1.0 KiB",
      "1.5 KiB",
      "1023.9 KiB",
      "1.0 MiB",
      "3.0 GiB",
      "5000.0 TiB",
    ]);
  });

  large("equal a scan after any stores, recalls and decay", async () => {
    const share = fc.integer({ min: 0, max: 1000 }).map((n) => n / 1000);
    const step = fc.oneof(
      fc.record({
        kind: fc.constant("store" as const),
        type: fc.constantFrom(...MEMORY_TYPES),
        content: fc.constantFrom(
          "Gulls over the pier.",
          "Gulls over the pier",
          "Rain.",
          "Anna lives in Rome.",
        ),
        importance: fc.option(share, { nil: undefined }),
        salience: fc.option(share, { nil: undefined }),
        confidence: share,
      }),
      fc.record({ kind: fc.constant("touch" as const), which: fc.nat(), later: fc.nat({ max: 1e9 }) }),
      fc.record({ kind: fc.constant("fade" as const), later: fc.nat({ max: 1e10 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const t = setup();
        const ids: Id<"memories">[] = [];
        for (const { kind, ...step } of steps) {
          if ("content" in step) ids.push((await store(t, definedOf(step))).memoryId);
          else if ("which" in step) {
            const id = ids[step.which % Math.max(1, ids.length)];
            if (id !== undefined)
              await t.run(async (ctx) => void (await Activation.touch(ctx, Date.now() + step.later, [id])));
          } else if (kind === "fade")
            await t.run(async (ctx) => void (await Activation.decayDue(ctx, Date.now() + step.later, 100)));
        }
        const { exact, means } = await scanned(t);
        const stats = await t.query(internal.consolidation.queries.memoryStats, {});
        expect(stats).toMatchObject(exact);
        for (const name of MEANS) expect(Math.abs(stats[name] - means[name])).toBeLessThanOrEqual(1e-6);
      }),
      { numRuns: 12 },
    );
  });
});

const MEANS = ["avgImportance", "avgConfidence", "avgSalience", "uniqueRate"] as const;

/** Drops undefined fields, which arguments must not have. */
function definedOf(step: { [Name in keyof Told]: Told[Name] | undefined }): Partial<Told> {
  return Object.fromEntries(Object.entries(step).filter(([, value]) => value !== undefined));
}

/** The figures computed from every row. */
function scanned(t: App) {
  return t.run(async (ctx) => {
    const memories = await ctx.db.query("memories").take(1_000);
    const activation = await ctx.db.query("memoryActivation").take(1_000);
    const mean = (values: number[]) =>
      values.length === 0 ? 0 : values.reduce((a, b) => a + b) / values.length;
    return {
      exact: {
        total: memories.length,
        oldestMemory: memories[0]?.createdAt ?? 0,
        newestMemory: memories.at(-1)?.createdAt ?? 0,
      },
      means: {
        avgImportance: mean(memories.map(({ importance }) => importance)),
        avgConfidence: mean(memories.map(({ confidence }) => confidence)),
        avgSalience: mean(activation.map(({ salience }) => salience)),
        uniqueRate: mean(memories.map(({ unique }) => (unique ? 1 : 0))),
      },
    };
  });
}
