/**
 * Exports: pages that are one consistent whole, without a snapshot. An export passes over every table in the order of creation.
 * Meanwhile lib/mutation notes which rows change, and the last pages send these again, until one transaction finds nothing left
 * to send: each line that was not sent again is unchanged, so all lines together are the state as of that transaction.
 */
import { v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { EXPORTED, type ExportedTable } from "../lib/exportedTables";
import { writeExportChange, writeExportState } from "../lib/sharedRows";
import * as Lease from "../lib/lease";
import { MAX_BYTES } from "../lib/withinBudget";
import { jsonOf, told, type Frame } from "./exportLines";

/** A page fits into one request of an import. */
const PAGE_BYTES = 900 * 1024;
const MAX_LINES = 320;
/** Clocks of several machines differ, so rows may have earlier creation times than rows that were there before them. */
const CLOCK_SKEW_MS = 60_000;

/** Where a page begins: `phase` numbers the tables; after the last one, changes are sent, and `after` counts these pages. */
export const position = v.object({
  run: v.number(),
  vectors: v.boolean(),
  phase: v.number(),
  after: v.number(),
  seq: v.number(),
});
export type Position = Infer<typeof position>;

/** `next` is null where the export is complete. */
export const page = v.object({ lines: v.array(v.string()), next: v.union(v.null(), position) });
export type Page = Infer<typeof page>;

export const CATCHING_UP = EXPORTED.length;

/** Begins an export; one that is open ends. `name`: random, for a service that has exported nothing yet. */
export async function open(
  ctx: MutationCtx,
  now: number,
  { vectors, name }: { readonly vectors: boolean; readonly name: string },
): Promise<Position> {
  await Lease.release(ctx, "export");
  const run = await Lease.acquire(ctx, "export", now);
  if (run === null) throw new Error("a released lease was not acquired");
  const state = await stateOf(ctx);
  const service = state?.service ?? name;
  // A new row: its creation time is the moment, by the database's clock.
  if (state !== null) await writeExportState(ctx, state, null);
  await writeExportState(ctx, null, { service, run });
  return { run, vectors, phase: 0, after: 0, seq: 0 };
}

/** A page of the pass over the tables; null where its export has ended. */
export async function pass(ctx: QueryCtx, from: Position): Promise<Page | null> {
  const state = await stateOf(ctx);
  if (state?.run !== from.run) return null;
  const frame = frameOf(state);
  const sheet = new Sheet(from.seq);
  const end = state._creationTime + CLOCK_SKEW_MS;
  for (let { phase, after } = from; phase < CATCHING_UP; phase++, after = 0) {
    const table = EXPORTED[phase];
    if (table === undefined || (table === "vectors" && !from.vectors)) continue;
    for await (const row of rowsOf(ctx, table, after, end)) {
      const line = await told(ctx, frame, table, row);
      if (line !== null && !sheet.add(line))
        return { lines: sheet.lines, next: { ...from, phase, after, seq: sheet.seq } };
      after = row._creationTime;
    }
  }
  return { lines: sheet.lines, next: { ...from, phase: CATCHING_UP, after: 1, seq: sheet.seq } };
}

/** A page of what has changed since; null where its export has ended. The next page acknowledges it, so it can be asked for again. */
export async function catchUp(ctx: MutationCtx, now: number, from: Position): Promise<Page | null> {
  const state = await stateOf(ctx);
  if (state?.run !== from.run || !(await Lease.renew(ctx, "export", now, from.run))) return null;
  const { run, after: number } = from;
  const frame = frameOf(state);
  const sheet = new Sheet(from.seq);
  for (const change of await changesBetween(ctx, run, 1, number).take(MAX_LINES))
    await writeExportChange(ctx, change, null);
  const again = await changesBetween(ctx, run, number, number + 1).take(MAX_LINES);
  const waiting = await changesBetween(ctx, run, 0, 1).take(MAX_LINES);
  for (const change of [...again, ...waiting]) {
    const line = await changed(ctx, frame, from, change);
    if (line !== null && !sheet.add(line))
      return { lines: sheet.lines, next: { ...from, after: number + 1, seq: sheet.seq } };
    if (change.page === 0) await writeExportChange(ctx, change, { ...change, page: number });
  }
  if (waiting.length === MAX_LINES)
    return { lines: sheet.lines, next: { ...from, after: number + 1, seq: sheet.seq } };
  const last = { kind: "end", ...frame, seq: sheet.seq };
  return { lines: [...sheet.lines, jsonOf(last)], next: null };
}

/** Keeps the export open; false where it has ended. */
export async function keepOpen(ctx: MutationCtx, now: number, { run }: Position): Promise<boolean> {
  return (await stateOf(ctx))?.run === run && (await Lease.renew(ctx, "export", now, run));
}

/** Ends an export that nobody reads on, and deletes at most `limit` of the changes that were noted for ended ones. Whether there may be more. */
export async function cleanUp(ctx: MutationCtx, now: number, limit: number): Promise<boolean> {
  const state = await stateOf(ctx);
  if (state === null) return false;
  const isOpen = Lease.isActive(await Lease.read(ctx, "export"), "export", now);
  if (state.run !== 0 && !isOpen) await writeExportState(ctx, state, { ...state, run: 0 });
  const open = isOpen ? state.run : Infinity;
  const rows = await ctx.db
    .query("exportChanges")
    .withIndex("by_page", (q) => q.lt("run", open))
    .take(limit);
  for (const row of rows) await writeExportChange(ctx, row, null);
  return rows.length === limit;
}

/** The lines of a page as far as it has room. */
class Sheet {
  readonly lines: string[] = [];
  seq: number;
  #bytes = 0;
  #read = 0;

  constructor(seq: number) {
    this.seq = seq;
  }

  /** False where the page is full without this line. */
  add({ fields, read }: { readonly fields: object; readonly read: number }): boolean {
    const line = jsonOf({ ...fields, seq: this.seq });
    const bytes = new TextEncoder().encode(line).length;
    const isFull =
      this.lines.length === MAX_LINES || this.#bytes + bytes > PAGE_BYTES || this.#read + read > MAX_BYTES;
    if (isFull && this.lines.length > 0) return false;
    this.lines.push(line);
    this.seq += 1;
    this.#bytes += bytes + 1;
    this.#read += read;
    return true;
  }
}

async function changed(
  ctx: QueryCtx,
  frame: Frame,
  { vectors }: Position,
  change: { table: string; row: string },
) {
  const table = EXPORTED.find((one) => one === change.table);
  if (table === undefined || (table === "vectors" && !vectors)) return null;
  const id = ctx.db.normalizeId(table, change.row);
  const row = id && (await ctx.db.get(table, id));
  if (row !== null) return await told(ctx, frame, table, row);
  return { fields: { kind: "erased", of: table, id: change.row, ...frame }, read: 0 };
}

function rowsOf(ctx: QueryCtx, table: ExportedTable, after: number, end: number) {
  return ctx.db
    .query(table)
    .withIndex("by_creation_time", (q) => q.gt("_creationTime", after).lt("_creationTime", end));
}

function changesBetween(ctx: QueryCtx, run: number, first: number, end: number) {
  return ctx.db
    .query("exportChanges")
    .withIndex("by_page", (q) => q.eq("run", run).gte("page", first).lt("page", end));
}

/** Exports are numbered by their moments: a restored service may take the number of a run again. */
function frameOf({ service, _creationTime }: Doc<"exportState">): Frame {
  return { source: service, export: Math.floor(_creationTime) };
}

/** This service's name in exports; null before its first. */
export async function serviceOf(ctx: QueryCtx): Promise<string | null> {
  return (await stateOf(ctx))?.service ?? null;
}

async function stateOf(ctx: QueryCtx): Promise<Doc<"exportState"> | null> {
  return await ctx.db.query("exportState").first();
}
