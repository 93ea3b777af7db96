/** The embedding job's queue: texts in bounded batches, retries after outages and refusals, the backfill for a new model. */
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { isAhead, SLACK_MS } from "../../mind/time/timeSince";
import type { ProviderEndpoint, Settings } from "../lib/settings";
import * as Lease from "../leases/lease";
import * as ProviderHealth from "./providerHealth";
import { writeQueueEntry } from "./rows";
import { takeWithinBudget } from "../lib/withinBudget";
import { drop, GRACE_MS, queueEntryOf } from "./vectors";

/** Documents of one step of the backfill, fewer if they are long. */
const BACKFILL_STEP = 200;
/** The same where their vectors are dropped, too. */
const DROP_STEP = 50;

/**
 * Texts due within this time join the batch, so that texts stored one after the other take one call. By then no request
 * waits for their vectors any more.
 */
const BATCH_AHEAD_MS = 2_000;

/** The longest pause before a text that the provider refused is tried again. */
export const MAX_REFUSAL_MS = 60 * 60_000;

/** While something is due, the job looks at it this often, since the action that works may have died. */
const LOOK_MS = 20_000;

/** Texts in their grace that a start of the service makes due at once. Any others wait until they are due. */
const MAX_IN_GRACE = 1_000;

/** What the job asks those whose texts it embeds. */
export interface Owners {
  /** The text of a document; null if it is gone. */
  textOf(ctx: QueryCtx, document: Doc<"searchDocuments">): Promise<string | null>;
  /** Takes a document's vector out of what was computed with it. */
  dropped(ctx: MutationCtx, document: Doc<"searchDocuments">): Promise<void>;
}

/** A run's next task. */
export const task = v.union(
  v.object({
    kind: v.literal("embed"),
    texts: v.array(v.object({ documentId: v.id("searchDocuments"), text: v.string() })),
  }),
  /** Find out whether the provider works, and whether its vectors are still the same. */
  v.object({ kind: v.literal("probe") }),
  /** A step of the backfill was made; ask again. */
  v.object({ kind: v.literal("backfill") }),
  v.object({ kind: v.literal("done") }),
);
export type Task = Infer<typeof task>;

/** Takes the lease for a run if there is work to do now and no other run; whether it did. A new model starts a backfill. */
export async function acquireRun(ctx: MutationCtx, now: number, settings: Settings): Promise<boolean> {
  if (settings.embedding === null) return false;
  await detectNewModel(ctx, now, settings.embedding);
  const row = await ProviderHealth.read(ctx);
  if (isAhead(row.nextAttemptAt, now, ProviderHealth.MAX_PAUSE_MS)) return false;
  const hasWork = isUnsettled(row) || (await due(ctx, now, 1)).length > 0;
  return hasWork && (await Lease.acquire(ctx, "embeddings", now)) !== null;
}

/** Whether the provider is to be asked even where no text waits. */
function isUnsettled(state: ProviderHealth.ProviderState): boolean {
  const { nextAttemptAt, probeDue, baselineCosine, backfilledTo } = state;
  return nextAttemptAt !== 0 || probeDue === true || baselineCosine === undefined || backfilledTo !== null;
}

/** When the job is to look again; null while nothing waits. */
export async function nextLook(ctx: QueryCtx, now: number, settings: Settings): Promise<number | null> {
  if (settings.embedding === null) return null;
  if (isUnsettled(await ProviderHealth.read(ctx))) return now + LOOK_MS;
  const [first] = await due(ctx, Infinity, 1);
  if (first === undefined) return null;
  return first.dueAt <= now ? now + LOOK_MS : Math.min(first.dueAt, now + MAX_REFUSAL_MS);
}

/** The run's next task, of at most `max` texts; `done` also ends the run. */
export async function nextTask(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  max: number,
  owners: Owners,
): Promise<Task> {
  if (settings.embedding === null) return await endRun(ctx, now, settings);
  await detectNewModel(ctx, now, settings.embedding);
  const state = await ProviderHealth.read(ctx);
  const { backfilledTo, nextAttemptAt, baselineCosine, probeDue } = state;
  if (probeDue === true && !ProviderHealth.isDropping(state)) {
    await Lease.renew(ctx, "embeddings", now);
    return { kind: "probe" };
  }
  const rows = await due(ctx, now + BATCH_AHEAD_MS, max);
  if (backfilledTo !== null && (rows.length < max || ProviderHealth.isDropping(state))) {
    await backfill(ctx, now, settings.embedding.model, backfilledTo, owners);
    return { kind: "backfill" };
  }
  const texts: { documentId: Id<"searchDocuments">; text: string }[] = [];
  for (const row of rows) {
    const { documentId } = row;
    const document = await ctx.db.get("searchDocuments", documentId);
    const text = document === null ? null : await owners.textOf(ctx, document);
    if (text === null) await writeQueueEntry(ctx, row, null);
    else texts.push({ documentId, text });
  }
  if (texts.length === 0 && nextAttemptAt === 0 && baselineCosine !== undefined)
    return await endRun(ctx, now, settings);
  await Lease.renew(ctx, "embeddings", now);
  return texts.length === 0 ? { kind: "probe" } : { kind: "embed", texts };
}

