/**
 * Many scopes cost as much as one. The tests count documents read, which would grow with a scan from a few hundred on.
 * `ROWS=10000 npx vitest run --project node --testTimeout 1400000 convex/memories/scopes.large.test.ts` makes more of them.
 */
import { expect } from "vitest";
import { consolidate, FERRY } from "../../test/functions/consolidation";
import type { App } from "../../test/functions/requests";
import { large, rowsOr, setup } from "../../test/functions/setup";
import { internal } from "../_generated/api";
import * as CoreMemories from "../consolidation/coreMemories";
import { readSettings } from "../lib/settings";
import { NO_NEIGHBORS } from "../search/semanticNeighbors";
import * as MemoryLists from "./lists";
import * as Memories from "./memories";
import { storeOrMerge } from "./merge";
import * as NewMemory from "./newMemory";

const KEYLESS = readSettings({});
const NOW = Date.UTC(2026, 4, 20, 12);
const FEW = 10;
/** Enough memories that a scan would show in every count below. */
const MANY = rowsOr(400);
const BATCH = 25;
/** The scope whose figures are checked; it has a theme. */
const ANA = "person 7";
const scopeOf = (i: number) => `person ${i}`;
const textOf = (i: number) => `The ferry of pier ${i} leaves at nine.`;

type Ctx = Parameters<typeof NewMemory.createMemory>[0];

const memory = (scope: string, i: number, content: string) => ({
  ...{ scope, content, type: "semantic" as const, author: "world" as const },
  metadata: JSON.stringify({ pier: i % 2 }),
});
const add = (ctx: Ctx, scope: string, i: number, content = textOf(i)) =>
  NewMemory.createMemory(ctx, NOW + i, KEYLESS, memory(scope, i, content));

/** What each request answers, and the documents that it reads and writes. */
async function costs(t: App, last: number) {
  const used = async <T>(body: (ctx: Ctx) => Promise<T>) =>
    t.run(async (ctx) => {
      const result = await body(ctx);
      const { documentsRead, documentsWritten } = await ctx.meta.getTransactionMetrics();
      return { result, read: documentsRead.used, written: documentsWritten.used };
    });
  const query = "When does the ferry of pier 7 leave?";
  const search = { query, now: NOW + MANY, threshold: 0, limit: 10, offset: 0, vectorHits: null };
  const range = { limit: 5, offset: 0 };
  const filter = { ...range, scope: ANA };
  const merge = (scope: string, content: string) =>
    used((ctx) => storeOrMerge(ctx, NOW + last, KEYLESS, memory(scope, last, content), NO_NEIGHBORS));
  return {
    search: await used((ctx) => ctx.runQuery(internal.memories.search.search, { ...search, scope: ANA })),
    list: await used((ctx) => Memories.list(ctx, filter)),
    filtered: await used((ctx) =>
      MemoryLists.listFiltered(ctx, { ...filter, metadata: [{ key: "pier", value: "1" }] }),
    ),
    themes: await used((ctx) => CoreMemories.list(ctx, filter)),
    stats: await used((ctx) => ctx.runQuery(internal.consolidation.queries.memoryStats, {})),
    all: await used((ctx) => Memories.list(ctx, { limit: 1, offset: Math.floor(last / 2) })),
    duplicate: await merge(ANA, textOf(7)),
    distinct: await merge(scopeOf(last), textOf(7)),
    stored: await used((ctx) => add(ctx, "", last)),
    storedInScope: await used((ctx) => add(ctx, scopeOf(last), last)),
  };
}

large("requests cost as much with ten scopes as with hundreds, and stay exact", async () => {
  const t = setup({ AUTONOMY: "off" });
  const fill = (from: number, to: number) =>
    t.run(async (ctx) => {
      for (let i = from; i < to; i++) await add(ctx, scopeOf(i), i);
    });
  await fill(0, FEW);
  await t.run(async (ctx) => {
    for (const content of FERRY) await add(ctx, ANA, 0, content);
  });
  await consolidate(t);
  const few = await costs(t, FEW);
  for (let from = FEW + 1; from < MANY; from += BATCH) await fill(from, Math.min(MANY, from + BATCH));
  await consolidate(t);
  const many = await costs(t, MANY);

  const own = 1 + FERRY.length;
  const ids = ({ memories }: { readonly memories: readonly { readonly _id: string }[] }) =>
    memories.map(({ _id }) => _id);
  const found = ({
    results,
  }: {
    readonly results: readonly { readonly memory: { readonly _id: string } }[];
  }) => results.map(({ memory }) => memory._id).sort();
  expect(found(many.search.result)).toEqual(found(few.search.result));
  expect(many.search.result.results.map(({ memory }) => memory.scope)).toContain(ANA);
  expect(many.list.result).toMatchObject({ total: own, hasMore: false });
  expect(ids(many.list.result)).toEqual(ids(few.list.result));
  expect(many.filtered.result).toMatchObject({ total: 1, memories: [{ scope: ANA, content: textOf(7) }] });
  expect(many.themes.result).toMatchObject({ total: 1 });
  expect(many.themes.result.coreMemories).toEqual(few.themes.result.coreMemories);
  expect(few.duplicate.result).toMatchObject({ kind: "merged", similarity: 1 });
  expect(many.duplicate.result).toMatchObject({ ...few.duplicate.result });
  expect(many.distinct.result.kind).toBe("new");
  // The three memories that measuring few scopes has stored.
  const total = MANY + FERRY.length + 2;
  expect(many.stats.result).toMatchObject({ total, byType: { semantic: total } });
  expect(many.all.result).toMatchObject({ total, memories: [expect.anything()] });

  for (const one of ["search", "list", "filtered", "themes", "stats", "duplicate", "distinct"] as const)
    expect([one, many[one].read]).toEqual([one, expect.toSatisfy((read) => read < few[one].read + 8)]);
  expect(many.all.read).toBeLessThan(100);
  for (const one of ["stored", "storedInScope", "distinct"] as const)
    expect([one, many[one].written]).toEqual([
      one,
      expect.toSatisfy((written) => written <= few[one].written + 8),
    ]);
});
