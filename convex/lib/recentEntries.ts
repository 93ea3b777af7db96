/**
 * The newest entries of lists, before they move into trees (lib/orderedTree). All lists of a kind, such as those of memories, share a
 * row for them: a memory stands in four lists or more, and storing it reads and writes one row. Entries from some key on stand there, all
 * others in the trees; when the row is full, its entries move there.
 */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { EntriesByTree } from "./entriesByTree";
import { gatheringOf, type Gathering } from "./gathered";
import * as OrderedTree from "./orderedTree";

/** The longest text of a row, in UTF-16 units: some 60 memories in the lists of their types and sentiments. */
const MAX_LENGTH = 6_000;

/** Adds an entry to a tree or changes its measure, or removes it (null). */
export async function change(
  ctx: MutationCtx,
  tree: string,
  key: string,
  measure: number | null,
): Promise<void> {
  const open = gatheringOf(ctx, GatheredEntries);
  const entries = open ?? new GatheredEntries(ctx);
  entries.add({ tree, key, measure });
  if (open === null) await entries.flush();
}

interface Change {
  readonly tree: string;
  readonly key: string;
  readonly measure: number | null;
}

/** The changes of a mutation, by kind. */
class GatheredEntries implements Gathering {
  private readonly ctx: MutationCtx;
  private readonly kinds = new Map<string, Change[]>();
  /** Readers that come at the same time wait for one another's writes. */
  private flushed = Promise.resolve();

  constructor(ctx: MutationCtx) {
    this.ctx = ctx;
  }

  add(change: Change): void {
    const kind = kindOf(change.tree);
    const changes = this.kinds.get(kind) ?? [];
    changes.push(change);
    this.kinds.set(kind, changes);
  }

  flush(): Promise<void> {
    this.flushed = this.flushed.then(async () => {
      const kinds = [...this.kinds];
      this.kinds.clear();
      for (const [kind, changes] of kinds) await changeAll(this.ctx, kind, changes);
    });
    return this.flushed;
  }
}

async function changeAll(ctx: MutationCtx, kind: string, changes: readonly Change[]): Promise<void> {
  const row = await rowOf(ctx, kind);
  let from = row?.from ?? (await OrderedTree.endOf(ctx, kind));
  let recent = EntriesByTree.parsed(row?.entries);
  const older = new Map<string, Map<string, number | null>>();
  for (const { tree, key, measure } of changes) {
    if (key >= from) recent.set(tree, key, measure);
    else older.set(tree, (older.get(tree) ?? new Map<string, number | null>()).set(key, measure));
  }
  for (const [tree, measures] of older) await OrderedTree.changeAll(ctx, tree, measures);
  let entries = recent.text();
  if (entries.length > MAX_LENGTH) {
    for (const [tree, measures] of recent.trees()) await OrderedTree.changeAll(ctx, tree, measures);
    from = OrderedTree.endAfter(recent.bounds()[1] ?? from);
    recent = EntriesByTree.parsed();
    entries = recent.text();
  }
  if (row === null) await ctx.db.insert("recentEntries", { kind, from, entries });
  else if (row.entries !== entries || row.from !== from)
    await ctx.db.patch("recentEntries", row._id, { from, entries });
}

/** Gives the kind of a tree its row, where an earlier version has moved all its entries into trees. */
export async function begin(ctx: MutationCtx, tree: string): Promise<void> {
  // The list without facets names every row of its kind.
  await changeAll(ctx, kindOf(tree), []);
}

/** The newest entries of a tree's kind, and the key from which on they stand here. */
export async function recentOf(
  ctx: QueryCtx,
  tree: string,
): Promise<{ readonly from: string; readonly entries: ReadonlyMap<string, number> }> {
  await gatheringOf(ctx, GatheredEntries)?.flush();
  const row = await rowOf(ctx, kindOf(tree));
  return { from: row?.from ?? OrderedTree.END, entries: EntriesByTree.parsed(row?.entries).of(tree) };
}

/** The keys at a page of the range, the greatest first, and how many entries the whole range has. */
export async function page(
  ctx: QueryCtx,
  tree: string,
  range: OrderedTree.Range,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ keys: string[]; total: number }> {
  const recent = await keysIn(ctx, tree, range);
  const keys = recent.slice(offset, offset + limit);
  const rest = { limit: limit - keys.length, offset: Math.max(0, offset - recent.length) };
  const older = await OrderedTree.page(ctx, tree, range, rest);
  return { keys: [...keys, ...older.keys], total: recent.length + older.total };
}

/** The keys of the newest entries of a tree in a range, the greatest first. */
export async function keysIn(
  ctx: QueryCtx,
  tree: string,
  { from, end, least }: OrderedTree.Range,
): Promise<string[]> {
  const entries = [...(await recentOf(ctx, tree)).entries];
  const matching = entries.filter(([key, measure]) => key >= from && key < end && measure >= least);
  return matching.map(([key]) => key).sort((a, b) => (a < b ? 1 : -1));
}

/** The measures of those of the keys that are there. `keys`: in ascending order. */
export async function measuresOf(
  ctx: QueryCtx,
  tree: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, unknown>> {
  const { from, entries } = await recentOf(ctx, tree);
  const older = keys.filter((key) => key < from);
  return new Map([...(await OrderedTree.measuresOf(ctx, tree, older)), ...entries]);
}

/** Why the entries of a row do not fit to the trees, or null. */
export async function faultOf(
  ctx: QueryCtx,
  { from, entries }: Doc<"recentEntries">,
): Promise<string | null> {
  const recent = EntriesByTree.parsed(entries);
  const ends = await Promise.all(recent.trees().map(([tree]) => OrderedTree.endOf(ctx, tree)));
  const [first = from] = recent.bounds();
  const fits = first >= from && ends.every((end) => end <= from);
  return fits ? null : "its newest entries are out of order";
}

export async function drop(ctx: MutationCtx, { _id }: Doc<"recentEntries">): Promise<void> {
  await ctx.db.delete("recentEntries", _id);
}

/** The trees of a row, with the keys there. */
export function keysByTree({ entries }: Doc<"recentEntries">): [tree: string, keys: string[]][] {
  return EntriesByTree.parsed(entries)
    .trees()
    .map(([tree, measures]) => [tree, [...measures.keys()]]);
}

/** Lists that differ only in their facets are of one kind. */
function kindOf(tree: string): string {
  return tree.split("|", 1)[0] ?? tree;
}

async function rowOf(ctx: QueryCtx, kind: string): Promise<Doc<"recentEntries"> | null> {
  return await ctx.db
    .query("recentEntries")
    .withIndex("by_kind", (q) => q.eq("kind", kind))
    .unique();
}
