/** Counts the figures of memories from their rows, to compare them with the stored totals. */
import type { MutationCtx } from "../../convex/_generated/server";
import { vectorSize } from "../../convex/embeddings/vectors";
import * as Totals from "../../convex/lib/memoryTotals";
import type { App } from "./requests";

/** The names of the figures whose stored value differs from the counted one. */
export async function wrongFigures(t: App): Promise<string[]> {
  return await t.run(async (ctx: MutationCtx) => {
    const [kept, counted] = [await Totals.read(ctx), await counts(ctx)];
    const byName = new Map<string, unknown>(Object.entries(kept));
    return Object.entries(counted).flatMap(([name, value]) => (same(value, byName.get(name)) ? [] : [name]));
  });
}

/** Whether two figures are equal; objects with their fields in any order. */
function same(one: unknown, other: unknown): boolean {
  const text = (value: unknown) =>
    JSON.stringify(typeof value === "object" && value !== null ? Object.entries(value).sort() : value);
  return text(one) === text(other);
}

async function counts({ db }: MutationCtx) {
  const memories = await db.query("memories").collect();
  const documents = (await db.query("searchDocuments").collect()).filter(({ space }) => space === "memory");
  const links = await db.query("links").collect();
  const merges = await db.query("merges").collect();
  const versions = await db.query("memoryVersions").collect();
  const coreMemories = await db.query("coreMemories").collect();
  const activations = await db.query("memoryActivation").collect();
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
