/** Writes one imported row with its lists and figures. What a table needs besides its fields is listed here. */
import type { WithoutSystemFields } from "convex/server";
import type { Doc, TableNames } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { findablePassages, frequentTerms } from "../../mind/knowledge/passages";
import * as Vitals from "../agent/vitals";
import * as KnowledgeItems from "../knowledge/items";
import type { ExportedTable } from "../lib/exportedTables";
import { writerOf } from "../lib/rows";
import * as Links from "../memories/links";
import type { Settings } from "../lib/settings";
import { tableNamed } from "../registry/tables";
import { putMemory, type MemoryFields } from "./importMemory";
import { putState } from "./importState";
import {
  putCluster,
  putMember,
  putTheme,
  removeMember,
  type ClusterFields,
  type MemberFields,
  type ThemeFields,
} from "./importThemes";
import { putThought, type ThoughtFields } from "./importThought";
import { putVector, type VectorFields } from "./importVector";
import { placeHere } from "./places";

export interface Writing {
  readonly now: number;
  readonly settings: Settings;
  readonly source: string;
}

/** The fields of a line after its ids were renamed. */
export interface Fields {
  readonly row: object;
}

type Row<Table extends ExportedTable> = WithoutSystemFields<Doc<Table>>;

/** Writes a row, in place of the one with the id `known`. Returns its id; null where it has no place here. */
export async function putRow(
  ctx: MutationCtx,
  writing: Writing,
  table: ExportedTable,
  fields: Fields,
  known: string | null,
): Promise<string | null> {
  const { now, settings, source } = writing;
  const before = async <Table extends ExportedTable>(name: Table): Promise<Doc<Table> | null> => {
    const id = known === null ? null : ctx.db.normalizeId(name, known);
    return id && (await ctx.db.get(name, id));
  };
  switch (table) {
    case "memories": {
      const { row, ...rest } = fields as MemoryFields;
      const place = await placeHere(ctx, source, table, row.place);
      return await putMemory(ctx, now, settings, { ...rest, row: { ...row, place } }, await before(table));
    }
    case "thoughts": {
      const { row, ...rest } = fields as ThoughtFields;
      const place = await placeHere(ctx, source, table, row.place);
      return await putThought(ctx, settings, { ...rest, row: { ...row, place } }, await before(table));
    }
    case "knowledge":
      return await putKnowledge(ctx, settings, fields as KnowledgeFields, await before(table));
    case "vectors":
      return await putVector(ctx, settings, (fields as VectorFields).row);
    case "clusters":
      return await putCluster(ctx, fields.row as ClusterFields, await before(table));
    case "clusterMembers":
      return await putMember(ctx, now, settings, fields.row as MemberFields, await before(table));
    case "coreMemories":
      return await putTheme(ctx, fields.row as ThemeFields, await before(table));
    case "agent":
    case "thoughtSchedule":
    case "memoryTotals":
    case "consolidationProgress":
    case "reflectionProgress":
    case "linkProgress":
      return await putState(ctx, source, table, fields.row);
    default:
      return await putPlain(ctx, now, table, fields.row, await before(table));
  }
}

/** Tables whose rows stand in lists and figures, and nowhere else. */
type Plain = Exclude<
  ExportedTable,
  | "memories"
  | "thoughts"
  | "knowledge"
  | "vectors"
  | "clusters"
  | "clusterMembers"
  | "coreMemories"
  | "agent"
  | "thoughtSchedule"
  | "memoryTotals"
  | "consolidationProgress"
  | "reflectionProgress"
  | "linkProgress"
>;

async function putPlain(
  ctx: MutationCtx,
  now: number,
  table: Plain,
  given: object,
  known: Doc<Plain> | null,
): Promise<string | null> {
  const row = settled(table, given as Row<Plain>);
  if (!(await belongs(ctx, table, row))) return null;
  const replaced = known ?? (table === "links" ? await sameLink(ctx, row as Row<"links">) : null);
  if (table === "ticks") await countTicks(ctx, now, known as Row<"ticks"> | null, row as Row<"ticks">);
  const _id = await writerOf<TableNames>(tableNamed(table))(ctx, replaced, row);
  if (table === "links") await Links.markEnds(ctx, [replaced, row] as Doc<"links">[]);
  return _id;
}

