/** Whether lists fit together, their newest entries and the nodes of their trees, and whether each entry has its row. */
import type { MutationCtx, QueryCtx } from "../_generated/server";
import * as Listing from "../lib/listing";
import * as OrderedTree from "../lib/orderedTree";
import * as RecentEntries from "../lib/recentEntries";
import { ALL } from "../registry/tables";
import { listNamed, rowOf, type Checked, type Difference, type Place } from "./checks";

/** A transaction compares no further node after so many entries, or so much that was read: a leaf names 64 rows. */
const MAX_ENTRIES = 250;
const MAX_BYTES = 1024 * 1024;
/** Nodes that one transaction deletes. */
const MAX_DROPPED = 1_000;

const listed = ALL.filter(({ lists }) => lists !== undefined);

/** The level in a place among the newest entries, which no node has. */
const RECENT = -1;

/** Compares the newest entries, then the nodes of trees; both after a place. */
export async function check(ctx: QueryCtx, from: Place | null): Promise<Checked> {
  const known: KnownPlaces = new Map();
  return from === null || from.level === RECENT
    ? await checkRecent(ctx, from?.of ?? "", known)
    : await checkNodes(ctx, from, known);
}

/** Compares the newest entries of the kinds of lists after `kind`, then nodes. */
async function checkRecent(ctx: QueryCtx, kind: string, known: KnownPlaces): Promise<Checked> {
  const rows = ctx.db.query("recentEntries").withIndex("by_kind", (q) => q.gt("kind", kind));
  const row = await rows.first();
  if (row === null) return await checkNodes(ctx, null, known);
  const differences: Difference[] = [];
  const fault = await RecentEntries.faultOf(ctx, row);
  if (fault !== null) {
    const repair = (ctx: MutationCtx) => RecentEntries.drop(ctx, row);
    differences.push({ text: `${listNamed(row.kind)}: ${fault}`, repair });
  }
  let compared = 0;
  for (const [tree, keys] of RecentEntries.keysByTree(row)) {
    differences.push(...(await withoutRow(ctx, tree, keys, known)));
    compared += keys.length;
  }
  return { differences, compared, next: { of: row.kind, level: RECENT, after: "" } };
}

/** Compares nodes after a place. */
async function checkNodes(ctx: QueryCtx, from: Place | null, known: KnownPlaces): Promise<Checked> {
  const differences: Difference[] = [];
  let compared = 0;
  for await (const node of nodesAfter(ctx, from)) {
    const { name: tree, level, from: after, keys } = node;
    const fault = await OrderedTree.faultOf(ctx, node);
    if (fault !== null) {
      const repair = (ctx: MutationCtx) => OrderedTree.drop(ctx, tree, MAX_DROPPED);
      differences.push({ text: `${listNamed(tree)}: ${fault}`, repair });
      // Whatever else is wrong in this tree follows from that. A repair comes again until nothing is left of it.
      return { differences, compared, next: { of: tree, level: Infinity, after: "" } };
    }
    if (level === 0) differences.push(...(await withoutRow(ctx, tree, keys, known)));
    compared += keys.length;
    const { bytesRead } = await ctx.meta.getTransactionMetrics();
    if (compared >= MAX_ENTRIES || bytesRead.used >= MAX_BYTES)
      return { differences, compared, next: { of: tree, level, after } };
  }
  return { differences, compared, next: null };
}

/** The places where rows belong, by their ids, as far as they were asked for. */
type KnownPlaces = Map<string, Promise<ReadonlyMap<string, unknown>>>;

/** Entries whose row is gone or does not stand there. */
async function withoutRow(
  ctx: QueryCtx,
  tree: string,
  keys: readonly string[],
  known: KnownPlaces,
): Promise<Difference[]> {
  const wrong: Difference[] = [];
  for (const key of keys) {
    const id = Listing.idIn(key);
    const places = known.get(id) ?? placesOf(ctx, id);
    known.set(id, places);
    if ((await places).has(Listing.placeIn(tree, key))) continue;
    const repair = (ctx: MutationCtx) => RecentEntries.change(ctx, tree, key, null);
    wrong.push({ text: `${listNamed(tree)} names ${id}, which does not belong there`, repair });
  }
  return wrong;
}

async function placesOf(ctx: QueryCtx, id: string): Promise<ReadonlyMap<string, unknown>> {
  for (const { name, lists } of listed) {
    const row = await rowOf(ctx, [name], id);
    if (row !== null) return Listing.treesOf((await lists?.(row)) ?? []);
  }
  return Listing.treesOf([]);
}

async function* nodesAfter(ctx: QueryCtx, from: Place | null) {
  const nodes = ctx.db.query("listNodes");
  if (from !== null) {
    const { of, level, after } = from;
    yield* nodes.withIndex("by_from", (q) => q.eq("name", of).eq("level", level).gt("from", String(after)));
    yield* ctx.db.query("listNodes").withIndex("by_from", (q) => q.eq("name", of).gt("level", level));
  }
  yield* ctx.db.query("listNodes").withIndex("by_from", (q) => q.gt("name", from?.of ?? ""));
}
