/** Core memories: the labelled themes among the clusters, listed with exact totals. */
import { getOneFrom } from "convex-helpers/server/relationships";
import type { WithoutSystemFields } from "convex/server";
import { v, type Infer } from "convex/values";
import { Cluster } from "../../mind/clustering/cluster";
import { vectorOf } from "../../mind/ranking/packedVectors";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { consolidationTables } from "./tables";
import * as Listing from "../lib/listing";
import { publicOf } from "../lib/publicOf";
import type { PageArgs } from "../lib/validators";
import { documentsById } from "../lib/documentsById";
import { CORE_MEMORIES, writeCluster, writeCoreMemory } from "./rows";

/** A core memory as callers see it; `memories` oldest first. */
export const publicCoreMemory = consolidationTables.coreMemories.validator
  .pick("theme", "summary", "confidence", "lastReinforced", "createdAt")
  .extend({ _id: v.id("coreMemories"), memories: v.array(v.id("memories")) });

/** A theme and its summary, and whether the model wrote them. */
export const label = consolidationTables.coreMemories.validator.pick("theme", "summary", "writer");
export type Label = Infer<typeof label>;

/** A label by the model is replaced after the theme has grown or shrunk by a quarter; an extracted one after any change. */
const RELABEL_RATIO = 1.25;

type Row = Doc<"coreMemories">;
type Fields = WithoutSystemFields<Row>;
export type Theme = Omit<Fields, "clusterId" | "scope">;

/** A page of a scope's core memories, or of all; last reinforced first. */
export async function list(ctx: QueryCtx, { scope, ...page }: PageArgs & { scope?: string | undefined }) {
  const { ids, total } = await Listing.pageOfScope(ctx, { list: CORE_MEMORIES, scope, ...page });
  const rows = await documentsById(ctx, "coreMemories", ids);
  return { coreMemories: await Promise.all(rows.map((row) => toPublic(ctx, row))), total };
}

/** The core memory of a cluster; null if the cluster is not a theme or has no label yet. */
export async function ofCluster(ctx: QueryCtx, clusterId: Id<"clusters">): Promise<Row | null> {
  return await getOneFrom(ctx.db, "coreMemories", "by_cluster", clusterId, "clusterId");
}

/** The newest core memories: at most `limit` of all, or at most `limit` of each given scope. */
export async function newest(
  ctx: QueryCtx,
  scopes: readonly string[] | undefined,
  limit: number,
): Promise<Row[]> {
  if (scopes === undefined) return await ctx.db.query("coreMemories").order("desc").take(limit);
  const pages = await Promise.all(
    scopes.map((scope) => Listing.pageOfScope(ctx, { list: CORE_MEMORIES, scope, limit, offset: 0 })),
  );
  return await documentsById(
    ctx,
    "coreMemories",
    pages.flatMap(({ ids }) => ids),
  );
}

/** The core memories with the most members. */
export async function largest(ctx: QueryCtx, limit: number): Promise<Row[]> {
  return await ctx.db.query("coreMemories").withIndex("by_size").order("desc").take(limit);
}

/** Whether a label must be replaced now that the theme has `size` members. */
export function isLabelOutdated({ writer, labelledSize }: Row, size: number): boolean {
  return writer === "reflex" || size >= labelledSize * RELABEL_RATIO || size * RELABEL_RATIO <= labelledSize;
}

/**
 * Labels a cluster's theme, unless a memory that the label was made from has left the cluster. Returns whether that created a
 * core memory or changed its text.
 */
export async function setLabel(
  ctx: MutationCtx,
  now: number,
  clusterId: Id<"clusters">,
  { labelState, ...label }: Label & Pick<Doc<"clusters">, "labelState">,
  madeFrom: readonly Id<"memories">[],
): Promise<"created" | "changed" | "same"> {
  const cluster = await ctx.db.get("clusters", clusterId);
  if (cluster === null || cluster.labelState === "none") return "same";
  const members = new Set(cluster.members.map(({ memoryId }) => memoryId));
  if (madeFrom.some((memoryId) => !members.has(memoryId))) return "same";
  await writeCluster(ctx, cluster, { ...cluster, labelState });
  const { size } = cluster;
  const row = await ofCluster(ctx, clusterId);
  if (row !== null) {
    await writeCoreMemory(ctx, row, { ...row, ...label, labelledSize: size });
    return label.theme === row.theme && label.summary === row.summary ? "same" : "changed";
  }
  const { confidence } = new Cluster(0, { ...cluster, embeddingSum: vectorOf(cluster.embeddingSum) });
  const figures = { labelledSize: size, size, confidence, lastReinforced: now, createdAt: now };
  const { scope } = cluster;
  await writeCoreMemory(ctx, null, { ...label, clusterId, scope, ...figures });
  return "created";
}

/** Updates a theme whose members changed. `reinforcedAt`: null if no new memory joined. */
export async function updateMembers(
  ctx: MutationCtx,
  row: Row,
  { reinforcedAt, ...figures }: { size: number; confidence: number; reinforcedAt: number | null },
): Promise<void> {
  const lastReinforced = Math.max(reinforcedAt ?? 0, row.lastReinforced);
  await writeCoreMemory(ctx, row, { ...row, ...figures, lastReinforced });
}

/** A core memory's label and figures. */
export function themeOf(row: Row): Theme {
  const { theme, summary, writer, labelledSize, size, confidence, lastReinforced, createdAt } = row;
  return { theme, summary, writer, labelledSize, size, confidence, lastReinforced, createdAt };
}

/** Restores a cluster's earlier core memory. `theme`: null if the cluster had none. */
export async function restore(
  ctx: MutationCtx,
  { _id: clusterId, scope }: Doc<"clusters">,
  theme: Theme | null,
): Promise<void> {
  const row = await ofCluster(ctx, clusterId);
  if (theme === null) return row === null ? undefined : await remove(ctx, row);
  await writeCoreMemory(ctx, row, { ...theme, clusterId, scope });
}

/** Deletes the core memory of a cluster that is no longer a theme. */
export async function remove(ctx: MutationCtx, row: Row): Promise<void> {
  await writeCoreMemory(ctx, row, null);
}

async function toPublic(ctx: QueryCtx, row: Row) {
  const cluster = await ctx.db.get("clusters", row.clusterId);
  const memories = (cluster?.members ?? []).map(({ memoryId }) => memoryId);
  return publicOf(publicCoreMemory)({ ...row, memories });
}
