/** Links between memories: unique by source, target and type, read from both ends. */
import type { WithoutSystemFields } from "convex/server";
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { ChangeSet } from "../lib/changes";
import { documentsById } from "../lib/documentsById";
import * as Totals from "../lib/totals";
import { writeLink, writeMemory } from "./rows";
import { memoriesTables } from "./tables";
import * as Versions from "./versions";

/** The most links out of one memory: among very many, a single link says nothing. */
export const MAX_OUT = 64;
/** The most links to one memory that are shown, newest first. It may have any number. */
export const MAX_BACK = 100;

/** The fields of a link that callers see from either end. */
export const facts = memoriesTables.links.validator.pick("type", "strength", "confidence");

/** A link as callers see it from its source. */
export const outgoing = facts.extend({ targetId: v.id("memories") });
export type Outgoing = Infer<typeof outgoing>;

/** A link as callers see it from its target. */
export const backlink = facts.extend({ sourceId: v.id("memories") });

/**
 * Adds a link to the change set `set`. Returns false if nothing was written, because the link exists or its source has
 * `MAX_OUT`. A contradiction lowers the confidence of the older memory.
 * @throws for a link of a memory to itself, or to or from a missing memory
 */
export async function add(
  ctx: MutationCtx,
  now: number,
  link: Omit<WithoutSystemFields<Doc<"links">>, "createdAt" | "changeId">,
  set?: ChangeSet,
): Promise<boolean> {
  if (link.source === link.target) throw new Error("a memory is linked to itself");
  const existing = await outgoingLinks(ctx, link.source);
  if (existing.length >= MAX_OUT) return false;
  if (existing.some(({ target, type }) => target === link.target && type === link.type)) return false;
  await set?.add({ links: 1 });
  const changeId = (await set?.row())?._id;
  if (link.type === "contradicts") await weakenOlder(ctx, now, link, set);
  await writeLink(ctx, null, { ...link, changeId, createdAt: now });
  return true;
}

/** A memory's links, strongest first, and its newest backlinks, newest first. */
export async function linksOf(ctx: QueryCtx, memoryId: Id<"memories">) {
  const out = await outgoingLinks(ctx, memoryId);
  const back = await ctx.db
    .query("links")
    .withIndex("by_target", (q) => q.eq("target", memoryId))
    .order("desc")
    .take(MAX_BACK);
  return {
    links: out
      .sort((a, b) => b.strength - a.strength || a._creationTime - b._creationTime)
      .map(({ target, ...link }) => ({ targetId: target, ...factsOf(link) })),
    backlinks: back.map(({ source, ...link }) => ({ sourceId: source, ...factsOf(link) })),
  };
}

function factsOf({ type, strength, confidence }: Infer<typeof facts>): Infer<typeof facts> {
  return { type, strength, confidence };
}

/** All links out of a memory. */
export async function outgoingLinks(ctx: QueryCtx, source: Id<"memories">): Promise<Doc<"links">[]> {
  return await ctx.db
    .query("links")
    .withIndex("by_source", (q) => q.eq("source", source))
    .take(MAX_OUT);
}

/** The share of its confidence that the older memory loses by a contradiction of confidence 1. */
const MAX_LOST = 0.5;

/**
 * Lowers the confidence of the older of two contradicting memories. Each memory loses confidence only once: the daily values
 * of a measurement contradict one another. The agent's own words don't weaken what others said.
 */
async function weakenOlder(
  ctx: MutationCtx,
  now: number,
  link: Pick<Doc<"links">, "source" | "target" | "confidence" | "detected">,
  set?: ChangeSet,
): Promise<void> {
  const both = await documentsById(ctx, "memories", [link.source, link.target]);
  const [older, newer] = both.sort((a, b) => a.createdAt - b.createdAt);
  if (older === undefined || older.contradictedConfidence !== undefined) return;
  if (newer?.author === "self" && older.author === "world") return;
  const confidence = Totals.onGrid(older.confidence * (1 - MAX_LOST * link.confidence));
  const by = link.detected ? "self" : "world";
  const [memoryId, from, to] = [older._id, older.version, older.version + 1];
  await set?.add({ memories: [{ memoryId, from, to, merges: [], contradicted: true }] });
  const changeId = (await set?.row())?._id;
  const version = await Versions.keep(ctx, now, older, { change: "contradicted", by, changeId });
  const changes = { confidence, contradictedConfidence: older.confidence, version };
  await writeMemory(ctx, older, { ...older, ...changes });
}

/** Deletes the links of a change set that are still there. */
export async function removeOfChange(ctx: MutationCtx, changeId: Id<"changes">): Promise<void> {
  const rows = await ctx.db
    .query("links")
    .withIndex("by_change", (q) => q.eq("changeId", changeId))
    .take(MAX_OF_CHANGE);
  for (const row of rows) await writeLink(ctx, row, null);
}

/** A run links 64 memories, each to 5 at most. */
const MAX_OF_CHANGE = 1_024;

/** Deletes at most `limit` links from and to a memory. `detected`: only those that the service found. Returns how many. */
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
  for (const row of rows) await writeLink(ctx, row, null);
  return rows.length;
}