/** A tick that ran while it was exported does not go on here. */
function settled(table: Plain, row: Row<Plain>): Row<Plain> {
  if (table !== "ticks" || !("outcome" in row) || row.outcome !== "running") return row;
  return { ...row, outcome: "failed", endedAt: row.startedAt, error: "it was running when it was exported" };
}

/** Whether what the row is a part of is still here. */
async function belongs(ctx: MutationCtx, table: Plain, row: Row<Plain>): Promise<boolean> {
  if (table === "links") {
    const { source, target } = row as Row<"links">;
    const ends = await Promise.all([source, target].map((id) => ctx.db.get("memories", id)));
    return source !== target && ends.every((end) => end !== null);
  }
  if (table === "merges" || table === "memoryVersions")
    return (await ctx.db.get("memories", (row as Row<"merges">).memoryId)) !== null;
  if (table === "reminders") return (await ctx.db.get("events", (row as Row<"reminders">).noteId)) !== null;
  return true;
}

/** The link that this service has found meanwhile. */
async function sameLink(
  ctx: MutationCtx,
  { source, target, type }: Row<"links">,
): Promise<Doc<"links"> | null> {
  return await ctx.db
    .query("links")
    .withIndex("by_source", (q) => q.eq("source", source).eq("target", target).eq("type", type))
    .first();
}

/** Ticks are counted by the service, which has not run those of another. */
async function countTicks(
  ctx: MutationCtx,
  now: number,
  before: Row<"ticks"> | null,
  after: Row<"ticks"> | null,
): Promise<void> {
  const ran = (tick: Row<"ticks"> | null) => (tick?.outcome === "succeeded" ? 1 : 0);
  if (ran(before) + ran(after) === 0) return;
  await Vitals.update(ctx, now, ({ tickCount, lastTick }) => ({
    tickCount: tickCount + ran(after) - ran(before),
    lastTick: Math.max(lastTick, ran(after) * (after?.endedAt ?? 0)),
  }));
}

/** Erases a row of a table that has no erasure of its own. */
export async function deletePlain(
  ctx: MutationCtx,
  now: number,
  table: Plain | "clusterMembers",
  id: string,
): Promise<void> {
  const known = ctx.db.normalizeId(table, id);
  const row = known && (await ctx.db.get(table, known));
  if (row === null) return;
  if (table === "clusterMembers") await removeMember(ctx, row as Doc<"clusterMembers">);
  if (table === "ticks") await countTicks(ctx, now, row as Doc<"ticks">, null);
  await writerOf<TableNames>(tableNamed(table))(ctx, row, null);
  if (table === "links") await Links.markEnds(ctx, [row as Doc<"links">]);
}

interface KnowledgeFields {
  readonly row: Row<"knowledge">;
  readonly contents: Pick<Doc<"knowledgeContents">, "content" | "metadata">;
  readonly norms: readonly number[];
}

/** An item; where one of the same source and title is here already, and is not the same row, that one stays. */
async function putKnowledge(
  ctx: MutationCtx,
  settings: Settings,
  { row, contents, norms }: KnowledgeFields,
  known: Doc<"knowledge"> | null,
): Promise<string> {
  const named = await ctx.db
    .query("knowledge")
    .withIndex("by_name", (q) => q.eq("scope", row.scope).eq("source", row.source).eq("title", row.title))
    .first();
  if (named !== null && named._id !== known?._id) return known?._id ?? named._id;
  const passages = findablePassages(row.title, contents.content);
  const item = { ...row, ...contents, passages, terms: frequentTerms(passages, KnowledgeItems.MAX_TERMS) };
  const target = known === null ? undefined : { knowledgeId: known._id, version: known.version };
  const written = await KnowledgeItems.put(ctx, row.updatedAt, settings, item, target, { ...row, norms });
  if (typeof written === "string") throw new Error(`an imported item was refused: ${written}`);
  return written.knowledgeId;
}
