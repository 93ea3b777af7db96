/** The texts that wait for vectors, as the job takes them: in bounded batches, after outages, for a changed model. */
import { v, type Infer } from "convex/values";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { isAhead, SLACK_MS } from "../../mind/time/timeSince";
import type { Endpoint, Settings } from "../lib/settings";
import * as Lease from "../lib/lease";
import * as ProviderHealth from "./providerHealth";
import { takeWithinBudget } from "../lib/withinBudget";
import { contentOf } from "./contents";
import { GRACE_MS, queued } from "./vectors";

/** Texts looked at in one step of the walk, fewer where they are long. */
const WALK_STEP = 200;

/**
 * What is due within so long goes along with what is due now, so that texts told one after the other take one call and
 * not one each. No request that stored a text still waits for its vector then.
 */
const TOGETHER_MS = 2_000;

/** A text that the provider refuses by itself is tried again after 2, 4, 8 … minutes, at least once an hour. */
const FIRST_REFUSAL_MS = 60_000;
const LONGEST_REFUSAL_MS = 60 * 60_000;

/** What there is to do next. */
export const task = v.union(
  v.object({
    kind: v.literal("embed"),
    texts: v.array(v.object({ documentId: v.id("searchDocuments"), text: v.string() })),
  }),
  /** It is not known whether the provider works, or whether it still makes the vectors it made. */
  v.object({ kind: v.literal("prove") }),
  /** The walk goes on. */
  v.object({ kind: v.literal("walk") }),
  v.object({ kind: v.literal("done") }),
);
export type Task = Infer<typeof task>;

/**
 * Whether a run should begin: none is under way, and there is work that may be done now. It is then taken to be under
 * way. A model not seen before sends the walk over all texts.
 */
export async function claim(ctx: MutationCtx, now: number, settings: Settings): Promise<boolean> {
  if (settings.embedding === null) return false;
  await noteModel(ctx, now, settings.embedding);
  const row = await ProviderHealth.read(ctx);
  if (isAhead(row.nextAttemptAt, now, ProviderHealth.LONGEST_PAUSE_MS)) return false;
  if (
    row.nextAttemptAt === 0 &&
    row.proofDue !== true &&
    row.strangers !== undefined &&
    row.walkedTo === null &&
    (await due(ctx, now, 1)).length === 0
  )
    return false;
  return (await Lease.acquire(ctx, "embeddings", now)) !== null;
}

/** The next piece of work for the run, of at most `most` texts; one that is done gives way to the next run. */
export async function next(ctx: MutationCtx, now: number, settings: Settings, most: number): Promise<Task> {
  if (settings.embedding === null) return await rest(ctx, now);
  await noteModel(ctx, now, settings.embedding);
  const { walkedTo, nextAttemptAt, strangers, proofDue } = await ProviderHealth.read(ctx);
  if (proofDue === true) {
    await Lease.renew(ctx, "embeddings", now);
    return { kind: "prove" };
  }
  const rows = await due(ctx, now + TOGETHER_MS, most);
  if (rows.length < most && walkedTo !== null) {
    await walk(ctx, now, settings.embedding.model, walkedTo);
    return { kind: "walk" };
  }
  const texts: { documentId: Id<"searchDocuments">; text: string }[] = [];
  for (const row of rows) {
    const text = await ctx.db.get("searchDocuments", row.documentId);
    const content = text === null ? null : await contentOf(ctx, text);
    if (content === null) await ctx.db.delete("embeddingQueue", row._id);
    else texts.push({ documentId: row.documentId, text: content });
  }
  if (texts.length === 0 && nextAttemptAt === 0 && strangers !== undefined) return await rest(ctx, now);
  await Lease.renew(ctx, "embeddings", now);
  return texts.length === 0 ? { kind: "prove" } : { kind: "embed", texts };
}

/** Texts that the provider failed with are due behind all others that are: were one to blame, it would hold them up for good. */
export async function putBehind(
  ctx: MutationCtx,
  now: number,
  documentIds: readonly Id<"searchDocuments">[],
): Promise<void> {
  for (const documentId of documentIds) {
    const row = await queued(ctx, documentId);
    if (row !== null) await ctx.db.patch("embeddingQueue", row._id, { dueAt: now });
  }
}

