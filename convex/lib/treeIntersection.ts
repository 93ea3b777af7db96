/** Rows that stand in several ordered trees at once, as in lists by attributes. All trees have a row under the same key. */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import * as OrderedTree from "./orderedTree";

/** Leaves that one intersection reads: some six megabytes. A leaf holds up to 64 rows, of hundred thousand 1,600 leaves. */
const MAX_LEAVES = 1_500;

/** How many leaves may still be read. */
export class LeafBudget {
  left = MAX_LEAVES;

  /** Counts a leaf; false where there is no room for it. */
  take(): boolean {
    this.left -= 1;
    return this.left >= 0;
  }
}

/** The keys in the range that all trees have, the greatest first; null where that takes more leaves than the budget has. */
export async function intersection(
  ctx: QueryCtx,
  names: readonly string[],
  range: OrderedTree.Range,
  budget: LeafBudget,
): Promise<string[] | null> {
  const [first, ...others] = await smallestFirst(ctx, names, range);
  if (first === undefined || first.rows === 0) return [];
  let keys = await keysIn(ctx, first.name, range, budget);
  for (const { name } of others) keys = keys && (await membersOf(ctx, name, keys, budget));
  return keys;
}

/** The trees by how many rows of the range they have. */
export async function smallestFirst(
  ctx: QueryCtx,
  names: readonly string[],
  range: OrderedTree.Range,
): Promise<{ name: string; rows: number }[]> {
  const none = { limit: 0, offset: 0 };
  const sizes = names.map(async (name) => ({
    name,
    rows: (await OrderedTree.page(ctx, name, range, none)).total,
  }));
  return (await Promise.all(sizes)).sort((a, b) => a.rows - b.rows);
}

/** Which of these keys, the greatest first, a tree has; null as above. Reads a leaf at most once. */
export async function membersOf(
  ctx: QueryCtx,
  name: string,
  keys: readonly string[],
  budget: LeafBudget,
): Promise<string[] | null> {
  const members: string[] = [];
  let leaf: { from: string; keys: ReadonlySet<string> } | null = null;
  for (const key of keys) {
    if (leaf === null || key < leaf.from) {
      if (!budget.take()) return null;
      const node: Doc<"listNodes"> | null = await leavesOf(ctx, name, key).first();
      if (node === null) break;
      leaf = { from: node.from, keys: new Set(node.keys) };
    }
    if (leaf.keys.has(key)) members.push(key);
  }
  return members;
}

async function keysIn(
  ctx: QueryCtx,
  name: string,
  { from, end, least }: OrderedTree.Range,
  budget: LeafBudget,
): Promise<string[] | null> {
  const found: string[] = [];
  for await (const leaf of leavesOf(ctx, name, end)) {
    if (!budget.take()) return null;
    const inRange = leaf.keys.filter((key, i) => key >= from && key < end && Number(leaf.values[i]) >= least);
    found.push(...inRange.reverse());
    if (leaf.from <= from) break;
  }
  return found;
}

/** The leaves that begin at a key or before it, the last first. */
function leavesOf(ctx: QueryCtx, name: string, key: string) {
  return ctx.db
    .query("listNodes")
    .withIndex("by_from", (q) => q.eq("name", name).eq("level", 0).lte("from", key))
    .order("desc");
}
