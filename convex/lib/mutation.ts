/**
 * `internalMutation` for all of convex/. While an export is open it notes which rows of the export change, in the transaction
 * that changes them, so that no page of the export can miss one. Without an open export it costs one read, of one row.
 */
import { customMutation } from "convex-helpers/server/customFunctions";
// eslint-disable-next-line no-restricted-imports -- here it is wrapped
import { internalMutation as plainMutation, type MutationCtx } from "../_generated/server";
import type { Id } from "../_generated/dataModel";
import { EXPORTED, PARTS } from "./exportedTables";

type Database = MutationCtx["db"];

export const internalMutation = customMutation(plainMutation, {
  args: {},
  input: (ctx) => Promise.resolve({ ctx: { db: tracked(ctx.db) }, args: {} }),
});

/** A database whose writes to exported tables are noted. */
export function tracked(db: Database): Database {
  let state: Promise<number> | undefined;
  const openRun = () =>
    (state ??= db
      .query("exportState")
      .first()
      .then((row) => row?.run ?? 0));

  const note = async (table: string, id: string) => {
    const run = isExported(table) || table in PARTS ? await openRun() : 0;
    if (run === 0) return;
    const named = await lineRow(db, table, id);
    if (named === null) return;
    const row = await db
      .query("exportChanges")
      .withIndex("by_row", (q) => q.eq("run", run).eq("row", named.row))
      .first();
    if (row === null) await db.insert("exportChanges", { run, ...named, page: 0 });
    else if (row.page !== 0) await db.patch("exportChanges", row._id, { page: 0 });
  };

  /** The same method of the database, which is told of the row first: a deleted row can't be read afterwards. */
  const noted = <Method extends "patch" | "replace" | "delete">(method: Method): Database[Method] =>
    (async (table: string, id: string, ...rest: unknown[]) => {
      await note(table, id);
      await (db[method] as (...args: unknown[]) => Promise<void>)(table, id, ...rest);
    }) as unknown as Database[Method];

  const insert: Database["insert"] = async (table, value) => {
    const id = await db.insert(table, value);
    await note(table, id);
    return id;
  };
  const writer = { insert, patch: noted("patch"), replace: noted("replace"), delete: noted("delete") };
  return Object.assign(Object.create(db) as Database, writer);
}

function isExported(table: string): boolean {
  return (EXPORTED as readonly string[]).includes(table);
}

/** The row whose line tells of a row: itself, or the one that it is a part of. */
async function lineRow(
  db: Database,
  table: string,
  id: string,
): Promise<{ table: string; row: string } | null> {
  if (table === "memoryActivation") {
    const part = await db.get(table, id as Id<"memoryActivation">);
    return part && { table: PARTS[table].of, row: part.memoryId };
  }
  if (table === "knowledgeContents") {
    const part = await db.get(table, id as Id<"knowledgeContents">);
    return part && { table: PARTS[table].of, row: part.knowledgeId };
  }
  return { table, row: id };
}
