/** Counts the totals from their rows, to compare them with the stored ones. */
import type { Doc, TableNames } from "../../convex/_generated/dataModel";
import type { MutationCtx } from "../../convex/_generated/server";
import type { Table } from "../../convex/lib/rows";
import { TABLES } from "../../convex/registry/tables";
import type { App } from "./requests";

/** All rows of a table. */
type Rows = <T extends TableNames>(table: T) => Promise<Doc<T>[]>;

/** The names of the totals whose stored value differs from the counted one, such as "memories.unique". */
export async function wrongFigures(t: App): Promise<string[]> {
  return await t.run(({ db }: MutationCtx) => wrongFiguresOf((table) => db.query(table).collect()));
}

/** The same of rows, wherever they come from. */
export async function wrongFiguresOf(rows: Rows): Promise<string[]> {
  const counted = new Map<string, number>();
  for (const table of tables())
    for (const row of table.counts === undefined ? [] : await rows(table.name))
      for (const [name, counts] of Object.entries(table.counts?.(row) ?? {}))
        for (const [key, value] of Object.entries(counts))
          counted.set(`${name}.${key}`, (counted.get(`${name}.${key}`) ?? 0) + value);
  const kept = new Map<string, number>();
  for (const { name, counts } of await rows("totals"))
    for (const [key, value] of Object.entries(counts)) kept.set(`${name}.${key}`, value);
  const names = [...new Set([...kept.keys(), ...counted.keys()])];
  return names.filter((name) => (kept.get(name) ?? 0) !== (counted.get(name) ?? 0));
}

/** The stored totals of memories, by name; one that never counted is absent. */
export async function memorySums(t: App): Promise<Record<string, number>> {
  return await t.run(async (ctx: MutationCtx) => {
    const rows = await ctx.db.query("totals").collect();
    return rows.find(({ name }) => name === "memories")?.counts ?? {};
  });
}

function tables(): readonly Table<TableNames>[] {
  return Object.values(TABLES);
}
