/** What a line refers to, and the rows here that these are. */
import type { QueryCtx } from "../_generated/server";
import { EXPORTED, type ExportedTable } from "../lib/exportedTables";
import { idsIn } from "./fields";
import * as ImportedRows from "./importedRows";
import type { Fields } from "./importRow";
import * as Incomplete from "./incomplete";
import { fieldsOf, type Line } from "./lines";

type RowLine = Extract<Line, { kind: "row" }>;

/** Names a row of a source, so that those which wait for it are found. */
export function keyOf({ table, id }: { readonly table: ExportedTable; readonly id: string }): string {
  return `${table} ${id}`;
}

export interface Reference {
  readonly id: string;
  readonly table: ExportedTable;
  /** Null where it has not come yet; empty where it is erased. */
  readonly row: string | null;
}

/** The rows that a line refers to. */
export async function referencesOf(ctx: QueryCtx, { source, table, fields }: RowLine): Promise<Reference[]> {
  const { row } = fields as { row: Readonly<Record<string, unknown>> };
  const cited = Incomplete.citedBy(table, row).map(({ id, table }): [string, string] => [id, table]);
  const ids = new Map([...idsIn(fieldsOf(table), fields), ...cited]);
  const names = namesIn(table, fields).map(async (id) => {
    const found = await rowsFor(
      ctx,
      source,
      NAMED.map((named) => [id, named]),
    );
    return found.find(({ row }) => row !== null) ?? { id, table: "memories" as const, row: null };
  });
  return [...(await rowsFor(ctx, source, ids)), ...(await Promise.all(names))];
}

export async function rowsFor(
  ctx: QueryCtx,
  source: string,
  ids: Iterable<readonly [id: string, table: string]>,
): Promise<Reference[]> {
  return await Promise.all(
    [...ids].flatMap(([id, named]) => {
      const table = EXPORTED.find((other) => other === named);
      if (table === undefined) return [];
      return [
        ImportedRows.find(ctx, source, table, id).then((known) => ({ id, table, row: known?.row ?? null })),
      ];
    }),
  );
}

export function rowsOf(references: readonly Reference[]): ReadonlyMap<string, string> {
  return new Map(references.map(({ id, row }) => [id, row ?? ""]));
}

/** Of what has not come yet, that which comes last in an export: by then the others are there. */
export function lastToCome(references: readonly Reference[]): Reference | undefined {
  return references
    .filter(({ row }) => row === null)
    .reduce<Reference | undefined>(
      (last, one) =>
        last === undefined || EXPORTED.indexOf(one.table) >= EXPORTED.indexOf(last.table) ? one : last,
      undefined,
    );
}

/** Fields that hold ids as text, by table, and the tables that these may be of. */
const NAMES: { readonly [Table in ExportedTable]?: readonly string[] } = {
  citations: ["source", "derived"],
  vectors: ["owner"],
};
const NAMED = ["memories", "thoughts", "events", "knowledge"] as const;

export function namesIn(table: ExportedTable, fields: object): string[] {
  const { row } = fields as { row: Readonly<Record<string, unknown>> };
  return (NAMES[table] ?? []).map((name) => String(row[name]));
}

export function withNames(table: ExportedTable, value: unknown, rows: ReadonlyMap<string, string>): Fields {
  const { row, ...rest } = value as { row: Readonly<Record<string, unknown>> };
  const names = (NAMES[table] ?? []).map((name) => [name, rows.get(String(row[name])) ?? ""]);
  const metadata = Incomplete.withCited(row, Incomplete.citedBy(table, row), rows);
  const own = metadata === null ? {} : { metadata };
  return { ...rest, row: { ...row, ...Object.fromEntries(names), ...own } };
}
