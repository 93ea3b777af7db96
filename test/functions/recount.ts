/** Counts the figures of memories from their rows, to compare them with the stored totals. */
import type { Doc, TableNames } from "../../convex/_generated/dataModel";
import type { MutationCtx } from "../../convex/_generated/server";
import { vectorSize } from "../../convex/embeddings/vectors";
import * as Totals from "../../convex/lib/memoryTotals";
import type { App } from "./requests";

/** The names of the figures whose stored value differs from the counted one. */
export async function wrongFigures(t: App): Promise<string[]> {
  return await t.run(({ db }: MutationCtx) => wrongFiguresOf((table) => db.query(table).collect()));
}

/** All rows of a table. */
type Rows = <Table extends TableNames>(table: Table) => Promise<Doc<Table>[]>;

/** The same of rows, wherever they come from. */
export async function wrongFiguresOf(rows: Rows): Promise<string[]> {
  const [kept] = await rows("memoryTotals");
  const byName = new Map<string, unknown>(Object.entries(kept ?? Totals.NONE));
  return Object.entries(await counts(rows)).flatMap(([name, value]) =>
    same(value, byName.get(name)) ? [] : [name],
  );
}

/** Whether two figures are equal; objects with their fields in any order. */
function same(one: unknown, other: unknown): boolean {
  const text = (value: unknown) =>
    JSON.stringify(typeof value === "object" && value !== null ? Object.entries(value).sort() : value);
  return text(one) === text(other);
}

async function counts(rows: Rows) {
  const memories = await rows("memories");
  const documents = (await rows("searchDocuments")).filter(({ space }) => space === "memory");
  const links = await rows("links");
  const merges = await rows("merges");
  const versions = await rows("memoryVersions");
  const coreMemories = await rows("coreMemories");
  const activations = await rows("memoryActivation");
  const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);
  const byType = { ...Totals.NONE.byType };
  for (const { type } of memories) byType[type] += 1;
  return {
    byType,
    unique: memories.filter(({ unique }) => unique).length,
    importanceSum: sum(memories.map(({ importance }) => Totals.millionths(importance))),
    confidenceSum: sum(memories.map(({ confidence }) => Totals.millionths(confidence))),
    salienceSum: sum(activations.map(({ salience }) => Totals.millionths(salience))),
    coreMemories: coreMemories.length,
    links: links.length,
    bytes: sum([
      ...[...memories, ...links, ...merges, ...versions, ...coreMemories, ...documents].map((row) =>
        Totals.sizeOf(row),
      ),
      ...documents.map(vectorSize),
    ]),
  };
}
