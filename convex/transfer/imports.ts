/** Applies the lines of an import: each whole or not at all, each once, in any order. */
import { literals } from "convex-helpers/validators";
import type { Infer } from "convex/values";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import * as CoreMemories from "../consolidation/coreMemories";
import * as Erase from "../corrections/erase";
import type { ExportedTable } from "../lib/exportedTables";
import * as ErasureEpoch from "../lib/erasureEpoch";
import { duplicateOf } from "../memories/duplicates";
import { storeOrMerge } from "../memories/merge";
import * as NewMemory from "../memories/newMemory";
import type { Settings } from "../lib/settings";
import { NO_NEIGHBORS } from "../search/semanticNeighbors";
import { renamed } from "./fields";
import * as Incomplete from "./incomplete";
import * as ImportedRows from "./importedRows";
import { deletePlain, putRow, type Writing } from "./importRow";
import { eraseCluster } from "./importThemes";
import { fieldsOf, isNewer, lineOf, type Line } from "./lines";
import { sourceRow } from "./places";
import { writeSource } from "./rows";
import * as References from "./references";
import * as Waiting from "./waiting";

/** What became of a line. `merged`: into a memory of which it is a duplicate. `waiting`: for a row that it refers to. */
export const outcome = literals("created", "merged", "replaced", "erased", "unchanged", "waiting");
export type Outcome = Infer<typeof outcome>;

type RowLine = Extract<Line, { kind: "row" }>;

/** `dedup`: whether a memory of another program is merged into its duplicate. */
export type Applying = Omit<Writing, "source"> & { readonly dedup: boolean };

/** Applies a line. */
export async function apply(ctx: MutationCtx, writing: Applying, line: Line): Promise<Outcome> {
  const { source } = line;
  if (line.kind === "page") return "unchanged";
  if (line.kind === "end") {
    const row = await sourceRow(ctx, source);
    if (line.export > row.ended) await writeSource(ctx, row, { ...row, ended: line.export });
    return "unchanged";
  }
  if (line.kind === "told") {
    const isKnown = (await ImportedRows.find(ctx, source, "memories", line.id)) !== null;
    return isKnown ? "unchanged" : await tell(ctx, writing, line);
  }
  const known = await ImportedRows.find(ctx, source, line.table, line.id);
  if (known !== null && !isNewer(line, known)) return "unchanged";
  // A row that was erased in either service stays erased.
  if (known !== null && !(await isThere(ctx, line.table, known.row))) return "unchanged";
  if (line.kind === "erased") return await erase(ctx, writing, line, known?.row ?? "");
  return await put(ctx, { ...writing, source }, line, known);
}

/** Applies a line that waited, or completes its row. False where it waits still. */
export async function applyWaiting(
  ctx: MutationCtx,
  writing: Omit<Writing, "source">,
  waiting: Waiting.Waiting,
): Promise<Outcome> {
  const { source, table, id } = waiting;
  if (!waiting.applied) {
    const outcome = await apply(ctx, { ...writing, dedup: false }, lineOf(JSON.parse(waiting.line)));
    // A newer line was applied, or the row was erased, since it began to wait.
    if (outcome === "unchanged") await Waiting.remove(ctx, source, id);
    return outcome;
  }
  const known = await ImportedRows.find(ctx, source, table, id);
  const parts = JSON.parse(waiting.line) as Readonly<Record<string, unknown>>;
  const references = await References.rowsFor(ctx, source, Incomplete.idsInParts(table, parts));
  await Incomplete.fill(ctx, table, known?.row ?? "", parts, References.rowsOf(references));
  const toCome = References.lastToCome(references);
  const isGone = known === null || !(await isThere(ctx, table, known.row));
  if (toCome === undefined || isGone) await Waiting.remove(ctx, source, id);
  else await Waiting.add(ctx, { ...waiting, needs: References.keyOf(toCome) });
  return "replaced";
}

/** What applying a line would do, but for references, and for duplicates among the lines. */
export async function preview(
  ctx: QueryCtx,
  settings: Settings,
  line: Line,
  dedup: boolean,
): Promise<Outcome> {
  if (line.kind === "page" || line.kind === "end") return "unchanged";
  const table = line.kind === "told" ? "memories" : line.table;
  const known = await ImportedRows.find(ctx, line.source, table, line.id);
  if (known === null && line.kind === "told" && dedup)
    return (await duplicateOf(ctx, settings, line.fields as Told, NO_NEIGHBORS)) === null
      ? "created"
      : "merged";
  if (known === null) return line.kind === "erased" ? "unchanged" : "created";
  if (line.kind === "told" || known.row === "" || !isNewer(line, known)) return "unchanged";
  return line.kind === "erased" ? "erased" : "replaced";
}

