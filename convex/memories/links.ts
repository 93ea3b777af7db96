/** Links between memories: unique by source, target and type, read from both ends. */
import type { WithoutSystemFields } from "convex/server";
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { ChangeSet } from "../changes/changes";
import { documentsById } from "../lib/documentsById";
import { publicOf } from "../lib/publicOf";
import * as Totals from "../lib/totals";
import * as Corrections from "./corrections";
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
 * `MAX_OUT`. A contradiction lowers the confidence of the older memory, a correction that of its target, which it marks.
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
  const same = existing.filter(({ target, type }) => target === link.target && type === link.type);
  // A correction takes the place of a contradiction, and of the same correction if it is said again.
  if (link.corrects === true) await removeRows(ctx, same);
  else if (same.length > 0) return false;
  if (existing.length - same.length >= MAX_OUT) return false;
  await set?.add({ links: 1 });
  const changeId = (await set?.row())?._id;
  if (link.type === "contradicts") await weaken(ctx, now, link, set);
  const row = { ...link, changeId, createdAt: now };
  await writeLink(ctx, null, row);
  await markEnds(ctx, [row]);
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
      .map((link) => publicOf(outgoing)({ ...link, targetId: link.target })),
    backlinks: back.map((link) => publicOf(backlink)({ ...link, sourceId: link.source })),
  };
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
 * Lowers the confidence of a corrected memory, or of the older of two contradicting ones if the newer may correct it. Each memory
 * loses confidence only once: the daily values of a measurement contradict one another.
 */
async function weaken(
  ctx: MutationCtx,
  now: number,
  link: Pick<Doc<"links">, "source" | "target" | "confidence" | "detected" | "corrects">,
  set?: ChangeSet,
): Promise<void> {
  const both = await documentsById(ctx, "memories", [link.source, link.target]);
  const [newer, older] = link.corrects === true ? both : both.sort((a, b) => b.createdAt - a.createdAt);
  if (older === undefined || newer === undefined || older.contradictedConfidence !== undefined) return;
  // What a caller links by hand has the caller's authority, except that the agent's own words don't weaken what others said.
  const byHand = !link.detected && !(newer.author === "self" && older.author === "world");
  if (link.corrects !== true && !byHand && !(await Corrections.mayCorrect(ctx, newer, older))) return;
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
  await removeRows(ctx, rows);
}

/** A run links 64 memories, each to 5 at most. */
const MAX_OF_CHANGE = 1_024;

/** `except`: a memory whose mark the caller sees to. */
async function removeRows(
  ctx: MutationCtx,
  rows: readonly Doc<"links">[],
  except?: Id<"memories">,
): Promise<void> {
  for (const row of rows) await writeLink(ctx, row, null);
  await markEnds(ctx, rows, except);
}

/** Marks the memories anew that these links, added or removed, connect as correction and corrected, except `except`. */
export async function markEnds(
  ctx: MutationCtx,
  links: readonly (Pick<Doc<"links">, "source" | "target" | "corrects"> | null)[],
  except?: Id<"memories">,
): Promise<void> {
  const ends = links.flatMap((link) => (link?.corrects === true ? [link.source, link.target] : []));
  for (const end of new Set(ends)) if (end !== except) await Corrections.mark(ctx, end);
}

/**
 * Deletes at most `limit` links from and to a memory, of those that `isGone` selects, but does not mark the memory itself anew.
 */
export async function removeAll(
  ctx: MutationCtx,
  memoryId: Id<"memories">,
  limit: number,
  isGone: (link: Doc<"links">) => boolean,
): Promise<void> {
  const out = ctx.db.query("links").withIndex("by_source", (q) => q.eq("source", memoryId));
  const back = ctx.db.query("links").withIndex("by_target", (q) => q.eq("target", memoryId));
  const found = [...(await out.take(limit)), ...(await back.take(limit))];
  const rows = found.filter(isGone).slice(0, limit);
  await removeRows(ctx, rows, memoryId);
}
