/**
 * What each migration does to one row. A row may be of any earlier version, so its fields are read as such, and a row that is
 * as it should be stays as it is.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { NO_PARTS } from "../../mind/affect/health";
import * as Artifacts from "../agent/artifacts";
import * as Inbox from "../agent/inbox";
import * as Logs from "../agent/logs";
import * as Notes from "../agent/notes";
import * as CoreMemories from "../consolidation/coreMemories";
import { filterValues } from "../embeddings/vectors";
import * as KnowledgeItems from "../knowledge/items";
import * as KnowledgeLists from "../knowledge/lists";
import * as Attributes from "../lib/attributes";
import * as Citations from "../lib/citations";
import * as Listing from "../lib/listing";
import * as Totals from "../lib/memoryTotals";
import * as MemoryLists from "../memories/lists";
import { read } from "../memories/metadata";
import * as ThoughtTotals from "../thoughts/totals";
import * as Receipts from "../tick/receipts";

/** The agent's own scope, of everything that was stored before there were scopes. */
const OWN = "";
const FIRST_VERSION = 1;

/** What health was missing came from events and from the machinery; only the sum is known. */
export function agent(_ctx: MutationCtx, { affect }: Doc<"agent">): Partial<Doc<"agent">> {
  const { healthParts }: Partial<typeof affect> = affect;
  return { affect: { ...affect, healthParts: healthParts ?? { ...NO_PARTS, events: affect.health - 100 } } };
}

export async function memoryTotals(ctx: MutationCtx, row: Doc<"memoryTotals">): Promise<void> {
  const { oldest: _oldest, ...totals }: typeof row & { readonly oldest?: number } = row;
  const { placed }: Partial<typeof row> = row;
  await ctx.db.replace("memoryTotals", row._id, { ...totals, placed: placed ?? Totals.total(row) });
}

export function thoughtTotals(_ctx: MutationCtx, row: Doc<"thoughtTotals">): Partial<Doc<"thoughtTotals">> {
  const { placed }: Partial<typeof row> = row;
  return { placed: placed ?? Object.values(row.byTone).reduce((sum, count) => sum + count, 0) };
}

export async function event(ctx: MutationCtx, row: Doc<"events">): Promise<void> {
  const { scope = OWN }: Partial<typeof row> = row;
  await ctx.db.patch("events", row._id, { scope });
  await Listing.put(ctx, Inbox.entryOf({ ...row, scope }));
  if (row.source.kind === "wake") await Notes.add(ctx, { ...row, scope });
}

export async function log(ctx: MutationCtx, row: Doc<"logs">): Promise<void> {
  await Listing.put(ctx, Logs.entryOf(row));
}

export async function artifact(ctx: MutationCtx, row: Doc<"artifacts">): Promise<void> {
  await Listing.put(ctx, Artifacts.entryOf(row));
}

export async function searchDocument(ctx: MutationCtx, row: Doc<"searchDocuments">): Promise<void> {
  const { scope = OWN }: Partial<typeof row> = row;
  await ctx.db.patch("searchDocuments", row._id, { scope });
  if (row.space === "memory") await addGrowth(ctx, row, { ...row, scope });
}

export async function vector(ctx: MutationCtx, row: Doc<"vectors">): Promise<void> {
  const document = await ctx.db.get("searchDocuments", row.documentId);
  if (document === null) return;
  const values = filterValues(row.model, document);
  await ctx.db.patch("vectors", row._id, values);
  if (document.space === "memory") await addGrowth(ctx, row, { ...row, ...values });
}

export async function memory(ctx: MutationCtx, row: Doc<"memories">): Promise<void> {
  const { typePlace: _typePlace, ...kept }: typeof row & { readonly typePlace?: number } = row;
  const { scope = OWN, version }: Partial<typeof row> = row;
  const now = { ...kept, scope, version: version ?? FIRST_VERSION };
  await ctx.db.replace("memories", row._id, now);
  await addGrowth(ctx, row, now);
  await MemoryLists.addToLists(ctx, now);
  // Later versions have recorded what it rests on when they wrote it.
  if (version !== undefined) return;
  await Citations.add(ctx, { kind: "reflection", _id: row._id }, row.basedOn ?? []);
  const { source, thoughtId, learnedBy, eventId } = read(row.metadata ?? "{}");
  const origins = [
    row.author === "self" && source === "thought" ? thoughtId : undefined,
    row.author === "world" && learnedBy === "tick" ? eventId : undefined,
  ].filter((id) => typeof id === "string");
  await Citations.add(ctx, { kind: "memory", _id: row._id }, origins);
}

