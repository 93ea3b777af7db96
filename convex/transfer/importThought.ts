/** Writing an imported thought. */
import type { WithoutSystemFields } from "convex/server";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { Settings } from "../lib/settings";
import * as Thoughts from "../thoughts/thoughts";
import { writeThought } from "../thoughts/rows";

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
  const _id = await writeThought(ctx, null, row);
  const written = await ctx.db.get("thoughts", _id);
  if (written === null) throw new Error("a thought is gone within the mutation that wrote it");
  await Thoughts.addSearchDocument(ctx, settings, written, norm);
  return _id;
}