/** Makes texts due after all others that are due. A text at fault would otherwise block the queue for ever. */
export async function moveToBack(
  ctx: MutationCtx,
  now: number,
  documentIds: readonly Id<"searchDocuments">[],
): Promise<void> {
  for (const documentId of documentIds) {
    const row = await queueEntryOf(ctx, documentId);
    if (row !== null) await writeQueueEntry(ctx, row, { ...row, dueAt: now });
  }
}

/**
 * Prepares the queue at the service's start. No run and no request is left that embeds a text, the provider may be called
 * at once, and it may serve another model than before.
 */
export async function restart(ctx: MutationCtx, now: number, settings: Settings): Promise<void> {
  if (settings.embedding === null) return;
  const { failures } = await ProviderHealth.read(ctx);
  await ProviderHealth.update(ctx, { probeDue: true, ...(failures > 0 ? { nextAttemptAt: now } : {}) });
  for (const row of await inGrace(ctx, now, MAX_IN_GRACE))
    await writeQueueEntry(ctx, row, { ...row, dueAt: now });
  await ProviderHealth.wake(ctx, now, now);
}

async function endRun(ctx: MutationCtx, now: number, settings: Settings): Promise<Task> {
  await Lease.release(ctx, "embeddings");
  await ProviderHealth.update(ctx, { change: undefined });
  const next = await nextLook(ctx, now, settings);
  if (next !== null) await ProviderHealth.wake(ctx, now, next);
  return { kind: "done" };
}

/** Texts that are still left to the requests which stored them. */
async function inGrace(ctx: QueryCtx, now: number, max: number) {
  return await ctx.db
    .query("embeddingQueue")
    .withIndex("by_dueAt", (q) => q.gt("dueAt", now).lte("dueAt", now + GRACE_MS))
    .take(max);
}

/** Texts due until `by`, and texts due later than any text has to wait, because the clock was set back. */
async function due(ctx: QueryCtx, by: number, max: number) {
  const rows = await ctx.db
    .query("embeddingQueue")
    .withIndex("by_dueAt", (q) => q.lte("dueAt", by))
    .take(max);
  if (rows.length === max) return rows;
  const unreachable = await ctx.db
    .query("embeddingQueue")
    .withIndex("by_dueAt", (q) => q.gt("dueAt", by + MAX_REFUSAL_MS + SLACK_MS))
    .take(max - rows.length);
  return [...rows, ...unreachable];
}

async function detectNewModel(ctx: MutationCtx, now: number, { model }: ProviderEndpoint): Promise<void> {
  const known = await ProviderHealth.read(ctx);
  if (known.model === model) return;
  // A failure from before the job's first run is a failure of this model.
  const isFailing = known.model === "" && known.failures > 0;
  // The first attempt is due at once, so that a wrong key shows before anything is stored.
  const untried = isFailing ? {} : { ...ProviderHealth.HEALTHY, nextAttemptAt: now };
  const unmeasured = {
    probe: undefined,
    baselineCosine: undefined,
    staleBefore: undefined,
    width: undefined,
    change: undefined,
  };
  await ProviderHealth.update(ctx, { ...untried, ...unmeasured, model, backfilledTo: 0, backfilled: 0 });
}

/** Queues the next documents that have no current vector of `model`. */
async function backfill(
  ctx: MutationCtx,
  now: number,
  model: string,
  backfilledTo: number,
  owners: Owners,
): Promise<void> {
  const following = ctx.db
    .query("searchDocuments")
    .withIndex("by_creation_time", (q) => q.gt("_creationTime", backfilledTo));
  const { staleBefore = 0, ...state } = await ProviderHealth.read(ctx);
  const isDropping = ProviderHealth.isDropping(state);
  const { rows: documents, more } = await takeWithinBudget(following, isDropping ? DROP_STEP : BACKFILL_STEP);
  for (const document of documents) {
    const { _id, embeddedBy, _creationTime } = document;
    if (embeddedBy === model && _creationTime >= staleBefore) continue;
    if (isDropping && (await drop(ctx, document))) await owners.dropped(ctx, document);
    if ((await queueEntryOf(ctx, _id)) === null)
      await writeQueueEntry(ctx, null, { documentId: _id, refusals: 0, dueAt: now });
  }
  const last = more ? documents.at(-1) : undefined;
  await ProviderHealth.update(ctx, {
    backfilledTo: last?._creationTime ?? null,
    backfilled: (state.backfilled ?? 0) + documents.filter(({ space }) => space !== "knowledge").length,
  });
}
