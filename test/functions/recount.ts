/** Counts the totals from their rows, to compare them with the stored ones. */
import type { Doc, TableNames } from "../../convex/_generated/dataModel";
import type { MutationCtx } from "../../convex/_generated/server";
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