export function cluster(_ctx: MutationCtx, row: Doc<"clusters">): Partial<Doc<"clusters">> {
  const { scope = OWN }: Partial<typeof row> = row;
  return { scope };
}

export async function coreMemory(ctx: MutationCtx, row: Doc<"coreMemories">): Promise<void> {
  const { scope = OWN }: Partial<typeof row> = row;
  await ctx.db.patch("coreMemories", row._id, { scope });
  await addGrowth(ctx, row, { ...row, scope });
  await Listing.put(ctx, CoreMemories.entryOf({ ...row, scope }));
}

export async function knowledge(ctx: MutationCtx, row: Doc<"knowledge">): Promise<void> {
  const { scope = OWN, version = FIRST_VERSION }: Partial<typeof row> = row;
  const { metadata } = await KnowledgeItems.contentsOf(ctx, row._id);
  const fields = { scope, version, attributes: Attributes.metadataAttributes(metadata) };
  await ctx.db.patch("knowledge", row._id, fields);
  await KnowledgeLists.add(ctx, { ...row, ...fields });
}

export async function thought(ctx: MutationCtx, row: Doc<"thoughts">): Promise<void> {
  for (const entry of ThoughtTotals.entriesOf(row)) await Listing.put(ctx, entry);
}

/** Fields of ticks before there were receipts, as far as a receipt can be made of them. */
interface BeforeReceipts {
  readonly proposed?: unknown;
  readonly applied?: unknown;
  readonly read?: unknown;
  readonly learned?: Id<"memories">[];
  readonly basedOn?: Id<"events">[];
  readonly usedKnowledge?: Id<"knowledge">[];
  readonly tokens?: unknown;
  readonly modelMs?: unknown;
}

/** Events that one tick read: never more. */
const MAX_READ = 200;

export async function tick(ctx: MutationCtx, row: Doc<"ticks">): Promise<void> {
  await Listing.put(ctx, Receipts.entryOf(row));
  const earlier: Doc<"ticks"> & BeforeReceipts = row;
  const { proposed, applied, read, tokens, modelMs, learned, basedOn, usedKnowledge, ...kept } = earlier;
  if (
    [proposed, applied, read, tokens, modelMs, learned, basedOn, usedKnowledge].every(
      (field) => field === undefined,
    )
  )
    return;
  const consumed = ctx.db.query("events").withIndex("by_consumer", (q) => q.eq("consumedBy", row._id));
  const events = await consumed.take(MAX_READ);
  const entry = await logOf(ctx, row);
  const written = entry && {
    log: entry._id,
    artifacts: await artifactsOf(ctx, entry),
    memories: learned ?? [],
    answered: events.filter(({ reply }) => reply?.tickId === row._id).map(({ _id }) => _id),
  };
  const used = { events: basedOn ?? [], memories: [], knowledge: usedKnowledge ?? [] };
  await ctx.db.replace("ticks", row._id, { ...kept, used, ...(written === null ? {} : { written }) });
}

async function logOf(ctx: MutationCtx, { _id, endedAt = 0 }: Doc<"ticks">): Promise<Doc<"logs"> | null> {
  const later = ctx.db.query("logs").withIndex("by_timestamp", (q) => q.gte("timestamp", endedAt));
  // Its own, unless a clock that was set back moved it behind others.
  return (await later.take(2)).find(({ tickId }) => tickId === _id) ?? null;
}

async function artifactsOf(ctx: MutationCtx, { tickId, timestamp }: Doc<"logs">): Promise<Id<"artifacts">[]> {
  const page = { limit: MAX_READ, offset: 0 };
  const { artifacts } = await Artifacts.list(ctx, { since: timestamp - 1, until: timestamp + 1, ...page });
  return artifacts.filter((one) => one.tickId === tickId).map(({ _id }) => _id);
}

type Sized = Parameters<typeof Totals.sizeOf>[0];

/** Adds what a row grew by to the bytes of all memories. */
async function addGrowth(ctx: MutationCtx, before: Sized, now: Sized): Promise<void> {
  const growth = Totals.sizeOf(now) - Totals.sizeOf(before);
  await Totals.update(ctx, ({ bytes }) => ({ bytes: bytes + growth }));
}
