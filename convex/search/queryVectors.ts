/**
 * A cache of query vectors, so that a repeated query costs one call. It has a fixed size and may lose any entry at any time.
 */
import { getOneFrom } from "convex-helpers/server/relationships";
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation, internalQuery, type MutationCtx, type QueryCtx } from "../_generated/server";
import { hex, sha256 } from "../lib/sha256";
import * as ProviderHealth from "../embeddings/providerHealth";
import { writeLateQuery, writeQueryVector } from "./rows";

/** Some tens of megabytes when all slots are taken. */
const SLOTS = 1_024;
/** Late queries deleted in one transaction. */
const BATCH = 100;

/**
 * The vector (`vectorBytes` of mind/ranking/packedVectors) stored under `key`, a SHA-256 in hex. Null without one, or if the
 * provider has since changed the model behind its name.
 */
export const get = internalQuery({
  args: { key: v.string() },
  returns: v.union(v.null(), v.bytes()),
  handler: async (ctx, { key }) => {
    const row = await inSlot(ctx, slotOf(key));
    if (row?.key !== key) return null;
    const { staleBefore = 0 } = await ProviderHealth.read(ctx);
    return row.createdAt < staleBefore ? null : row.vector;
  },
});

/** Stores a vector, replacing whatever was in its slot. */
export const put = internalMutation({
  args: { key: v.string(), vector: v.bytes() },
  returns: v.null(),
  handler: async (ctx, { key, vector }) => {
    const row = { slot: slotOf(key), key, vector, createdAt: Date.now() };
    const before = await inSlot(ctx, row.slot);
    await writeQueryVector(ctx, before, row);
  },
});

/**
 * Keeps a query whose search did not wait for its vector, to be embedded later. The scheduled action does not get the text as
 * an argument, because Convex keeps arguments for days.
 */
export const addLate = internalMutation({
  args: { key: v.string(), text: v.string() },
  returns: v.null(),
  handler: async (ctx, { key, text }) => {
    if ((await lateWith(ctx, key)).length > 0) return;
    await writeLateQuery(ctx, null, { key, text });
    await ctx.scheduler.runAfter(0, internal.search.embedQuery.embedQuery, { key });
  },
});

/** Deletes a late query and returns its text; null if it is gone. */
export const takeLate = internalMutation({
  args: { key: v.string() },
  returns: v.union(v.null(), v.string()),
  handler: async (ctx, { key }) => {
    const [row] = await lateWith(ctx, key);
    if (row === undefined) return null;
    await writeLateQuery(ctx, row, null);
    return row.text;
  },
});

/** Deletes the late queries. Call it in every mutation that erases. */
export async function forgetLate(ctx: MutationCtx): Promise<void> {
  for (const row of await ctx.db.query("lateQueries").take(BATCH)) await writeLateQuery(ctx, row, null);
}

async function lateWith(ctx: QueryCtx, key: string) {
  return await ctx.db
    .query("lateQueries")
    .withIndex("by_key", (q) => q.eq("key", key))
    .take(1);
}

/** The key of the vector that a model gives a text. */
export async function keyOf(model: string, text: string): Promise<string> {
  return hex(await sha256(JSON.stringify([model, text])));
}

/** Deletes the cached vector of a text, if it was used as a query. */
export async function forgetText(ctx: MutationCtx, model: string, text: string): Promise<void> {
  const key = await keyOf(model, text);
  const row = await inSlot(ctx, slotOf(key));
  if (row?.key === key) await writeQueryVector(ctx, row, null);
}

async function inSlot(ctx: QueryCtx, slot: number) {
  return await getOneFrom(ctx.db, "queryVectors", "by_slot", slot);
}

function slotOf(key: string): number {
  return Number.parseInt(key.slice(0, 8), 16) % SLOTS;
}
