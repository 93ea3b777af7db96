/** Links between memories: each once by source, target and type, read both ways. */
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import * as Totals from "../lib/memoryTotals";
import { memoriesTables } from "./tables";
import * as Versions from "./versions";

/** Links out of one memory at most: what is linked to everything is linked to nothing. */
export const MAX_OUT = 64;
/** Backlinks shown of one memory, the newest; there is no bound to how many lead to it. */
export const MAX_BACK = 100;

/** A link as callers see it from its source. */
export const outgoing = v.object({
  targetId: v.id("memories"),
  ...memoriesTables.links.validator.pick("type", "strength", "confidence").fields,
});
export type Outgoing = Infer<typeof outgoing>;

/** A link as callers see it from its target. */
export const backlink = v.object({
  sourceId: v.id("memories"),
  ...memoriesTables.links.validator.pick("type", "strength", "confidence").fields,
});
export type Backlink = Infer<typeof backlink>;

export type NewLink = Pick<
  Doc<"links">,
  "source" | "target" | "type" | "strength" | "confidence" | "detected"
>;

/**
 * Adds a link. False where nothing was written: it exists already, or as many as may lead out of its source. A link that
 * contradicts makes the older of the two memories less sure.
 * @throws for a link of a memory to itself, or to or from one that is not there
 */
export async function add(ctx: MutationCtx, now: number, link: NewLink): Promise<boolean> {
  if (link.source === link.target) throw new Error("a memory is linked to itself");
  const existing = await outgoingLinks(ctx, link.source);
  if (existing.length >= MAX_OUT) return false;
  if (existing.some(({ target, type }) => target === link.target && type === link.type)) return false;
  if (link.type === "contradicts") await weakenOlder(ctx, now, link);
  const row = { ...link, createdAt: now };
  await ctx.db.insert("links", row);
  const bytes = Totals.sizeOf(row);
  await Totals.update(ctx, (totals) => ({ links: totals.links + 1, bytes: totals.bytes + bytes }));
  return true;
}

/** The links out of a memory, the strongest first; and the newest that lead to it, the newest first. */
export async function linksOf(
  ctx: QueryCtx,
  memoryId: Id<"memories">,
): Promise<{ links: Outgoing[]; backlinks: Backlink[] }> {
  const out = await outgoingLinks(ctx, memoryId);
  const back = await ctx.db
    .query("links")
    .withIndex("by_target", (q) => q.eq("target", memoryId))
    .order("desc")
    .take(MAX_BACK);
  return {
    links: out.sort((a, b) => b.strength - a.strength || a._creationTime - b._creationTime).map(toOutgoing),
    backlinks: back.map(({ source, type, strength, confidence }) => ({
      sourceId: source,
      type,
      strength,
      confidence,
    })),
  };
}

/** All links out of a memory. */
export async function outgoingLinks(ctx: QueryCtx, source: Id<"memories">): Promise<Doc<"links">[]> {
  return await ctx.db
    .query("links")
    .withIndex("by_source", (q) => q.eq("source", source))
    .take(MAX_OUT);
}

/** Contradictions of a memory that are looked at, either way: a series contradicts itself daily. */
const MAX_CONTRADICTIONS = 24;

/** The memories that contradict one or are contradicted by it, the last found. */
export async function contradictions(
  ctx: QueryCtx,
  memoryId: Id<"memories">,
): Promise<readonly Id<"memories">[]> {
  const out = await ctx.db
    .query("links")
    .withIndex("by_sourceAndType", (q) => q.eq("source", memoryId).eq("type", "contradicts"))
    .order("desc")
    .take(MAX_CONTRADICTIONS);
  const back = await ctx.db
    .query("links")
    .withIndex("by_targetAndType", (q) => q.eq("target", memoryId).eq("type", "contradicts"))
    .order("desc")
    .take(MAX_CONTRADICTIONS);
  return [...out.map(({ target }) => target), ...back.map(({ source }) => source)];
}

export function toOutgoing({ target, type, strength, confidence }: Omit<NewLink, "detected">): Outgoing {
  return { targetId: target, type, strength, confidence };
}

/** The share of its confidence that the older memory loses where the link is sure. */
const MAX_LOST = 0.5;

/**
 * Lowers the confidence of the older of two memories that contradict each other, for the newer one knew of more. A memory
 * loses confidence once, however many contradict it: a series of readings contradicts itself daily. The agent's own words
 * weigh nothing against what came from outside.
 */
async function weakenOlder(
  ctx: MutationCtx,
  now: number,
  link: Pick<Doc<"links">, "source" | "target" | "confidence" | "detected">,
): Promise<void> {
  const [source, target] = [await memory(ctx, link.source), await memory(ctx, link.target)];
  const [older, newer] = source.createdAt < target.createdAt ? [source, target] : [target, source];
  if (older.contradictedConfidence !== undefined || (newer.author === "self" && older.author === "world"))
    return;
  const confidence = Totals.onGrid(older.confidence * (1 - MAX_LOST * link.confidence));
  const by = link.detected ? "self" : "world";
  const version = await Versions.keep(ctx, now, older, { change: "contradicted", by });
  const changes = { confidence, contradictedConfidence: older.confidence, version };
  await ctx.db.patch("memories", older._id, changes);
  const grown = Totals.sizeOf({ ...older, ...changes }) - Totals.sizeOf(older);
  const loss = Totals.millionths(older.confidence) - Totals.millionths(confidence);
  await Totals.update(ctx, ({ confidenceSum, bytes }) => ({
    confidenceSum: confidenceSum - loss,
    bytes: bytes + grown,
  }));
}

async function memory(ctx: MutationCtx, id: Id<"memories">): Promise<Doc<"memories">> {
  const row = await ctx.db.get("memories", id);
  if (row === null) throw new Error("a link names a memory that is not there");
  return row;
}

/** Deletes at most `limit` links from and to a memory; only those that the service found, where `detected`. How many it deleted. */
export async function removeAll(
  ctx: MutationCtx,
  memoryId: Id<"memories">,
  limit: number,
  detected = false,
): Promise<number> {
  const out = ctx.db.query("links").withIndex("by_source", (q) => q.eq("source", memoryId));
  const back = ctx.db.query("links").withIndex("by_target", (q) => q.eq("target", memoryId));
  const found = [...(await out.take(limit)), ...(await back.take(limit))];
  const rows = found.filter((row) => row.detected || !detected).slice(0, limit);
  for (const { _id } of rows) await ctx.db.delete("links", _id);
  const freed = rows.reduce((sum, row) => sum + Totals.sizeOf(row), 0);
  await Totals.update(ctx, ({ links, bytes }) => ({ links: links - rows.length, bytes: bytes - freed }));
  return rows.length;
}