async function put(
  ctx: MutationCtx,
  writing: Writing,
  line: RowLine,
  known: ImportedRows.Imported | null,
): Promise<Outcome> {
  const { source, table, id } = line;
  const references = await References.referencesOf(ctx, line);
  const rows = References.rowsOf(references);
  const value = renamed(fieldsOf(table), line.fields, (_table, old) => rows.get(old) || null);
  const names = References.namesIn(table, line.fields);
  const fields =
    value === null || names.some((name) => !rows.get(name)) ? null : References.withNames(table, value, rows);
  const toCome = References.lastToCome(references);
  const waiting = { source, table, id, export: line.export };
  if (fields === null && toCome !== undefined) {
    const text = JSON.stringify({
      kind: table,
      id,
      source,
      export: line.export,
      seq: line.seq,
      ...line.fields,
    });
    await Waiting.add(ctx, { ...waiting, needs: References.keyOf(toCome), applied: false, line: text });
    return "waiting";
  }
  // Without fields, the row that this one belongs to was erased.
  const row = fields === null ? null : await putRow(ctx, writing, table, fields, known?.row ?? null);
  await ImportedRows.remember(ctx, {
    ...{ source, id, table, export: line.export, seq: line.seq },
    row: row ?? known?.row ?? "",
  });
  if (row === null || toCome === undefined) await Waiting.remove(ctx, source, id);
  else {
    const missing = new Set(references.flatMap((one) => (one.row === null ? [one.id] : [])));
    const { row: own } = line.fields as { row: Readonly<Record<string, unknown>> };
    const text = JSON.stringify(Incomplete.partsOf(table, own, missing));
    await Waiting.add(ctx, { ...waiting, needs: References.keyOf(toCome), applied: true, line: text });
  }
  if (row === null) return "unchanged";
  return known === null ? "created" : "replaced";
}

async function isThere(ctx: QueryCtx, table: ExportedTable, row: string): Promise<boolean> {
  if (table === "vectors") return row !== "";
  const id = ctx.db.normalizeId(table, row);
  return id !== null && (await ctx.db.get(table, id)) !== null;
}

type Told = Omit<NewMemory.NewMemory, "author" | "reflectionType" | "basedOn">;

/** Stores a memory of another program as POST /memories/store does, or as POST /memories/store-dedup does, by its words. */
async function tell(
  ctx: MutationCtx,
  { now, settings, dedup }: Applying,
  { source, id, fields, ...place }: Extract<Line, { kind: "told" }>,
): Promise<Outcome> {
  const memory = { ...(fields as Told), author: "world" as const };
  const { kind, memoryId } = dedup
    ? await storeOrMerge(ctx, now, settings, memory, NO_NEIGHBORS)
    : { kind: "new", ...(await NewMemory.createMemory(ctx, now, settings, memory)) };
  const { export: number, seq } = place;
  await ImportedRows.remember(ctx, { source, id, table: "memories", export: number, seq, row: memoryId });
  return kind === "merged" ? "merged" : "created";
}

const ERASURES = {
  memories: "memory",
  knowledge: "knowledge",
  thoughts: "thought",
  events: "event",
  artifacts: "artifact",
  logs: "log",
  reminders: "reminder",
} as const satisfies { readonly [Table in ExportedTable]?: Erase.Kind };

/** Erases a row that was erased in the source while it was exported. An earlier line of it then does nothing. */
async function erase(
  ctx: MutationCtx,
  { now, settings }: Omit<Writing, "source">,
  { source, id, table, ...place }: Extract<Line, { kind: "erased" }>,
  row: string,
): Promise<Outcome> {
  await Waiting.remove(ctx, source, id);
  const { export: number, seq } = place;
  await ImportedRows.remember(ctx, { source, id, table, export: number, seq, row: "" });
  if (row === "") return "unchanged";
  if (table in ERASURES) {
    const kind = ERASURES[table as keyof typeof ERASURES];
    // Links and versions have lines of their own, so the rest takes few steps.
    for (let step = 0, done = false; !done && step < MAX_STEPS; step++) {
      const erased = await Erase.erase(ctx, { now, settings }, { kind, id: row });
      done = erased.kind !== "erased" || erased.done;
    }
  } else {
    await ErasureEpoch.advance(ctx);
    await eraseOther(ctx, now, table, row);
  }
  return "erased";
}

/** Batches of rows that belong to a memory, which one transaction can delete. */
const MAX_STEPS = 8;

async function eraseOther(ctx: MutationCtx, now: number, table: ExportedTable, row: string): Promise<void> {
  if (table === "clusters") {
    const id = ctx.db.normalizeId("clusters", row);
    const cluster = id && (await ctx.db.get("clusters", id));
    if (cluster !== null) await eraseCluster(ctx, cluster);
  } else if (table === "coreMemories") {
    const id = ctx.db.normalizeId("coreMemories", row);
    const theme = id && (await ctx.db.get("coreMemories", id));
    if (theme !== null) await CoreMemories.remove(ctx, theme);
  } else if (isDeletable(table)) await deletePlain(ctx, now, table, row);
}

function isDeletable(table: ExportedTable): table is Parameters<typeof deletePlain>[2] {
  return ["ticks", "merges", "memoryVersions", "links", "citations", "clusterMembers"].includes(table);
}
