/** The tables that a plan searches, and how a filter reads their rows: as the descriptions of the tables say. */
import type { Infer } from "convex/values";
import type { PlannedKind } from "../../mind/enums";
import { nameKey } from "../../mind/text/nameKey";
import { normalForm } from "../../mind/text/normalForm";
import type { Doc, TableNames } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { documentById } from "../lib/documentsById";
import { rowsOfPart, type Erasable, type Table } from "../lib/rows";
import { takeWithinBudget } from "../lib/withinBudget";
import { ALL, partsOf } from "../registry/tables";
import type { filter } from "./tables";

export type Filter = Infer<typeof filter>;

/** A row that may be erased, as a filter sees it. */
export interface Candidate extends Omit<Erasable, "kind"> {
  readonly kind: PlannedKind;
  readonly id: string;
}

export interface Source {
  readonly table: Table<TableNames>;
  /** The table whose row is erased for a row of this one, and the field that names it; absent where it is the row itself. */
  readonly owner?: { readonly table: Table<TableNames>; readonly field: string };
}

const ERASABLE = ALL.filter(({ erasable }) => erasable !== undefined);

/** Tables whose rows are erased, and those that hold texts of such rows. */
export const SOURCES: readonly Source[] = ERASABLE.flatMap((owner) => [
  { table: owner },
  ...textPartsOf(owner).map(({ table, part: { field } }) => ({ table, owner: { table: owner, field } })),
]);

function textPartsOf({ name }: Table<TableNames>) {
  return partsOf(name).filter(({ table }) => table.texts !== undefined && table.erasable === undefined);
}

/** A row of a source. */
export interface SourceRow {
  readonly source: Source;
  readonly stored: Doc<TableNames>;
}

/** The rows of a source created at `from` (ms since the epoch) or later, oldest first. */
export async function* rows(ctx: QueryCtx, source: Source, from: number): AsyncIterable<SourceRow> {
  const stored = ctx.db
    .query(source.table.name)
    .withIndex("by_creation_time", (q) => q.gte("_creationTime", from));
  for await (const row of stored) yield { source, stored: row };
}

/** The erasable row with an id as a caller sent it; null if there is none. */
export async function named(ctx: QueryCtx, id: string): Promise<SourceRow | null> {
  for (const table of ERASABLE) {
    const stored = await documentById(ctx, table.name, id);
    if (stored !== null) return { source: { table }, stored };
  }
  return null;
}

/** The texts of a row, its content first. */
export function textsOf({ source: { table }, stored }: SourceRow): string[] {
  return (table.texts?.(stored) ?? []).filter((text) => text !== undefined);
}

/** What to erase for this row; null if that is gone. */
export async function candidateOf(
  ctx: QueryCtx,
  { source: { table, owner }, stored }: SourceRow,
): Promise<Candidate | null> {
  if (owner === undefined) return candidate(table, stored);
  const fields: Readonly<Record<string, unknown>> = { ...stored };
  const row = await documentById(ctx, owner.table.name, String(fields[owner.field]));
  return row && candidate(owner.table, row);
}

function candidate({ erasable }: Table<TableNames>, row: Doc<TableNames>): Candidate | null {
  return erasable === undefined ? null : { ...erasable.of(row), id: row._id };
}

/** What a row says, in this and earlier versions, without metadata, names and a note's reply. */
export async function ownTexts(ctx: QueryCtx, row: SourceRow): Promise<string[]> {
  const texts = contentOf(row);
  for (const { table, part } of textPartsOf(row.source.table)) {
    const parts = rowsOfPart(ctx, table.name, part, row.stored._id);
    for (const stored of (await takeWithinBudget(parts, MAX_PARTS)).rows)
      texts.push(...contentOf({ source: { table }, stored }));
  }
  return texts;
}

const MAX_PARTS = 16;

function contentOf(row: SourceRow): string[] {
  return "content" in row.stored ? [row.stored.content] : textsOf(row);
}

/** Kinds that have a sender. */
const SENT: readonly PlannedKind[] = ["memory", "note", "reminder"];

/** Whether a row of this table can meet the filter. */
export function isSearched({ table, owner }: Source, filter: Filter): boolean {
  if (owner !== undefined && filter.text === undefined) return false;
  const kinds = (owner?.table ?? table).erasable?.kinds ?? [];
  if (filter.entity !== undefined) return kinds.includes("memory");
  return filter.from === undefined || SENT.some((kind) => kinds.some((one) => one === kind));
}

/** What to erase for this row; null if it does not meet the filter. */
export async function selected(ctx: QueryCtx, row: SourceRow, filter: Filter): Promise<Candidate | null> {
  const { text, since, until, from, entity, scope } = filter;
  if (text !== undefined && !textsOf(row).some((one) => normalForm(one).includes(text))) return null;
  const found = await candidateOf(ctx, row);
  if (found === null) return null;
  if ((since !== undefined && !(found.at > since)) || (until !== undefined && !(found.at < until)))
    return null;
  if (from !== undefined && found.from !== from) return null;
  if (scope !== undefined && found.scope !== scope) return null;
  if (entity === undefined) return found;
  const key = nameKey(entity);
  return found.entities?.some((name) => nameKey(name) === key) === true ? found : null;
}
