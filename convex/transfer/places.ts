/**
 * Places of imported memories and thoughts. Rows keep their order and their neighbours, whatever the order in which they come:
 * a source's places are reserved together, so each of them has its place here from the start.
 */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import * as Totals from "../lib/totals";
import { writeSource } from "./rows";

type Placed = "memories" | "thoughts";
type Places = Doc<"importSources">["memories"];

const NONE: Places = { reserved: 0, ranges: [] };

/** Places are reserved by so many, so that rows that are stored here meanwhile part few of the source's. Places may stay unused. */
const RESERVED_AT_ONCE = 64;

/** The place here of a place of the source. */
export async function placeHere(
  ctx: MutationCtx,
  source: string,
  table: Placed,
  place: number,
): Promise<number> {
  const row = await sourceRow(ctx, source);
  let places = row[table];
  if (place >= places.reserved) {
    const wanted = Math.ceil((place + 1) / RESERVED_AT_ONCE) * RESERVED_AT_ONCE;
    const base = await Totals.reserve(ctx, table, wanted - places.reserved);
    const last = places.ranges.at(-1);
    // Extends the last range, unless other rows were stored after it.
    const follows = last !== undefined && last.base + places.reserved - last.from === base;
    const ranges = follows ? places.ranges : [...places.ranges, { from: places.reserved, base }];
    places = { reserved: wanted, ranges };
    await writeSource(ctx, row, { ...row, [table]: places });
  }
  const range = places.ranges.findLast(({ from }) => from <= place) ?? { from: 0, base: 0 };
  return range.base + place - range.from;
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
  await writeSource(ctx, null, { source, memories: NONE, thoughts: NONE, ended: 0 });
  const made = await find();
  if (made === null) throw new Error("a source is gone within the mutation that wrote it");
  return made;
}
