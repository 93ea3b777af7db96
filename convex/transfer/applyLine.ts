/** Applies the lines of an import: each whole or not at all, and each once. */
import { literals } from "convex-helpers/validators";
import type { Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import * as CoreMemories from "../consolidation/coreMemories";
import * as Erase from "../corrections/erase";
import { eraseRow } from "../corrections/eraseRow";
import type { ExportedTable } from "../lib/exportedTables";
import { duplicateOf } from "../memories/duplicates";
import { tableNamed } from "../registry/tables";
import { NO_NEIGHBORS } from "../search/semanticNeighbors";
import { addLine, memoryOf, tableOf, type Adding } from "./addLine";
import { FieldError, idsIn, Missing, renamed } from "./fields";
import * as ImportedIds from "./importedIds";
import { fieldsOf, isNewer, type Line } from "./lines";
import { idsInMetadata, withMetadata } from "./metadataIds";
import * as Restores from "./restores";
import { eraseCluster, removeMember } from "./restoreThemes";
import { writeRow } from "./writeRow";

/**
 * What became of a line. `merged`: into a memory of which it is a duplicate. `skipped`: it is of a kind that only a restore takes.
 */
export const outcome = literals("created", "merged", "replaced", "erased", "unchanged", "skipped");
export type Outcome = Infer<typeof outcome>;

type RowLine = Extract<Line, { kind: "row" }>;

/** Applies a line. @throws {FieldError} where a row that it needs has not come before it; then nothing of it is written */
export async function apply(ctx: MutationCtx, writing: Adding, line: Line): Promise<Outcome> {
  if (line.kind === "end") return "unchanged";
  const isRestore = line.kind !== "told" && (await Restores.begin(ctx, line));
  const name = nameOf(line);
  const known = await ImportedIds.find(ctx, name);
  if (!isRestore) {
    if (known !== null) return "unchanged";
    const added = line.kind === "erased" ? null : await addLine(ctx, writing, line);
    if (added === null) return "skipped";
    const { export: number, seq } = line;
    await ImportedIds.remember(ctx, name, known, { row: added.row, export: number, seq });
    if (added.isNew) return "created";
    return name.table === "memories" ? "merged" : "unchanged";
  }
  // A row that was erased in either service stays erased.
  if (known !== null && !(isNewer(line, known) && (await isThere(ctx, line.table, known.row))))
    return "unchanged";
  return line.kind === "erased"
    ? await erase(ctx, writing, line, known)
    : await restore(ctx, writing, line, known);
}

/** What applying a line would do, but for references, and for duplicates among the lines. */
export async function preview(
  ctx: QueryCtx,
  { settings, dedup }: Omit<Adding, "now">,
  line: Line,
): Promise<Outcome> {
  if (line.kind === "end") return "unchanged";
  const known = await ImportedIds.find(ctx, nameOf(line));
  if (line.kind !== "told" && (await Restores.isFor(ctx, line))) {
    if (known === null) return line.kind === "erased" ? "unchanged" : "created";
    if (known.row === "" || !isNewer(line, known)) return "unchanged";
    return line.kind === "erased" ? "erased" : "replaced";
  }
  if (known !== null) return "unchanged";
  const table = line.kind === "erased" ? null : tableOf(line);
  if (line.kind === "erased" || table === null) return "skipped";
  if (!dedup || table !== "memories") return "created";
  const memory = memoryOf(line);
  if (memory.type === "reflection") return "created";
  return (await duplicateOf(ctx, settings, memory, NO_NEIGHBORS)) === null ? "created" : "merged";
}

function nameOf(line: Exclude<Line, { kind: "end" }>): ImportedIds.Name {
  const { source, id } = line;
  return { source, id, table: line.kind === "told" ? "memories" : line.table };
}

/** What rows of some tables have. */
interface Given {
  readonly metadata?: string;
  readonly place?: number;
}

async function restore(
  ctx: MutationCtx,
  writing: Adding,
  line: RowLine,
  known: ImportedIds.Imported | null,
): Promise<Outcome> {
  const { source, table, export: number, seq } = line;
  const { row: given } = line.fields as { readonly row: Given };
  const ids = [...idsIn(fieldsOf(table), line.fields), ...idsInMetadata(given)];
  const rows = await ImportedIds.rowsOf(ctx, source, ids);
  const value = renamed(fieldsOf(table), line.fields, (id) => rows.get(id) || undefined);
  if (value instanceof Missing && !rows.has(value.id)) {
    // Ids that are stored as text may be left of rows that are gone.
    if (tableNamed(table).ids !== undefined) return "unchanged";
    throw notYetThere(value);
  }
  // Otherwise the row that this one belongs to was erased.
  let row: string | null = null;
  const place = given.place === undefined ? {} : { place: given.place };
  if (!(value instanceof Missing)) {
    const fields = value as object as { readonly row: Given };
    const whole = { ...fields, row: withMetadata(fields.row, rows) };
    const isMoved = known?.place !== given.place;
    row = await writeRow(ctx, writing, table, whole, { id: known?.row ?? null, isMoved });
  }
  await ImportedIds.remember(ctx, line, known, {
    row: row ?? known?.row ?? "",
    ...place,
    export: number,
    seq,
  });
  if (row === null) return "unchanged";
  return known === null ? "created" : "replaced";
}

function notYetThere({ path, tables, id }: Missing): FieldError {
  const name = /^[\w-]+$/.test(id) ? ` ${id}` : "";
  return new FieldError(path, `must name a row that has come before: ${tables.join(" or ")}${name}`);
}

async function isThere(ctx: QueryCtx, table: ExportedTable, row: string): Promise<boolean> {
  if (table === "vectors") return row !== "";
  const id = ctx.db.normalizeId(table, row);
  return id !== null && (await ctx.db.get(table, id)) !== null;
}

/** Erases a row that was erased in the source while it was exported. An earlier line of it then does nothing. */
async function erase(
  ctx: MutationCtx,
  writing: Adding,
  line: Extract<Line, { kind: "erased" }>,
  known: ImportedIds.Imported | null,
): Promise<Outcome> {
  const { table, export: number, seq } = line;
  await ImportedIds.remember(ctx, line, known, { row: "", export: number, seq });
  const id = ctx.db.normalizeId(table, known?.row ?? "");
  const row = id && (await ctx.db.get(table, id));
  if (row === null) return "unchanged";
  await Erase.prepare(ctx, writing.now);
  if (table === "clusters") await eraseCluster(ctx, row as Doc<"clusters">);
  else if (table === "coreMemories") await CoreMemories.remove(ctx, row as Doc<"coreMemories">);
  else {
    if (table === "clusterMembers") await removeMember(ctx, row as Doc<"clusterMembers">);
    // Links and versions have lines of their own, so the rest takes few steps.
    for (let step = 0; step < MAX_STEPS; step++) if (await eraseRow(ctx, writing, table, row)) break;
  }
  return "erased";
}

/** Batches of rows that belong to a memory, which one transaction can delete. */
const MAX_STEPS = 8;