/** The provider refused this very text while it took others: it waits longer each time, and is never given up. */
export async function refuse(
  ctx: MutationCtx,
  now: number,
  documentId: Id<"searchDocuments">,
): Promise<void> {
  const row = await queued(ctx, documentId);
  if (row === null) return;
  const refusals = row.refusals + 1;
  const pause = Math.min(LONGEST_REFUSAL_MS, FIRST_REFUSAL_MS * 2 ** Math.min(refusals, 10));
  await ctx.db.patch("embeddingQueue", row._id, { refusals, dueAt: now + pause });
}

/**
 * At the service's start no run is under way any more, nor any request that was embedding its own text; the provider may
 * be asked at once, and may serve another model than it did.
 */
export async function restart(ctx: MutationCtx, now: number, settings: Settings): Promise<void> {
  if (settings.embedding === null) return;
  const { failures } = await ProviderHealth.read(ctx);
  if (failures > 0) await ProviderHealth.update(ctx, { nextAttemptAt: now });
  await ProviderHealth.update(ctx, { proofDue: true });
  for (const row of await inGrace(ctx, now, MOST_IN_HAND))
    await ctx.db.patch("embeddingQueue", row._id, { dueAt: now });
  await ctx.scheduler.runAfter(0, internal.embeddings.functions.startRunIfDue, {});
}

/** More texts than this can't have been in the hands of requests at once; any others wait for their time. */
const MOST_IN_HAND = 1_000;

async function rest(ctx: MutationCtx, now: number): Promise<Task> {
  await Lease.release(ctx, "embeddings");
  const [next] = await inGrace(ctx, now, 1);
  if (next !== undefined)
    await ctx.scheduler.runAt(next.dueAt, internal.embeddings.functions.startRunIfDue, {});
  return { kind: "done" };
}

/** Texts that are left to the requests which stored them. */
async function inGrace(ctx: QueryCtx, now: number, most: number) {
  return await ctx.db
    .query("embeddingQueue")
    .withIndex("by_dueAt", (q) => q.gt("dueAt", now).lte("dueAt", now + GRACE_MS))
    .take(most);
}

/** What is due `by` then, and what would not be for longer than any text has to wait, because the clock was set back meanwhile. */
async function due(ctx: QueryCtx, by: number, most: number) {
  const rows = await ctx.db
    .query("embeddingQueue")
    .withIndex("by_dueAt", (q) => q.lte("dueAt", by))
    .take(most);
  if (rows.length === most) return rows;
  const unreachable = await ctx.db
    .query("embeddingQueue")
    .withIndex("by_dueAt", (q) => q.gt("dueAt", by + LONGEST_REFUSAL_MS + SLACK_MS))
    .take(most - rows.length);
  return [...rows, ...unreachable];
}

async function noteModel(ctx: MutationCtx, now: number, { model }: Endpoint): Promise<void> {
  const known = await ProviderHealth.read(ctx);
  if (known.model === model) return;
  // A request may have met a failure before the job first looked: that one is this model's.
  const failing = known.model === "" && known.failures > 0;
  // The first attempt is due at once, so that a wrong key shows before anything is stored.
  const unproved = failing ? {} : { ...ProviderHealth.HEALTHY, nextAttemptAt: now };
  const unknown = { proof: undefined, strangers: undefined, otherBefore: undefined };
  await ProviderHealth.update(ctx, { ...unproved, ...unknown, model, walkedTo: 0 });
}

/** Asks a vector of `model` for the next texts that have none of it. */
async function walk(ctx: MutationCtx, now: number, model: string, walkedTo: number): Promise<void> {
  const following = ctx.db
    .query("searchDocuments")
    .withIndex("by_creation_time", (q) => q.gt("_creationTime", walkedTo));
  const { rows: texts, more } = await takeWithinBudget(following, WALK_STEP);
  const { otherBefore = 0 } = await ProviderHealth.read(ctx);
  for (const text of texts) {
    if (text.embeddedBy === model && text._creationTime >= otherBefore) continue;
    if ((await queued(ctx, text._id)) === null)
      await ctx.db.insert("embeddingQueue", { documentId: text._id, refusals: 0, dueAt: now });
  }
  const last = more ? texts.at(-1) : undefined;
  await ProviderHealth.update(ctx, { walkedTo: last?._creationTime ?? null });
}
