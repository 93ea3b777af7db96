/** Core memories: the themes among the clusters, with words, listed with exact totals. */
import type { WithoutSystemFields } from "convex/server";
import { v, type Infer } from "convex/values";
import { Cluster } from "../../mind/clustering/cluster";
import { vectorOf } from "../../mind/ranking/packedVectors";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { consolidationTables } from "./tables";
import * as Listing from "../lib/listing";
import * as Totals from "../lib/memoryTotals";
import { documentsById } from "../lib/documentsById";

const LIST = "coreMemories";

/** A core memory as callers see it; `memories` oldest first. */
export const publicCoreMemory = consolidationTables.coreMemories.validator
  .pick("theme", "summary", "confidence", "lastReinforced", "createdAt")
  .extend({ _id: v.id("coreMemories"), memories: v.array(v.id("memories")) });
export type PublicCoreMemory = Infer<typeof publicCoreMemory>;

/** Theme and summary, and whose words they are. */
export const words = consolidationTables.coreMemories.validator.pick("theme", "summary", "writer");
export type Words = Infer<typeof words>;

/** A model's words hold until a theme has grown or shrunk by so much since; extracted ones are written anew at any change. */
const OUTGROWN = 1.25;

type Row = Doc<"coreMemories">;
type Fields = WithoutSystemFields<Row>;

export async function list(
  ctx: QueryCtx,
  range: { limit: number; offset: number },
): Promise<{ coreMemories: PublicCoreMemory[]; total: number }> {
  const page = await Listing.page(ctx, { list: LIST, filter: {}, ...range });
  const rows = await documentsById(ctx, "coreMemories", page.ids);
  return { coreMemories: await Promise.all(rows.map((row) => toPublic(ctx, row))), total: page.total };
}

/** The theme that a cluster is; null where it is none, or none yet. */
export async function ofCluster(ctx: QueryCtx, clusterId: Id<"clusters">): Promise<Row | null> {
  return await ctx.db
    .query("coreMemories")
    .withIndex("by_cluster", (q) => q.eq("clusterId", clusterId))
    .unique();
}

/** The themes that most memories stand behind. */
export async function largest(ctx: QueryCtx, most: number): Promise<Row[]> {
  return await ctx.db.query("coreMemories").withIndex("by_size").order("desc").take(most);
}

/** Whether the words of a theme that now has `size` members, and others than before, hold no longer. */
export function isOutworded({ writer, wordedSize }: Row, size: number): boolean {
  return writer === "reflex" || size >= wordedSize * OUTGROWN || size * OUTGROWN <= wordedSize;
}

/** Gives a cluster's theme words, for the first time or anew; whether the core memory was created, or has other words now. */
export async function word(
  ctx: MutationCtx,
  now: number,
  clusterId: Id<"clusters">,
  { wording, ...words }: Words & Pick<Doc<"clusters">, "wording">,
): Promise<"created" | "changed" | "same"> {
  const cluster = await ctx.db.get("clusters", clusterId);
  if (cluster === null || cluster.wording === "none") return "same";
  await ctx.db.patch("clusters", clusterId, { wording });
  const { size } = cluster;
  const row = await ofCluster(ctx, clusterId);
  if (row !== null) {
    await rewrite(ctx, row, { ...words, wordedSize: size });
    return words.theme === row.theme && words.summary === row.summary ? "same" : "changed";
  }
  const { confidence } = new Cluster(0, { ...cluster, meaning: vectorOf(cluster.meaning) });
  const moments = { lastReinforced: now, createdAt: now };
  const fields: Fields = { ...words, ...moments, clusterId, wordedSize: size, size, confidence };
  const id = await ctx.db.insert("coreMemories", fields);
  await Listing.add(ctx, { list: LIST, facets: {}, key: now, id });
  await Totals.update(ctx, ({ coreMemories, bytes }) => ({
    coreMemories: coreMemories + 1,
    bytes: bytes + Totals.sizeOf(fields),
  }));
  return "created";
}

/** A theme has other members now; `reinforcedAt` where new memories are among them. */
export async function change(
  ctx: MutationCtx,
  row: Row,
  { reinforcedAt, ...figures }: { size: number; confidence: number; reinforcedAt: number | null },
): Promise<void> {
  const lastReinforced = Math.max(reinforcedAt ?? 0, row.lastReinforced);
  await rewrite(ctx, row, { ...figures, lastReinforced });
  if (lastReinforced === row.lastReinforced) return;
  await Listing.remove(ctx, { list: LIST, facets: {}, key: row.lastReinforced, id: row._id });
  await Listing.add(ctx, { list: LIST, facets: {}, key: lastReinforced, id: row._id });
}

/** A cluster is no theme any more. */
export async function dissolve(ctx: MutationCtx, row: Row): Promise<void> {
  await ctx.db.delete("coreMemories", row._id);
  await Listing.remove(ctx, { list: LIST, facets: {}, key: row.lastReinforced, id: row._id });
  await Totals.update(ctx, ({ coreMemories, bytes }) => ({
    coreMemories: coreMemories - 1,
    bytes: bytes - Totals.sizeOf(row),
  }));
}

async function rewrite(ctx: MutationCtx, row: Row, change: Partial<Fields>): Promise<void> {
  await ctx.db.patch("coreMemories", row._id, change);
  const growth = Totals.sizeOf({ ...row, ...change }) - Totals.sizeOf(row);
  if (growth !== 0) await Totals.update(ctx, ({ bytes }) => ({ bytes: bytes + growth }));
}

async function toPublic(ctx: QueryCtx, row: Row): Promise<PublicCoreMemory> {
  const { _id, clusterId, theme, summary, confidence, lastReinforced, createdAt } = row;
  const cluster = await ctx.db.get("clusters", clusterId);
  const memories = (cluster?.members ?? []).map(({ memoryId }) => memoryId);
  return { _id, theme, summary, memories, confidence, lastReinforced, createdAt };
}
