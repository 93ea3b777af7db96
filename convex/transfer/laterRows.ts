/** Rows that name rows which an export sends after them: by the ids that the schema describes, and the order of the tables. */
import type { QueryCtx } from "../_generated/server";
import { EXPORTED, type ExportedTable } from "../lib/exportedTables";
import { travelling } from "./exportLines";
import { idsIn, tablesIn } from "./fields";
import { rowFieldsOf } from "./lines";

/** A row, as far as it says where it comes among those of its table. */
export interface Ordered {
  readonly _id: string;
  readonly _creationTime: number;
  readonly place?: number;
}

const orderOf = (table: string) => EXPORTED.findIndex((one) => one === table);
const isLater = (table: string, than: ExportedTable) => orderOf(table) > orderOf(than);

/** The tables that others name. */
export const NAMED: ReadonlySet<string> = new Set(EXPORTED.flatMap((table) => tablesIn(rowFieldsOf(table))));

/** The tables whose rows may name later ones. */
export const NAMES_LATER: readonly ExportedTable[] = EXPORTED.filter((table) =>
  tablesIn(rowFieldsOf(table)).some((named) => named === table || isLater(named, table)),
);

/** The ids in a row that name later rows. */
export async function laterIdsOf(ctx: QueryCtx, table: ExportedTable, row: Ordered): Promise<string[]> {
  if (!NAMES_LATER.includes(table)) return [];
  const later: string[] = [];
  const { _id, _creationTime, ...fields } = row;
  for (const [id, tables] of idsIn(rowFieldsOf(table), travelling(table, fields))) {
    if (tables.some((one) => isLater(one, table))) later.push(id);
    if (!tables.includes(table)) continue;
    const known = ctx.db.normalizeId(table, id);
    const other: Ordered | null = known && (await ctx.db.get(table, known));
    if (other !== null && keyOf(other) > keyOf(row)) later.push(id);
  }
  return later;
}

/** Rows with places come in their order, others in that of their creation. */
export function keyOf({ place, _creationTime }: Ordered): number {
  return place ?? _creationTime;
}
