/** Writes one restored row. Most tables need no more than their writer; what others need besides is listed here. */
import type { Doc, TableNames } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { findablePassages, frequentTerms } from "../../mind/knowledge/passages";
import type { Space } from "../../mind/enums";
import * as Vitals from "../vitals/vitals";
import * as Progress from "../consolidation/progress";
import * as Vectors from "../embeddings/vectors";
import * as KnowledgeItems from "../knowledge/items";
import type { ExportedTable } from "../lib/exportedTables";
import { documentById } from "../lib/documentsById";
import { writerOf, type Fields } from "../lib/rows";
import type { Settings } from "../lib/settings";
import * as Totals from "../lib/totals";
import * as Links from "../memories/links";
import { writeLinkProgress } from "../memories/rows";
import * as ReflectionSchedule from "../reflections/schedule";
import { tableNamed } from "../registry/tables";
import { writeThought } from "../thoughts/rows";
import * as Thoughts from "../thoughts/thoughts";
import { restoreMemory, type MemoryFields } from "./restoreMemory";
import * as Themes from "./restoreThemes";

export interface Writing {
  readonly now: number;
  readonly settings: Settings;
}

/** A line's fields after its ids were renamed. */
interface LineFields {
  readonly row: object;
}

/** Where the row of a line is here. */
export interface Known {
  /** Null where it has not come yet. */
  readonly id: string | null;
  /** Whether it has got another place in the source since. */
  readonly isMoved: boolean;
}

/** Writes a row, in place of the known one. Returns its id; null where it has no place here. */
export async function writeRow(
  ctx: MutationCtx,
  { now, settings }: Writing,
  table: ExportedTable,
  fields: LineFields,
  { id, isMoved }: Known,
): Promise<string | null> {
  const before = async <T extends ExportedTable>(name: T) =>
    id === null ? null : await documentById(ctx, name, id);
  switch (table) {
    case "memories":
      return await restoreMemory(ctx, now, settings, fields as MemoryFields, await before(table), isMoved);
    case "thoughts":
      return await restoreThought(ctx, now, settings, fields as ThoughtFields, await before(table));
    case "knowledge":
      return (await putKnowledge(ctx, settings, fields as KnowledgeFields, await before(table))).row;
    case "vectors":
      return await putVector(ctx, settings, fields.row as VectorFields);
    case "clusters":
      return await Themes.putCluster(ctx, fields.row as Themes.ClusterFields, await before(table));
    case "clusterMembers": {
      const row = fields.row as Themes.MemberFields;
      return await Themes.putMember(ctx, now, settings, row, await before(table));
    }
    case "coreMemories":
      return await Themes.putTheme(ctx, fields.row as Themes.ThemeFields, await before(table));
    case "memoryTotals":
    case "consolidationProgress":
    case "reflectionProgress":
      return await putMoments(ctx, fields.row as Moments);
    case "linkProgress":
      return await putLinkProgress(ctx, fields.row as { readonly linked: Doc<"memories">["_id"] });
    case "ticks":
      return await putTick(ctx, now, fields.row as Fields<"ticks">, await before(table));
    case "links":
      return await putLink(ctx, fields.row as Fields<"links">, await before(table));
    case "agent":
    case "thoughtSchedule":
      // One row each: it takes the place of the one that is here.
      return await write(ctx, table, await ctx.db.query(table).first(), fields.row);
    default:
      return await write(ctx, table, await before(table), fields.row);
  }
}

/** Writes a row that its description says all about; null where what it is a part of is gone. */
async function write(
  ctx: MutationCtx,
  name: TableNames,
  before: Doc<TableNames> | null,
  row: object,
): Promise<string | null> {
  const table = tableNamed(name);
  for (const { of, field } of table.partOf ?? []) {
    const id = String((row as Readonly<Record<string, unknown>>)[field]);
    const owners = await Promise.all(of.map((one) => documentById(ctx, one, id)));
    if (owners.every((owner) => owner === null)) return null;
  }
  return await writerOf<TableNames>(table)(ctx, before, row as Fields<TableNames>);
}

/** A tick; one that ran while it was exported does not go on here. Ticks are counted by the service, which has not run those of another. */
async function putTick(
  ctx: MutationCtx,
  now: number,
  given: Fields<"ticks">,
  known: Doc<"ticks"> | null,
): Promise<string | null> {
  const ended = {
    outcome: "failed" as const,
    endedAt: given.startedAt,
    error: "it was running when it was exported",
  };
  const row: Fields<"ticks"> = given.outcome === "running" ? { ...given, ...ended } : given;
  const counted = (tick: Fields<"ticks"> | null) => (tick?.outcome === "succeeded" ? 1 : 0);
  const more = counted(row) - counted(known);
  if (more !== 0 || counted(row) === 1)
    await Vitals.update(ctx, now, ({ tickCount, lastTick }) => ({
      tickCount: tickCount + more,
      lastTick: Math.max(lastTick, counted(row) * (row.endedAt ?? 0)),
    }));
  return await write(ctx, "ticks", known, row);
}

