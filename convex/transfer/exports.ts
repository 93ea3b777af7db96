/**
 * Exports: pages that are one consistent whole, without a snapshot. An export passes over every table, then once more over rows
 * that name later ones. Meanwhile lib/exportNotes notes which rows change, and the last pages send these again, until one
 * transaction finds nothing left to send: each line that was not sent again is unchanged, so all lines together are the state as
 * of that transaction. An import needs each row before those that are a part of it, so new rows come with the changes alone.
 */
import { getConvexSize, v, type Infer, type Value } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { EXPORTED, type ExportedTable } from "../lib/exportedTables";
import { writeExportChange, writeExportState } from "../lib/sharedRows";
import * as Lease from "../leases/lease";
import { MAX_BYTES } from "../lib/withinBudget";
import { exportLineOf, jsonOf, type ExportLine } from "./exportLines";
import { keyOf, laterIdsOf, NAMED, NAMES_LATER, type Ordered } from "./laterRows";

/** A page fits into one request of an import. */
const PAGE_BYTES = 900 * 1024;
const MAX_LINES = 320;
/** Clocks of several machines differ, so rows may have earlier creation times than rows that were there before them. */
const CLOCK_SKEW_MS = 60_000;

/** The tables in the order in which an export passes over them, the second time only over rows that name later ones. */
const PASSES = [
  ...EXPORTED.map((table) => ({ table, isAgain: false })),
  ...NAMES_LATER.map((table) => ({ table, isAgain: true })),
];

/** Where a page begins: `phase` numbers the passes; after the last one, changes are sent, and `after` counts these pages. */
export const position = v.object({
  run: v.number(),
  vectors: v.boolean(),
  phase: v.number(),
  after: v.number(),
  seq: v.number(),
});
export type Position = Infer<typeof position>;

/** What is the same for all lines of an export. */
interface Frame {
  readonly source: string;
  readonly export: number;
}

/** `next` is null where the export is complete. */
export const page = v.object({ lines: v.array(v.string()), next: v.union(v.null(), position) });
export type Page = Infer<typeof page>;

