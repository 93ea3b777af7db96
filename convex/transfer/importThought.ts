/** Writing an imported thought. */
import type { WithoutSystemFields } from "convex/server";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import * as Listing from "../lib/listing";
import type { Settings } from "../lib/settings";
import * as Thoughts from "../thoughts/thoughts";
import * as ThoughtTotals from "../thoughts/totals";

export interface ThoughtFields {
  readonly row: WithoutSystemFields<Doc<"thoughts">>;
  readonly norm?: number;
}

/** Writes a thought. One that is here already never changes. */
export async function putThought(
  ctx: MutationCtx,
  settings: Settings,
  { row, norm }: ThoughtFields,
  known: Doc<"thoughts"> | null,
): Promise<Id<"thoughts">> {
  if (known !== null) return known._id;
  const before = await ThoughtTotals.lastReflection(ctx);
  const _id = await ctx.db.insert("thoughts", row);
  const written = await ctx.db.get("thoughts", _id);
  if (written === null) throw new Error("a thought is gone within the mutation that wrote it");
  for (const entry of ThoughtTotals.entriesOf(written)) await Listing.put(ctx, entry);
  await ThoughtTotals.count(ctx, written, 1, before);
  await Thoughts.addSearchDocument(ctx, settings, written, norm);
  return _id;
}
