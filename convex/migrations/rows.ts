/**
 * What each migration does to one row. A row may be of any earlier version, so its fields are read as such, and a row that is
 * as it should be stays as it is.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { NO_PARTS } from "../../mind/affect/health";
import { speakerOf } from "../../mind/ranking/speakers";
import * as Artifacts from "../agent/artifacts";
import { artifacts, logs } from "../agent/rows";
import { events } from "../events/rows";
import * as Progress from "../consolidation/progress";
import { coreMemories } from "../consolidation/rows";
import { filterValues } from "../embeddings/vectors";
import * as KnowledgeItems from "../knowledge/items";
import { knowledge as items } from "../knowledge/rows";
import * as Attributes from "../lib/attributes";
import * as Citations from "../citations/citations";
import * as RecentEntries from "../lib/recentEntries";
import { list } from "../lib/rows";
import * as Totals from "../lib/totals";
import { read } from "../memories/metadata";
import { memories } from "../memories/rows";
import { thoughts } from "../thoughts/rows";
import { ticks } from "../tick/rows";

/** The agent's own scope, of everything that was stored before there were scopes. */
const OWN = "";
const FIRST_VERSION = 1;

/** What health was missing came from events and from the machinery; only the sum is known. */
export function agent(_ctx: MutationCtx, { affect }: Doc<"agent">): Partial<Doc<"agent">> {
  const { healthParts }: Partial<typeof affect> = affect;
  return { affect: { ...affect, healthParts: healthParts ?? { ...NO_PARTS, events: affect.health - 100 } } };
}

/** The sums go over to `totals`, the progress to its own rows. The row itself goes last, so that it tells that data are earlier. */
export async function memoryTotals(ctx: MutationCtx, row: Doc<"memoryTotals">): Promise<void> {
  const { placed }: Partial<typeof row> = row;
  const { byType, unique, importanceSum: importance, confidenceSum: confidence, coreMemories, links } = row;
  await Totals.move(ctx, "memories", {}, { ...byType, unique, importance, confidence, coreMemories, links });
  // When each memory was stored its salience was not recorded, so all of it counts as recalled.
  await Totals.move(ctx, "recalls", {}, { salience: row.salienceSum });
  const all = Object.values(byType).reduce((sum, count) => sum + count, 0);
  await Totals.reserve(ctx, "memories", placed ?? all, row.newest);
  await Progress.update(ctx, {
    consolidatedTo: row.consolidatedTo,
    lastConsolidation: row.lastConsolidation,
  });
  // Below 0 until the evidence is counted.
  const covered = -row.importanceSinceReflection;
  await ctx.db.insert("reflectionProgress", { lastReflection: row.lastReflection, covered });
}

export async function thoughtTotals(ctx: MutationCtx, row: Doc<"thoughtTotals">): Promise<void> {
  const { placed }: Partial<typeof row> = row;
  const { byTone, brilliant, reflections, confidenceSum: confidence, seedsSum: seeds } = row;
  await Totals.move(ctx, "thoughts", {}, { ...byTone, brilliant, reflections, confidence, seeds });
  const all = Object.values(byTone).reduce((sum, count) => sum + count, 0);
  await Totals.reserve(ctx, "thoughts", placed ?? all, row.lastThought);
}

export async function memoryTotalsGone(ctx: MutationCtx, { _id }: Doc<"memoryTotals">): Promise<void> {
  await ctx.db.delete("memoryTotals", _id);
}

export async function thoughtTotalsGone(ctx: MutationCtx, { _id }: Doc<"thoughtTotals">): Promise<void> {
  await ctx.db.delete("thoughtTotals", _id);
}

/** No line waits for others any more: imports take them in order. */
export async function importWaiting(ctx: MutationCtx, { _id }: Doc<"importWaiting">): Promise<void> {
  await ctx.db.delete("importWaiting", _id);
}

/** Which rows of a source are here stays known. What it sends from now on is added to what is here. */
export async function importSource(ctx: MutationCtx, { _id }: Doc<"importSources">): Promise<void> {
  await ctx.db.delete("importSources", _id);
}