/** A link, in place of the same one that this service has found meanwhile. No memory is linked to itself. */
async function putLink(
  ctx: MutationCtx,
  row: Fields<"links">,
  known: Doc<"links"> | null,
): Promise<string | null> {
  const { source, target, type } = row;
  if (source === target) return null;
  const same = ctx.db
    .query("links")
    .withIndex("by_source", (q) => q.eq("source", source).eq("target", target).eq("type", type));
  const replaced = known ?? (await same.first());
  const id = await write(ctx, "links", replaced, row);
  if (id !== null) await Links.markEnds(ctx, [replaced, row]);
  return id;
}

interface ThoughtFields {
  readonly row: Fields<"thoughts">;
  readonly norm?: number;
}

/** Writes a thought at the next place. One that is here already never changes. */
async function restoreThought(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  { row, norm }: ThoughtFields,
  known: Doc<"thoughts"> | null,
): Promise<string> {
  if (known !== null) return known._id;
  const { place } = await Totals.next(ctx, "thoughts", now, row.timestamp);
  const fields = { ...row, place };
  const _id = await writeThought(ctx, null, fields);
  await Thoughts.addSearchDocument(ctx, settings, { ...fields, _id }, norm);
  return _id;
}

export interface KnowledgeFields {
  readonly row: Omit<Fields<"knowledge">, "chunks" | "size">;
  readonly contents: Pick<Doc<"knowledgeContents">, "content" | "metadata">;
  readonly norms: readonly number[];
}

/** An item; where one of the same scope, source and title is here already, and is not the same row, that one stays. */
export async function putKnowledge(
  ctx: MutationCtx,
  settings: Settings,
  { row, contents, norms }: KnowledgeFields,
  known: Doc<"knowledge"> | null,
): Promise<{ readonly row: string; readonly isNew: boolean }> {
  const named = await ctx.db
    .query("knowledge")
    .withIndex("by_name", (q) => q.eq("scope", row.scope).eq("source", row.source).eq("title", row.title))
    .first();
  if (named !== null && named._id !== known?._id) return { row: known?._id ?? named._id, isNew: false };
  const passages = findablePassages(row.title, contents.content);
  const item = { ...row, ...contents, passages, terms: frequentTerms(passages, KnowledgeItems.MAX_TERMS) };
  const target = known === null ? undefined : { knowledgeId: known._id, version: known.version };
  const written = await KnowledgeItems.put(ctx, row.updatedAt, settings, item, target, { ...row, norms });
  if (typeof written === "string") throw new Error(`an imported item was refused: ${written}`);
  return { row: written.knowledgeId, isNew: true };
}

interface VectorFields {
  readonly space: Space;
  readonly owner: string;
  /** Of a passage in its item. */
  readonly place: number;
  readonly model: string;
  readonly vector: ArrayBuffer;
}

/** Writes a vector of the configured model; another model's is of no use. Null where it was not written. */
async function putVector(
  ctx: MutationCtx,
  settings: Settings,
  { space, owner, place, model, vector }: VectorFields,
): Promise<string | null> {
  if (settings.embedding?.model !== model) return null;
  const document = await ctx.db
    .query("searchDocuments")
    .withIndex("by_owner", (q) =>
      space === "knowledge" ? q.eq("owner", owner).eq("place", place) : q.eq("owner", owner),
    )
    .first();
  if (document === null) return null;
  const vectors = [{ documentId: document._id, vector: [...new Float64Array(vector)] }];
  await Vectors.put(ctx, settings, model, vectors);
  return document._id;
}

interface Moments {
  readonly lastConsolidation?: number;
  readonly lastReflection?: number;
}

/** When the agent last consolidated and reflected. How far that came is counted here: consolidation passes over what has its theme. */
async function putMoments(
  ctx: MutationCtx,
  { lastConsolidation = 0, lastReflection }: Moments,
): Promise<null> {
  const here = await Progress.read(ctx);
  if (lastConsolidation > here.lastConsolidation) await Progress.update(ctx, { lastConsolidation });
  // What is restored is no news to reflect on.
  if (lastReflection !== undefined) await ReflectionSchedule.reflected(ctx, lastReflection, Infinity);
  return null;
}

/** Memories up to `linked` need no linking here. */
async function putLinkProgress(
  ctx: MutationCtx,
  { linked }: { readonly linked: Doc<"memories">["_id"] },
): Promise<string | null> {
  const memory = await ctx.db.get("memories", linked);
  if (memory === null) return null;
  const here = await ctx.db.query("linkProgress").first();
  const linkedTo = Math.max(here?.linkedTo ?? -1, memory.place);
  return await writeLinkProgress(ctx, here, { failures: 0, ...here, linkedTo });
}
