/** Migrations, on both engines: batch by batch as the host runs them, and in the background as on Convex. */
import { expect, test } from "vitest";
import { components, internal } from "../_generated/api";
import { listEntries, wrongFigures } from "../../test/functions/recount";
import type { App } from "../../test/functions/requests";
import { setup } from "../../test/functions/setup";
import { live } from "../../test/functions/transfer";
import { until } from "../../test/support/until";
import { DATA_FORMAT, MIGRATIONS } from "./format";

/** These tables had lists from their first version on. */
const ALWAYS_LISTED = /^(scoped )?(reminders|usage)/;

/** An agent's life whose lists are lost, and what stood in them. */
async function lifeWithoutLists(t: App): Promise<unknown[]> {
  await live(t);
  const before = await listEntries(t);
  expect(before.length).toBeGreaterThan(100);
  await t.run(async (ctx) => {
    for (const { _id, kind } of await ctx.db.query("recentEntries").collect())
      if (!ALWAYS_LISTED.test(kind)) await ctx.db.delete("recentEntries", _id);
    for (const { _id, name } of await ctx.db.query("listNodes").collect())
      if (!ALWAYS_LISTED.test(name)) await ctx.db.delete("listNodes", _id);
  });
  return before;
}

test("each runs once, in batches, and rebuilds every list and figure", async () => {
  const t = setup();
  const before = await lifeWithoutLists(t);
  const ran: string[] = [];
  for (;;) {
    const progress = await t.mutation(internal.migrations.functions.step, {});
    if (progress === null) break;
    ran.push(progress.migration);
  }
  expect([...new Set(ran)]).toEqual(MIGRATIONS.map((name) => `migrations/functions:${name}`));
  expect(DATA_FORMAT).toBe(1 + MIGRATIONS.length);
  expect(await listEntries(t)).toEqual(before);
  expect(await wrongFigures(t)).toEqual([]);
  expect(await t.mutation(internal.migrations.functions.step, {})).toBeNull();
});

test("those of the formats before a database's own are skipped", async () => {
  const t = setup();
  const last = MIGRATIONS.at(-1);
  const step = (from: number) => t.mutation(internal.migrations.functions.step, { from });
  expect(await step(DATA_FORMAT)).toBeNull();
  expect(await step(DATA_FORMAT - 1)).toMatchObject({ migration: `migrations/functions:${last}` });
  expect(await step(DATA_FORMAT - 1)).toBeNull();
});

test("they run in the background after a deployment to Convex", async () => {
  const t = setup();
  const before = await lifeWithoutLists(t);
  await t.mutation(internal.migrations.functions.run, {});
  await until("the last migration", async () => {
    const states = await t.query(components.migrations.lib.getStatus, {});
    return states.length === MIGRATIONS.length && states.every(({ isDone }) => isDone);
  });
  expect(await listEntries(t)).toEqual(before);
  expect(await wrongFigures(t)).toEqual([]);
});

test("lines of imports that waited go, and what was imported stays known", async () => {
  const t = setup();
  const imported = { source: "elsewhere", id: "a", table: "memories", row: "b", export: 1, seq: 1 };
  await t.run(async (ctx) => {
    await ctx.db.insert("importWaiting", { source: "elsewhere" });
    await ctx.db.insert("importSources", { source: "elsewhere" });
    await ctx.db.insert("importedRows", imported);
  });
  while ((await t.mutation(internal.migrations.functions.step, {})) !== null);
  const left = await t.run(async (ctx) => ({
    waiting: await ctx.db.query("importWaiting").collect(),
    sources: await ctx.db.query("importSources").collect(),
    rows: await ctx.db.query("importedRows").collect(),
  }));
  expect(left).toMatchObject({ waiting: [], sources: [], rows: [imported] });
});
