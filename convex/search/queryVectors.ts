/** Vectors of queries that were asked before: a cache of fixed size, which may lose anything at any time. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation, internalQuery, type MutationCtx, type QueryCtx } from "../_generated/server";
import { hex, sha256 } from "../lib/sha256";
import * as ProviderHealth from "../embeddings/providerHealth";

/** Vectors deleted in one transaction: they are long. */
const BATCH = 100;

/** The vector of a query that was asked before, as `bytesOf` gives it (mind/ranking/packedVectors); null where there is none. */
export const get = internalQuery({
  args: { key: v.string() },
  returns: v.union(v.null(), v.bytes()),
  handler: (ctx, { key }) => find(ctx, key),
});

/** Keeps the vector of a query. */
export const put = internalMutation({
  args: { key: v.string(), vector: v.bytes() },
  returns: v.null(),
  handler: async (ctx, { key, vector }) => {
    await keep(ctx, Date.now(), key, vector);
    return null;
  },
});

/** Deletes one batch of old queries' vectors, and goes on in a further transaction while there are more. */
export const cleanUp = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const more = await forget(ctx, Date.now(), BATCH);
    if (more) await ctx.scheduler.runAfter(0, internal.search.queryVectors.cleanUp, {});
    return null;
  },
});

/** Slots: some tens of megabytes where all are taken. */
const SLOTS = 1_024;
/** A question not asked for so long, or of a model that is gone, makes room. */
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;

/** The vector filed under the key, a SHA-256 in hex; null where there is none, or one of a model that is served no more. */
export async function find(ctx: QueryCtx, key: string): Promise<ArrayBuffer | null> {
  const row = await inSlot(ctx, key);
  if (row?.key !== key) return null;
  const { staleBefore = 0 } = await ProviderHealth.read(ctx);
  if (row.createdAt < staleBefore) return null;
  return row.vector;
}

/** The key of a text's vector by a model. */
export async function keyOf(model: string, text: string): Promise<string> {
  return hex(await sha256(JSON.stringify([model, text])));
}

/** Deletes the vector of a text, if it was ever asked as a query. */
export async function forgetText(ctx: MutationCtx, model: string, text: string): Promise<void> {
  const key = await keyOf(model, text);
  const row = await inSlot(ctx, key);
  if (row?.key === key) await ctx.db.delete("queryVectors", row._id);
}

/** Files a vector, in the place of what was in its slot. */
export async function keep(ctx: MutationCtx, now: number, key: string, vector: ArrayBuffer): Promise<void> {
  const row = { slot: slotOf(key), key, vector, createdAt: now };
  const before = await inSlot(ctx, key);
  if (before === null) await ctx.db.insert("queryVectors", row);
  else await ctx.db.replace("queryVectors", before._id, row);
}

/** Deletes at most `most` old vectors. True: there may be more. */
async function forget(ctx: MutationCtx, now: number, most: number): Promise<boolean> {
  const old = await ctx.db
    .query("queryVectors")
    .withIndex("by_createdAt", (q) => q.lt("createdAt", now - MAX_AGE_MS))
    .take(most);
  for (const { _id } of old) await ctx.db.delete("queryVectors", _id);
  return old.length === most;
}

async function inSlot(ctx: QueryCtx, key: string) {
  return await ctx.db
    .query("queryVectors")
    .withIndex("by_slot", (q) => q.eq("slot", slotOf(key)))
    .unique();
}

/** A key is a digest: its beginning is spread evenly. */
function slotOf(key: string): number {
  return Number.parseInt(key.slice(0, 8), 16) % SLOTS;
}
