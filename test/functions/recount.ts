/** Counts the totals from their rows, to compare them with the stored ones. */
import type { Doc, TableNames } from "../../convex/_generated/dataModel";
import type { MutationCtx } from "../../convex/_generated/server";
import { EntriesByTree } from "../../convex/lib/entriesByTree";
import { NAMES } from "../../convex/lib/totals";
import * as Sums from "../../convex/verification/totals";
import type { App } from "./requests";

/** All rows of a table. */
type Rows = <T extends TableNames>(table: T) => Promise<Doc<T>[]>;

/** The totals whose stored value differs from the counted one. */
export async function wrongFigures(t: App): Promise<string[]> {
  return await t.run(({ db }: MutationCtx) => wrongFiguresOf((table) => db.query(table).collect()));
}

/** The same of rows, wherever they come from. */
export async function wrongFiguresOf(rows: Rows): Promise<string[]> {
  let sums: Sums.Sums = {};
  for (const { name, counts } of Sums.counted)
    for (const row of await rows(name)) sums = Sums.plus(sums, counts?.(row) ?? {});
  const kept = new Map((await rows("totals")).map(({ name, counts }) => [name, counts]));
  return NAMES.flatMap((name) => Sums.differences(name, kept.get(name) ?? {}, sums[name] ?? {})).map(
    ({ text }) => text,
  );
}

/** The stored totals of memories, by name; one that never counted is absent. */
export async function memorySums(t: App): Promise<Record<string, number>> {
  return await t.run(async (ctx: MutationCtx) => {
    const rows = await ctx.db.query("totals").collect();
    return rows.find(({ name }) => name === "memories")?.counts ?? {};
  });
}

/** Every row with its measure in every list: those in trees, and the newest ones. */
export async function listEntries(t: App): Promise<[tree: string, key: string, measure: unknown][]> {
  return await t.run(async ({ db }: MutationCtx) => {
    const leaves = (await db.query("listNodes").collect()).filter(({ level }) => level === 0);
    const recent = (await db.query("recentEntries").collect()).flatMap(({ entries }) =>
      EntriesByTree.parsed(entries).trees(),
    );
    const entries: [string, string, unknown][] = [
      ...leaves.flatMap(({ name, keys, values }) =>
        keys.map((key, i): [string, string, unknown] => [name, key, values[i]]),
      ),
      ...recent.flatMap(([tree, measures]) =>
        Array.from(measures, ([key, measure]): [string, string, unknown] => [tree, key, measure]),
      ),
    ];
    return entries.sort((a, b) => (a.join() < b.join() ? -1 : 1));
  });
}