export const CATCHING_UP = PASSES.length;

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
  const sheet = new Sheet(from.seq, frameOf(state));
  const end = state._creationTime + CLOCK_SKEW_MS;
  const isChanging = (await changesBetween(ctx, from.run, 0, Infinity).first()) !== null;
  for (let { phase, after } = from; phase < CATCHING_UP; phase++, after = 0) {
    const { table, isAgain } = PASSES[phase] ?? {};
    if (table === undefined || (table === "vectors" && !from.vectors)) continue;
    for await (const row of rowsOf(ctx, table, after, end)) {
      const isChanged = isChanging && (await changeOf(ctx, from.run, row._id)) !== null;
      // A changed row comes with the changes, and before only where others that have not changed may need it.
      const isLeft =
        (isAgain === true && (await laterIdsOf(ctx, table, row)).length === 0) ||
        (isChanged && (isAgain === true || row._creationTime > state._creationTime || !NAMED.has(table)));
      const line = isLeft ? null : await exportLineOf(ctx, table, row);
      if (!sheet.add(line, { kind: table, id: row._id }, row))
        return { lines: sheet.lines, next: { ...from, phase, after, seq: sheet.seq } };
      after = isPlaced(table) ? keyOf(row) + 1 : row._creationTime;
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
  const sheet = new Sheet(from.seq, frame);
  for (const change of await changesBetween(ctx, run, 1, number).take(MAX_LINES)) {
    const { table, row, again } = change;
    await writeExportChange(ctx, change, null);
    if (again === true) await writeExportChange(ctx, null, { run, table, row, page: 0 });
  }
  const lost = await changesBetween(ctx, run, number, number + 1).take(MAX_LINES);
  const waiting = await changesBetween(ctx, run, 0, 1).take(MAX_LINES);
  let isMore = waiting.length === MAX_LINES;
  for (const change of [...lost, ...waiting]) {
    const sent = await addChange(ctx, sheet, from, change);
    if (sent === "full") {
      isMore = true;
      break;
    }
    const again = change.again ?? (sent === "again" ? true : undefined);
    isMore ||= again === true;
    await writeExportChange(ctx, change, { ...change, page: number, ...(again === true ? { again } : {}) });
  }
  if (isMore) return { lines: sheet.lines, next: { ...from, after: number + 1, seq: sheet.seq } };
  const last = { kind: "end", ...frame, seq: sheet.seq };
  return { lines: [...sheet.lines, jsonOf(last)], next: null };
}

/** Keeps the export open; false where it has ended. */
export async function keepOpen(ctx: MutationCtx, now: number, { run }: Position): Promise<boolean> {
  return (await stateOf(ctx))?.run === run && (await Lease.renew(ctx, "export", now, run));
}

/** Ends an export that nobody reads on. The changes that were noted for it are swept. */
export async function endAbandoned(ctx: MutationCtx, now: number): Promise<void> {
  const state = await stateOf(ctx);
  if (state === null || state.run === 0) return;
  const isOpen = Lease.isActive(await Lease.read(ctx, "export"), "export", now);
  if (!isOpen) await writeExportState(ctx, state, { ...state, run: 0 });
}

/** The lines of a page as far as it has room. */
class Sheet {
  readonly lines: string[] = [];
  seq: number;
  readonly #frame: Frame;
  #bytes = 0;
  #read = 0;

  constructor(seq: number, frame: Frame) {
    this.seq = seq;
    this.#frame = frame;
  }

  /** Adds a line; null for a row that was read and has none. False where the page is full without it. */
  add(line: ExportLine | null, kind: object, row: object): boolean {
    const text = line === null ? "" : jsonOf({ ...kind, ...this.#frame, ...line.fields, seq: this.seq });
    const bytes = new TextEncoder().encode(text).length;
    const read = line?.read ?? getConvexSize(row as Value);
    const isFull =
      this.lines.length === MAX_LINES || this.#bytes + bytes > PAGE_BYTES || this.#read + read > MAX_BYTES;
    if (isFull && this.#read > 0) return false;
    this.#read += read;
    if (line === null) return true;
    this.lines.push(text);
    this.seq += 1;
    this.#bytes += bytes + 1;
    return true;
  }
}

/** Adds the line of a change. `again`: it names a later row that has not been sent yet, so it must be sent once more after that. */
async function addChange(
  ctx: QueryCtx,
  sheet: Sheet,
  { run, vectors }: Position,
  change: Doc<"exportChanges">,
): Promise<"sent" | "again" | "full"> {
  const table = EXPORTED.find((one) => one === change.table);
  if (table === undefined || (table === "vectors" && !vectors)) return "sent";
  const id = ctx.db.normalizeId(table, change.row);
  const row = id && (await ctx.db.get(table, id));
  if (row === null)
    return sheet.add({ fields: { of: table }, read: 0 }, { kind: "erased", id: change.row }, change)
      ? "sent"
      : "full";
  if (!sheet.add(await exportLineOf(ctx, table, row), { kind: table, id: row._id }, row)) return "full";
  for (const later of await laterIdsOf(ctx, table, row))
    if ((await changeOf(ctx, run, later))?.page === 0) return "again";
  return "sent";
}

async function changeOf(ctx: QueryCtx, run: number, row: string): Promise<Doc<"exportChanges"> | null> {
  return await ctx.db
    .query("exportChanges")
    .withIndex("by_row", (q) => q.eq("run", run).eq("row", row))
    .first();
}

function isPlaced(table: ExportedTable): table is "memories" | "thoughts" {
  return table === "memories" || table === "thoughts";
}

/** The rows of a table in the order of their places, or else of their creation. */
function rowsOf(ctx: QueryCtx, table: ExportedTable, after: number, end: number): AsyncIterable<Ordered> {
  if (isPlaced(table)) return ctx.db.query(table).withIndex("by_place", (q) => q.gte("place", after));
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
