/** What many scopes cost: as much as one. Counted are documents, which grow with a scan from the first hundreds on. */
import { expect } from "vitest";
import type { App } from "../../test/functions/requests";
import { large, setup } from "../../test/functions/setup";
import { internal } from "../_generated/api";
import { readSettings } from "../lib/settings";
import * as MemoryLists from "./lists";
import * as Memories from "./memories";
import * as NewMemory from "./newMemory";

const KEYLESS = readSettings({});
const NOW = Date.UTC(2026, 4, 20, 12);
const FEW = 10;
/** A scan of so many would show in every count below. */
const MANY = 400;
const scopeOf = (i: number) => `person ${i}`;

const add = (ctx: Parameters<typeof NewMemory.createMemory>[0], scope: string, i: number) =>
  NewMemory.createMemory(ctx, NOW + i, KEYLESS, {
    scope,
    type: "semantic",
    content: `The ferry of pier ${i} leaves at nine.`,
    metadata: JSON.stringify({ pier: i % 2 }),
    author: "world",
  });

async function costs(t: App, last: number) {
  const used = async <T>(body: (ctx: Parameters<Parameters<App["run"]>[0]>[0]) => Promise<T>) =>
    t.run(async (ctx) => {
      const result = await body(ctx);
      const { documentsRead, documentsWritten } = await ctx.meta.getTransactionMetrics();
      return { result, read: documentsRead.used, written: documentsWritten.used };
    });
  const scope = scopeOf(7);
  const query = "When does the ferry leave?";
  const search = { query, now: NOW + MANY, threshold: 0, limit: 10, offset: 0, vectorHits: null };
  const range = { limit: 5, offset: 0 };
  const metadata = [{ key: "pier", value: "1" }];
  return {
    search: await used((ctx) => ctx.runQuery(internal.memories.search.search, { ...search, scope })),
    list: await used((ctx) => Memories.list(ctx, { ...range, scope })),
    filtered: await used((ctx) => MemoryLists.listFiltered(ctx, { ...range, scope, metadata })),
    all: await used((ctx) => Memories.list(ctx, { limit: 1, offset: Math.floor(last / 2) })),
    stored: await used((ctx) => add(ctx, "", last)),
    storedInScope: await used((ctx) => add(ctx, scopeOf(last), last)),
  };
}

large("a search, a list and a store read and write as much with ten scopes as with hundreds", async () => {
  const t = setup();
  const fill = (from: number, to: number) =>
    t.run(async (ctx) => {
      for (let i = from; i < to; i++) await add(ctx, scopeOf(i), i);
    });
  await fill(0, FEW);
  const few = await costs(t, FEW);
  for (let from = FEW + 1; from < MANY; from += 100) await fill(from, Math.min(MANY, from + 100));
  const many = await costs(t, MANY);
  expect(many.search.result.results.map(({ memory }) => memory.scope)).toEqual([scopeOf(7)]);
  expect(many.list.result).toMatchObject({ total: 1, memories: [{ scope: scopeOf(7) }] });
  expect(many.filtered.result).toMatchObject({ total: 1, memories: [{ scope: scopeOf(7) }] });
  expect(many.all.result).toMatchObject({ total: MANY + 1, memories: [expect.anything()] });
  for (const one of ["search", "list", "filtered"] as const)
    expect(many[one].read).toBeLessThan(few[one].read + 8);
  expect(many.all.read).toBeLessThan(100);
  expect(many.stored.written).toBeLessThanOrEqual(few.stored.written + 4);
  expect(many.storedInScope.written).toBeLessThanOrEqual(few.storedInScope.written + 8);
});
