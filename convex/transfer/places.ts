/**
 * Places of imported memories and thoughts. Rows keep their order and their neighbours, whatever the order in which they come:
 * a source's places are reserved together, so each of them has its place here from the start.
 */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import * as Totals from "../lib/totals";

type Placed = "memories" | "thoughts";
type Places = Doc<"importSources">["memories"];

const NONE: Places = { reserved: 0, ranges: [] };

/** The place here of a place of the source, of which `placed` are in use there. `base`: that of the first of its range. */
export async function placeHere(
  ctx: MutationCtx,
  source: string,
  table: Placed,
  { place, placed }: { readonly place: number; readonly placed: number },
): Promise<{ readonly place: number; readonly base: number }> {
  const row = await sourceRow(ctx, source);
  let places = row[table];
  const wanted = Math.max(placed, place + 1);
  if (wanted > places.reserved) {
    const base = await reserve(ctx, table, wanted - places.reserved);
    const last = places.ranges.at(-1);
    // Extends the last range, unless other rows were stored after it.
    const follows = last !== undefined && last.base + places.reserved - last.from === base;
    const ranges = follows ? places.ranges : [...places.ranges, { from: places.reserved, base }];
    places = { reserved: wanted, ranges };
    await ctx.db.patch("importSources", row._id, { [table]: places });
  }
  const range = places.ranges.findLast(({ from }) => from <= place) ?? { from: 0, base: 0 };
  return { place: range.base + place - range.from, base: range.base };
}

async function reserve(ctx: MutationCtx, table: Placed, count: number): Promise<number> {
  return await Totals.reserve(ctx, table, count);
}

/** The source's row, made now if there is none. */
export async function sourceRow(ctx: MutationCtx, source: string): Promise<Doc<"importSources">> {
  const find = () =>
    ctx.db
      .query("importSources")
      .withIndex("by_source", (q) => q.eq("source", source))
      .unique();
  const known = await find();
  if (known !== null) return known;
  const _id = await ctx.db.insert("importSources", { source, memories: NONE, thoughts: NONE, ended: 0 });
  const made = await ctx.db.get("importSources", _id);
  if (made === null) throw new Error("a source is gone within the mutation that wrote it");
  return made;
}