/** Adds what earlier totals did not count. */
async function count(ctx: MutationCtx, counts: Totals.Counts): Promise<void> {
  if ((await ctx.db.query("memoryTotals").first()) !== null) await Totals.move(ctx, "memories", {}, counts);
}

export async function wording(
  ctx: MutationCtx,
  { content }: Doc<"merges"> | Doc<"memoryVersions">,
): Promise<void> {
  await count(ctx, { characters: content.length });
}

export async function reflectionProgress(
  ctx: MutationCtx,
  { covered }: Doc<"reflectionProgress">,
): Promise<Partial<Doc<"reflectionProgress">>> {
  const evidence = (await Totals.read(ctx, "memories"))("evidence");
  return { covered: covered < 0 ? evidence + covered : covered };
}

export async function event(ctx: MutationCtx, row: Doc<"events">): Promise<void> {
  const { scope = OWN }: Partial<typeof row> = row;
  await ctx.db.patch("events", row._id, { scope });
  await list(ctx, events, { ...row, scope });
}

export async function log(ctx: MutationCtx, row: Doc<"logs">): Promise<void> {
  await list(ctx, logs, row);
}

export async function artifact(ctx: MutationCtx, row: Doc<"artifacts">): Promise<void> {
  await list(ctx, artifacts, row);
}

export async function searchDocument(ctx: MutationCtx, row: Doc<"searchDocuments">): Promise<void> {
  const { scope = OWN }: Partial<typeof row> = row;
  await ctx.db.patch("searchDocuments", row._id, { scope });
  if (row.space === "memory" && row.vectorId !== undefined) await count(ctx, { embedded: 1 });
}

export async function vector(ctx: MutationCtx, row: Doc<"vectors">): Promise<void> {
  const document = await ctx.db.get("searchDocuments", row.documentId);
  if (document === null) return;
  await ctx.db.patch("vectors", row._id, filterValues(row.model, document));
}

export async function memory(ctx: MutationCtx, row: Doc<"memories">): Promise<void> {
  const { typePlace: _typePlace, ...kept }: typeof row & { readonly typePlace?: number } = row;
  const { scope = OWN, version }: Partial<typeof row> = row;
  const now = { ...kept, scope, version: version ?? FIRST_VERSION };
  await ctx.db.replace("memories", row._id, now);
  await list(ctx, memories, now);
  const { evidence = 0, characters = 0 } = memories.counts?.(now).memories ?? {};
  await count(ctx, { evidence, characters });
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
  await list(ctx, coreMemories, { ...row, scope });
}

export async function knowledge(ctx: MutationCtx, row: Doc<"knowledge">): Promise<void> {
  const { scope = OWN, version = FIRST_VERSION }: Partial<typeof row> = row;
  const { metadata } = await KnowledgeItems.contentsOf(ctx, row._id);
  const fields = { scope, version, attributes: Attributes.metadataAttributes(metadata) };
  await ctx.db.patch("knowledge", row._id, fields);
  await list(ctx, items, { ...row, ...fields });
}

export async function thought(ctx: MutationCtx, row: Doc<"thoughts">): Promise<void> {
  await list(ctx, thoughts, row);
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
  await list(ctx, ticks, row);
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

/** Search asks who spoke, and what the agent wrote itself. */
export async function speaker(
  ctx: MutationCtx,
  { _id, space, owner }: Doc<"searchDocuments">,
): Promise<void> {
  const id = space === "memory" ? ctx.db.normalizeId("memories", owner) : null;
  const memory = id === null ? null : await ctx.db.get("memories", id);
  if (memory === null) return;
  await ctx.db.patch("searchDocuments", _id, { author: memory.author, speaker: speakerOf(memory.content) });
}

/** The newest entries of lists have a row; an earlier version, which would not find them, then refuses the database. */
export async function listNode(ctx: MutationCtx, { name }: Doc<"listNodes">): Promise<void> {
  await RecentEntries.begin(ctx, name);
}
