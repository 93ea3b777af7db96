/** What ten thousand scopes cost: as much as one. */
import { expect } from "vitest";
import type { App } from "../../test/functions/requests";
import { large, setup } from "../../test/functions/setup";
import { internal } from "../_generated/api";
import { termsOf } from "../../mind/text/tokens";
import { dayOf, tenDaysOf } from "../search/searchFilter";
import { readSettings } from "../lib/settings";
import * as Activation from "./activation";
import * as Memories from "./memories";
import * as NewMemory from "./newMemory";

const KEYLESS = readSettings({});
const NOW = Date.UTC(2026, 4, 20, 12);
const SCOPES = 10_000;
const BATCH = 100;
const scopeOf = (i: number) => `person ${i}`;

/** One memory of each scope, as `createMemory` writes them, but for what no search and no list of another scope reads. */
async function fill(t: App, from: number, to: number): Promise<void> {
  for (let first = from; first < to; first += BATCH)
    await t.run(async (ctx) => {
      for (let i = first; i < Math.min(to, first + BATCH); i++) {
        const [scope, createdAt] = [scopeOf(i), NOW + i];
        const fields = { scope, importance: 0.5, createdAt, place: 100_000 + i };
        const _id = await ctx.db.insert("memories", {
          ...fields,
          ...{ type: "semantic", content: content(i), confidence: 0.8, entities: [], unique: true },
          ...{
            sentiment: { score: 0, label: "neutral" },
            author: "world",
            version: 1,
            normalKey: `key ${i}`,
          },
        });
        // A scope's list is a tree of its own. In the list of all scopes a tenth is enough to show its cost.
        if (i % 10 === 0) {
          await Memories.addToLists(ctx, { ...fields, _id, type: "semantic" });
          await Activation.create(ctx, { memoryId: _id, salience: 0.5, importance: 0.5, createdAt });
        }
        await ctx.db.insert("searchDocuments", {
          ...fields,
          ...{ space: "memory", owner: _id, facet: "semantic", terms: termsOf(content(i)).join(" ") },
          ...{ norm: 1, day: dayOf(createdAt), tenDays: tenDaysOf(createdAt), embeddedBy: "" },
        });
      }
    });
}

const content = (i: number) => `The ferry of pier ${i} leaves at nine.`;

function add(ctx: Parameters<typeof NewMemory.createMemory>[0], scope: string, i: number) {
  const memory = {
    scope,
    type: "semantic",
    content: `The ferry of pier ${i} leaves at nine.`,
    author: "world",
  };
  return NewMemory.createMemory(ctx, NOW + i, KEYLESS, memory as NewMemory.NewMemory);
}

async function costs(t: App, last: number) {
  const used = async <T>(body: (ctx: Parameters<Parameters<App["run"]>[0]>[0]) => Promise<T>) =>
    t.run(async (ctx) => {
      const result = await body(ctx);
      const { documentsRead, documentsWritten } = await ctx.meta.getTransactionMetrics();
      return { result, read: documentsRead.used, written: documentsWritten.used };
    });
  const scope = scopeOf(7);
  const search = {
    query: "When does the ferry leave?",
    now: NOW + SCOPES,
    threshold: 0,
    limit: 10,
    offset: 0,
  };
  const range = { limit: 5, offset: 0 };
  return {
    search: await used((ctx) =>
      ctx.runQuery(internal.memories.search.search, { ...search, scope, vectorHits: null }),
    ),
    list: await used((ctx) => Memories.list(ctx, { ...range, scope })),
    all: await used((ctx) => Memories.list(ctx, { limit: 1, offset: Math.floor(last / 20) })),
    stored: await used((ctx) => add(ctx, "", last)),
    storedInScope: await used((ctx) => add(ctx, scopeOf(last), last)),
  };
}

large("a search, a list and a store cost about the same with ten scopes and with ten thousand", async () => {
  const t = setup();
  await t.run(async (ctx) => {
    for (let i = 0; i < 10; i++) await add(ctx, scopeOf(i), i);
  });
  const few = await costs(t, 10);
  await fill(t, 20, SCOPES);
  const many = await costs(t, SCOPES);
  expect(many.search.result.results.map(({ memory }) => memory.scope)).toEqual([scopeOf(7)]);
  expect(many.list.result).toMatchObject({ total: 1, memories: [{ scope: scopeOf(7) }] });
  expect(many.all.result.total).toBe(10 + 2 + (SCOPES - 20) / 10);
  expect(many.all.result.memories).toHaveLength(1);
  for (const one of ["search", "list"] as const) expect(many[one].read).toBeLessThan(few[one].read + 8);
  expect(many.all.read).toBeLessThan(160);
  expect(many.stored.written).toBeLessThanOrEqual(few.stored.written + 2);
  expect(many.storedInScope.written).toBeLessThanOrEqual(few.storedInScope.written + 4);
});
