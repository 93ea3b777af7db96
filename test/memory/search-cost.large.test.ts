/// <reference types="vite/client" />
/** The reads of a search do not grow with the memories: counted on the host's engine, which is fast enough for many. */
import rateLimiter from "@convex-dev/rate-limiter/test";
import { convexTest } from "convex-test";
import { expect, test } from "vitest";
import { readSettings } from "../../convex/lib/settings";
import * as NewMemory from "../../convex/memories/newMemory";
import { internal } from "../../convex/_generated/api";
import schema from "../../convex/schema";

const modules = import.meta.glob([
  "../../convex/**/*.ts",
  "../../convex/_generated/*.js",
  "!../../convex/**/*.*.ts",
]);

function setup() {
  const t = convexTest({ schema, modules, transactionLimits: true });
  rateLimiter.register(t);
  return t;
}
type App = ReturnType<typeof setup>;

const KEYLESS = readSettings({});
const NOW = Date.UTC(2026, 4, 20, 12);
const BATCH = 50;
const NAMES = ["Anna", "Bruno", "Carla", "David", "Elif", "Farid", "Greta", "Hugo"];
const THINGS = ["boat", "ledger", "bicycle", "telescope", "garden", "piano", "radio"];

/** Every word is in many memories, so that there are more hits than are ranked. */
const content = (i: number) =>
  `${NAMES[i % NAMES.length] ?? ""} mended the ${THINGS[i % THINGS.length] ?? ""} at the harbour, the ${i}th.`;

async function fill(t: App, from: number, to: number): Promise<void> {
  for (let first = from; first < to; first += BATCH)
    await t.run(async (ctx) => {
      for (let i = first; i < first + BATCH; i++)
        await NewMemory.createMemory(ctx, NOW + i, KEYLESS, {
          type: i % 2 === 0 ? "semantic" : "episodic",
          content: content(i),
          author: "world",
        });
    });
}

function cost(t: App, narrowed: { type?: "semantic"; since?: number }) {
  return t.run(async (ctx) => {
    const found = await ctx.runQuery(internal.memories.search.search, {
      query: "Who mended the telescope at the harbour?",
      now: NOW + 3_600_000,
      threshold: 0,
      limit: 10,
      offset: 0,
      vectorHits: null,
      ...narrowed,
    });
    const { documentsRead, databaseQueries } = await ctx.meta.getTransactionMetrics();
    return { found: found.results.length, documents: documentsRead.used, ranges: databaseQueries.used };
  });
}

test("a search reads about as much of six hundred memories as of three hundred", async () => {
  const t = setup();
  const searches = [{}, { type: "semantic" as const }, { since: NOW + 20 }];
  // More than the candidates by words.
  await fill(t, 0, 300);
  const few = await Promise.all(searches.map((narrowed) => cost(t, narrowed)));
  // The window has more than the 512 that are compared completely.
  await fill(t, 300, 600);
  const many = await Promise.all(searches.map((narrowed) => cost(t, narrowed)));
  for (const [i, { found, documents, ranges }] of many.entries()) {
    expect(found).toBe(10);
    expect(documents).toBeLessThan(1.8 * (few[i]?.documents ?? 0));
    // 64 candidates, the turns around the best ten, and the rows of one page.
    expect(documents).toBeLessThan(230);
    expect(ranges).toBeLessThan(200);
  }
});
