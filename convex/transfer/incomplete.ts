/**
 * Rows that were imported before all the rows that they refer to, such as a tick and the memories that it was shown. Only the
 * referring fields are kept for later, and no text, so that an erasure finds nothing to erase here.
 */
import type { TableNames } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { ExportedTable } from "../lib/exportedTables";
import { writerOf } from "../lib/rows";
import { tableNamed } from "../registry/tables";
import { idsIn, isPlain, renamed } from "./fields";
import { fieldsOf } from "./lines";

type Fields = Readonly<Record<string, unknown>>;
type Rows = ReadonlyMap<string, string>;

/** The fields of a row that refer to missing rows, with the ids of the source. */
export function partsOf(table: ExportedTable, row: Fields, missing: ReadonlySet<string>): Fields {
  const parts = Object.entries(row).flatMap(([name, value]) => {
    const ids = [...idsIn(validatorOf(table, name), value).keys()];
    return ids.some((id) => missing.has(id)) ? [[name, value]] : [];
  });
  const cited = citedBy(table, row).filter(({ id }) => missing.has(id));
  const names = Object.fromEntries(cited.map(({ name, id }) => [name, id]));
  return { ...Object.fromEntries(parts), ...(cited.length === 0 ? {} : { metadata: JSON.stringify(names) }) };
}

/** The ids in such parts, with their tables. */
export function idsInParts(table: ExportedTable, { metadata, ...parts }: Fields): Map<string, string> {
  const ids = Object.entries(parts).flatMap(([name, value]) => [...idsIn(validatorOf(table, name), value)]);
  const cited = Object.entries(metadataOf({ metadata })).map(([name, id]): [string, string] => [
    String(id),
    CITED[name as keyof typeof CITED],
  ]);
  return new Map([...ids, ...cited]);
}

/** Writes the references of these parts that are known by now. */
export async function fill(
  ctx: MutationCtx,
  table: ExportedTable,
  known: string,
  { metadata, ...parts }: Fields,
  rows: Rows,
): Promise<void> {
  const id = ctx.db.normalizeId(table, known);
  const row = id && (await ctx.db.get(table, id));
  if (row === null) return;
  const changes: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(parts)) {
    const filled = renamed(validatorOf(table, name), value, (_table, old) => rows.get(old) || null);
    if (filled !== null) changes[name] = filled;
  }
  if (metadata !== undefined) {
    const names = Object.entries(metadataOf({ metadata })).map(([name, old]) => ({ name, id: String(old) }));
    const now = withCited(row as Fields, names, rows);
    if (now !== null) changes.metadata = now;
  }
  await writerOf<TableNames>(tableNamed(table))(ctx, row, { ...row, ...changes });
}

/** What the metadata of a memory may name: the thought or the event that it was made from. */
const CITED = { thoughtId: "thoughts", eventId: "events" } as const;

interface Cited {
  readonly name: string;
  readonly id: string;
}

/** The ids in a memory's metadata (thoughts/thoughts, mind/tick/learning); none in that of callers. */
export function citedBy(table: ExportedTable, row: Fields): (Cited & { readonly table: ExportedTable })[] {
  if (table !== "memories") return [];
  const { source, thoughtId, learnedBy, eventId } = metadataOf(row);
  const found = {
    ...(source === "thought" ? { thoughtId } : {}),
    ...(learnedBy === "tick" ? { eventId } : {}),
  };
  return Object.entries(found).flatMap(([name, id]) =>
    typeof id === "string" ? [{ name, id, table: CITED[name as keyof typeof CITED] }] : [],
  );
}

/** The metadata with these ids renamed, as JSON text; null where nothing changes. */
export function withCited(row: Fields, cited: readonly Cited[], rows: Rows): string | null {
  const metadata = metadataOf(row);
  const found = cited.flatMap(({ name, id }) => {
    const here = rows.get(id) ?? "";
    return here !== "" && metadata[name] === id ? [[name, here]] : [];
  });
  return found.length === 0 ? null : JSON.stringify({ ...metadata, ...Object.fromEntries(found) });
}

function metadataOf({ metadata }: Fields): Fields {
  const parsed: unknown = JSON.parse(typeof metadata === "string" ? metadata : "{}");
  return isPlain(parsed) ? parsed : {};
}

function validatorOf(table: ExportedTable, name: string) {
  const fields: Readonly<Record<string, Parameters<typeof idsIn>[0]>> = fieldsOf(table).fields.row.fields;
  const validator = fields[name];
  if (validator === undefined) throw new Error(`${table} has no field ${name}`);
  return validator;
}
