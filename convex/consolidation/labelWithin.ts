/** Labels a theme within a consolidation, and keeps its earlier label for an undo. */
import type { Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { ChangeSet } from "../changes/changes";
import * as Before from "./before";
import * as CoreMemories from "./coreMemories";
import { writeCluster } from "./rows";

/** See `CoreMemories.setLabel`. */
export async function labelWithin(
  ctx: MutationCtx,
  set: ChangeSet,
  now: number,
  clusterId: Id<"clusters">,
  label: Infer<typeof CoreMemories.label> & Pick<Doc<"clusters">, "labelState">,
  madeFrom: readonly Id<"memories">[],
): Promise<"created" | "changed" | "same"> {
  const cluster = await ctx.db.get("clusters", clusterId);
  if (cluster === null || cluster.labelState === "none") return "same";
  const { place: changedBy } = await set.row();
  const isKept = await Before.keepTheme(ctx, changedBy, cluster);
  if (cluster.changedBy !== changedBy) await writeCluster(ctx, cluster, { ...cluster, changedBy });
  const outcome = await CoreMemories.setLabel(ctx, now, clusterId, label, madeFrom);
  if (isKept || outcome === "created") await set.add({ themes: 1 });
  return outcome;
}
