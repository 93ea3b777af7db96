/** Which row here is which row of a source. */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { EXPORTED, type ExportedTable } from "../lib/exportedTables";
import { oncePerTransaction } from "../lib/oncePerTransaction";
import { serviceOf } from "./exports";
import { writeImported } from "./rows";

/** A row of a source. */
export interface Name {
  readonly source: string;
  readonly table: ExportedTable;
  readonly id: string;
}

export type Imported = Pick<Doc<"importedRows">, "row" | "place" | "export" | "seq">;

/** What was imported for a row of a source; null where nothing was. This service's own rows are themselves. */
export async function find(ctx: QueryCtx, name: Name): Promise<Imported | null> {
  const known = await rowOf(ctx, name);
  if (known !== null || name.source !== (await thisService(ctx))) return known;
  const own = ctx.db.normalizeId(name.table, name.id);
  if (own === null || (await ctx.db.get(name.table, own)) === null) return null;
  return { row: own, export: Infinity, seq: 0 };
}

/** This service as a source. An import asks for it with every line. */
const thisService = oncePerTransaction(serviceOf);

/** Records what a line of a row has become. `known`: what `find` has found of it. */
export async function remember(
  ctx: MutationCtx,
  { source, table, id }: Name,
  known: Imported | null,
  imported: Imported,
): Promise<void> {
  const name = { source, table, id };
  await writeImported(ctx, known && (await rowOf(ctx, name)), { ...name, ...imported });
}

/** The rows here of ids of a source, which may be of these tables; empty for one that is erased. */
export async function rowsOf(
  ctx: QueryCtx,
  source: string,
  ids: Iterable<readonly [id: string, tables: readonly string[]]>,
): Promise<ReadonlyMap<string, string>> {
  const found = await Promise.all(
    [...ids].flatMap(([id, tables]) =>
      EXPORTED.filter((table) => tables.includes(table)).map(async (table): Promise<[string, string][]> => {
        const known = await find(ctx, { source, table, id });
        return known === null ? [] : [[id, known.row]];
      }),
    ),
  );
  return new Map(found.flat());
}

async function rowOf(ctx: QueryCtx, { source, table, id }: Name): Promise<Doc<"importedRows"> | null> {
  return await ctx.db
    .query("importedRows")
    .withIndex("by_row", (q) => q.eq("source", source).eq("table", table).eq("id", id))
    .unique();
}
