/** Whether rows stand in their lists, and whether what they refer to and what belongs to them is there. */
import type { Doc, TableNames } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import * as Listing from "../lib/listing";
import * as RecentEntries from "../lib/recentEntries";
import { rowsOfPart, type Table } from "../lib/rows";
import { takeWithinBudget } from "../lib/withinBudget";
import { partsOf, type PartTable } from "../registry/tables";
import schema from "../schema";
import { isSearchable } from "../memories/equalTexts";
import { listNamed, rowOf, rowsAfter, type Checked, type Difference } from "./checks";

/** Each row is compared with some lists and references: as many as stay well within a transaction's second. */
const MAX_ROWS = 50;
const MAX_BYTES = 1024 * 1024;

/** Ids whose rows may be gone: receipts and notes on what was done outlive it, and earlier versions cited what had been erased. */
const OUTLIVED: ReadonlySet<string> = new Set([
  "logs.tickId",
  "artifacts.tickId",
  "citations.source",
  "citations.derived",
  "clusterMoves.from",
  "themesBefore.clusterId",
  "webhookProgress.webhookId",
  "webhookDeliveries.webhookId",
]);

/** Compares rows of a table, those that were made after `after`. */
export async function check(ctx: QueryCtx, table: Table<TableNames>, after: number): Promise<Checked> {
  const { name } = table;
  const { rows, more } = await takeWithinBudget(rowsAfter(ctx, name, after), MAX_ROWS, {
    maxBytes: MAX_BYTES,
  });
  const differences: Difference[] = [];
  const trees = new Map<string, { key: string; measure: number }[]>();
  for (const row of rows) {
    for (const { name, ...entry } of Listing.treesOf((await table.lists?.(row)) ?? []).values())
      trees.set(name, [...(trees.get(name) ?? []), entry]);
    for (const what of await missing(ctx, table, row))
      differences.push({ text: `${name} ${row._id}: ${what}` });
  }
  for (const [tree, entries] of trees) differences.push(...(await unlisted(ctx, tree, entries)));
  const last = rows.at(-1);
  const next = more && last !== undefined ? { of: name, level: 0, after: last._creationTime } : null;
  return { differences, compared: rows.length, next };
}

async function unlisted(
  ctx: QueryCtx,
  tree: string,
  entries: readonly { readonly key: string; readonly measure: number }[],
): Promise<Difference[]> {
  const keys = entries.map(({ key }) => key).sort();
  const found = await RecentEntries.measuresOf(ctx, tree, keys);
  return entries
    .filter(({ key, measure }) => found.get(key) !== measure)
    .map(({ key, measure }) => ({
      text: `${listNamed(tree)} ${found.has(key) ? "has a wrong measure of" : "lacks"} ${Listing.idIn(key)}`,
      repair: (ctx) => RecentEntries.change(ctx, tree, key, measure),
    }));
}

/** What a row refers to, or should have, and is not there. */
async function missing(
  ctx: QueryCtx,
  { name, partOf = [] }: Table<TableNames>,
  row: Doc<TableNames>,
): Promise<string[]> {
  const fields = row as unknown as Readonly<Record<string, string>>;
  const references = new Map<string, readonly TableNames[]>([
    ...requiredIds(name),
    ...partOf.flatMap(({ field, of }) => (OUTLIVED.has(`${name}.${field}`) ? [] : [[field, of] as const])),
  ]);
  const gone: string[] = [];
  for (const [field, of] of references)
    if ((await rowOf(ctx, of, fields[field] ?? "")) === null) gone.push(`the row of ${field} is missing`);
  for (const { table, part } of partsOf(name))
    if (typeof table.travels === "object" && "within" in table.travels)
      if ((await countOf(ctx, { table, part }, row._id, 1)) < 1)
        gone.push(`its row of ${table.name} is missing`);
  const texts = textsOf(name, row);
  const of = partsOf(name).find(({ table }) => table.name === "searchDocuments");
  const documents = of === undefined ? 0 : await countOf(ctx, of, row._id, texts);
  if (documents < texts) gone.push(`${texts - documents} of its ${texts} search documents are missing`);
  return gone;
}

/** Ids that every row of a table has, and the tables that they are of. */
function requiredIds(name: TableNames): [field: string, of: readonly TableNames[]][] {
  const fields = Object.entries(schema.tables[name].validator.fields);
  return fields.flatMap(([field, { kind, isOptional, ...rest }]) =>
    kind === "id" && isOptional === "required" && "tableName" in rest && !OUTLIVED.has(`${name}.${field}`)
      ? [[field, [rest.tableName]]]
      : [],
  );
}

/** How many texts of a row searches find. */
function textsOf(name: TableNames, row: Doc<TableNames>): number {
  if (name === "memories") return isSearchable(row as Doc<"memories">) ? 1 : 0;
  if (name === "knowledge") return (row as Doc<"knowledge">).chunks;
  return name === "thoughts" ? 1 : 0;
}

/** How many parts of this kind a row has, `most` at most. */
async function countOf(
  ctx: QueryCtx,
  { table, part }: PartTable,
  owner: string,
  most: number,
): Promise<number> {
  return (await takeWithinBudget(rowsOfPart(ctx, table.name, part, owner), most)).rows.length;
}
