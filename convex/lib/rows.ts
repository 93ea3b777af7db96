/**
 * Writes rows with all that follows from them. A description of each table says what that is: the lists in which a row stands,
 * the totals in which it counts, and how it travels. Each feature has the descriptions of its tables, and the functions that write
 * them, in its `rows.ts`; nothing else writes to the database.
 */
import type { WithoutSystemFields } from "convex/server";
import type { ErasableKind } from "../../mind/enums";
import type { Doc, Id, TableNames } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import * as ExportNotes from "./exportNotes";
import * as Listing from "./listing";
import * as Totals from "./totals";

/** A row's fields, as they are inserted. */
export type Fields<T extends TableNames> = WithoutSystemFields<Doc<T>>;
/** A stored row, or one that was just inserted. */
export type Row<T extends TableNames> = Doc<T> | (Fields<T> & { readonly _id: Id<T> });

/** Says that a row is a part of the row which its field `field` names. It is erased with that, and gone where that is gone. */
export interface Part<T extends TableNames> {
  /** The tables that the owner may be of. */
  readonly of: readonly TableNames[];
  readonly field: keyof Fields<T> & string;
  /** The index that begins with this field. */
  readonly index: string;
}

/** The rows of this part that belong to the row with the id `owner`. */
export function rowsOfPart(
  ctx: QueryCtx,
  name: TableNames,
  { index, field }: Part<TableNames>,
  owner: string,
): AsyncIterable<Doc<TableNames>> {
  // Convex types an index where its table is named; here both come from a description.
  const query = ctx.db.query(name) as unknown as IndexedQuery;
  return query.withIndex(index, (q) => q.eq(field, owner));
}

interface IndexedQuery {
  withIndex(
    index: string,
    range: (q: { eq(field: string, value: string): unknown }) => unknown,
  ): AsyncIterable<Doc<TableNames>>;
}

/** A row that can be erased, as the filter of an erasure sees it. */
export interface Erasable {
  readonly kind: ErasableKind;
  readonly version?: number;
  /** The time by which lists order the row, in ms since the epoch. */
  readonly at: number;
  /** Its sender, or the sender of the note that it was learned from. */
  readonly from?: string | undefined;
  readonly entities?: readonly string[];
  /** Absent for a row without a scope: no filter by scope selects it. */
  readonly scope?: string | undefined;
}

/** How a table travels in an export: in lines of its own, in the line of another row, or not at all, for a reason. */
export type Travels<T extends TableNames> =
  | "in lines"
  | { readonly within: TableNames; of(row: Row<T>): string }
  | { readonly not: string };

/** Rows in their order. They may be more than a transaction can read. */
type Rows<T extends TableNames> = AsyncIterable<Doc<T>> | Iterable<Doc<T>>;

/** What a table's rows imply. Its functions are methods, so that a table can be handled without knowing which. */
export interface Table<T extends TableNames> {
  readonly name: T;
  readonly travels: Travels<T>;
  /** The lists in which a row stands. */
  lists?(row: Row<T>): readonly Listing.Placed[] | Promise<readonly Listing.Placed[]>;
  /** What a row adds to which totals. */
  counts?(row: Row<T>): { readonly [Name in Totals.Name]?: Totals.Counts };
  /** The texts of people and of the model that a row holds; absent where it holds none. */
  texts?(row: Row<T>): readonly (string | undefined)[];
  readonly partOf?: readonly Part<T>[];
  /** How its rows can be erased by themselves; absent where they go only with others. */
  readonly erasable?: { readonly kinds: readonly ErasableKind[]; of(row: Doc<T>): Erasable };
  /** The rows that are no longer kept, oldest first. `now`: of the clock of retention (lib/retention). */
  expires?(ctx: QueryCtx, now: number): Rows<T> | Promise<Rows<T>>;
  /** Deletes such a row, where other rows go with it. */
  expire?(ctx: MutationCtx, row: Doc<T>): Promise<void>;
  /** Fields that hold the id of a row as text, and the tables that this row may be of. Other ids are declared by the schema. */
  readonly ids?: { readonly [Field in keyof Fields<T> & string]?: readonly TableNames[] };
}

/** The function through which every insert (`before` null), change and removal (`after` null) of a table goes. Returns the row's id. */
export interface Write<T extends TableNames> {
  (ctx: MutationCtx, before: Doc<T> | null, after: Fields<T>): Promise<Id<T>>;
  (ctx: MutationCtx, before: Doc<T>, after: Fields<T> | null): Promise<Id<T>>;
}

/** The writer of a table: it stores the row and brings lists, totals and an open export in line. `before`: the row as it is stored. */
export function writerOf<T extends TableNames>(table: Table<T>): Write<T> {
  return async (ctx: MutationCtx, before: Doc<T> | null, after: Fields<T> | null) => {
    const _id = await store(ctx, table.name, before, after);
    const now = after === null ? null : { ...after, _id };
    await noteForExport(ctx, table, now ?? before);
    if (table.lists !== undefined)
      await Listing.move(
        ctx,
        before === null ? [] : await table.lists(before),
        now === null ? [] : await table.lists(now),
      );
    if (table.counts !== undefined) {
      const [old, counts] = [before && table.counts(before), now && table.counts(now)];
      for (const name of Totals.NAMES) await Totals.move(ctx, name, old?.[name] ?? {}, counts?.[name] ?? {});
    }
    return _id;
  };
}

/** Puts a row into its lists, where an earlier version had fewer. A row that stands there stays as it is. */
export async function list<T extends TableNames>(
  ctx: MutationCtx,
  table: Table<T>,
  row: Row<T>,
): Promise<void> {
  await Listing.move(ctx, [], (await table.lists?.(row)) ?? []);
}

async function store<T extends TableNames>(
  ctx: MutationCtx,
  name: T,
  before: Doc<T> | null,
  after: Fields<T> | null,
): Promise<Id<T>> {
  if (before === null) {
    if (after === null) throw new Error(`nothing to write into ${name}`);
    return await ctx.db.insert(name, after);
  }
  const { _id } = before;
  if (after === null) await ctx.db.delete(name, _id);
  // The one cast: Convex types `replace` for tables that are named where it is called.
  else await ctx.db.replace(name, _id, after as never);
  return _id;
}

async function noteForExport<T extends TableNames>(
  ctx: MutationCtx,
  { name, travels }: Table<T>,
  row: Row<T> | null,
): Promise<void> {
  if (row === null) return;
  if (travels === "in lines") await ExportNotes.note(ctx, name, row._id);
  else if ("within" in travels) await ExportNotes.note(ctx, travels.within, travels.of(row));
}

/** The most rows that are read to find expired ones. */
const LOOK_AT = 500;

/** The expired among the oldest rows, for tables whose ages do not quite follow their order, since a clock may be set back. */
export async function amongOldest<Row>(
  rows: { take(limit: number): Promise<Row[]> },
  isExpired: (row: Row) => boolean,
): Promise<Row[]> {
  return (await rows.take(LOOK_AT)).filter(isExpired);
}
