/** Intersects ordered trees, such as the lists of several attributes. A row has the same key in each tree. */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type * as OrderedTree from "./orderedTree";
import * as RecentEntries from "./recentEntries";

/**
 * The most leaves that one intersection reads, some six megabytes. A leaf holds up to 64 rows, so 100,000 rows take 1,600
 * leaves.
 */
const MAX_LEAVES = 1_500;

/** How many leaves may still be read. */
export class LeafBudget {
  left = MAX_LEAVES;

  /** Counts a leaf. Returns false if the budget was used up before. */
  take(): boolean {
    this.left -= 1;
    return this.left >= 0;
  }
}

/**
 * The keys in the range that all trees contain, greatest first; null if finding them takes more leaves than the budget has.
 */
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

/** The trees, with how many rows each has in the range, fewest first. */
export async function smallestFirst(
  ctx: QueryCtx,
  names: readonly string[],
  range: OrderedTree.Range,
): Promise<{ name: string; rows: number }[]> {
  const none = { limit: 0, offset: 0 };
  const sizes = names.map(async (name) => ({
    name,
    rows: (await RecentEntries.page(ctx, name, range, none)).total,
  }));
  return (await Promise.all(sizes)).sort((a, b) => a.rows - b.rows);
}

/** The keys among `keys` (greatest first) that a tree contains; null if the budget runs out. Reads each leaf at most once. */
export async function membersOf(
  ctx: QueryCtx,
  name: string,
  keys: readonly string[],
  budget: LeafBudget,
): Promise<string[] | null> {
  const members: string[] = [];
  const { from, entries } = await RecentEntries.recentOf(ctx, name);
  let leaf: { from: string; keys: ReadonlySet<string> } | null = null;
  for (const key of keys) {
    if (key >= from) {
      if (entries.has(key)) members.push(key);
      continue;
    }
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
  range: OrderedTree.Range,
  budget: LeafBudget,
): Promise<string[] | null> {
  const { from, end, least } = range;
  const found = await RecentEntries.keysIn(ctx, name, range);
  for await (const leaf of leavesOf(ctx, name, end)) {
    if (!budget.take()) return null;
    const inRange = leaf.keys.filter((key, i) => key >= from && key < end && Number(leaf.values[i]) >= least);
    found.push(...inRange.reverse());
    if (leaf.from <= from) break;
  }
  return found;
}

/** The leaves that begin at this key or before it, the last first. */
function leavesOf(ctx: QueryCtx, name: string, key: string) {
  return ctx.db
    .query("listNodes")
    .withIndex("by_from", (q) => q.eq("name", name).eq("level", 0).lte("from", key))
    .order("desc");
}
