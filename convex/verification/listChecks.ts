/** Whether the nodes of lists fit together, and whether each of their entries has its row. */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import * as Listing from "../lib/listing";
import * as OrderedTree from "../lib/orderedTree";
import { ALL } from "../registry/tables";
import { listNamed, rowOf, type Checked, type Difference, type Place } from "./checks";

/** A transaction compares no further node after so many entries, or so much that was read: a leaf names 64 rows. */
const MAX_ENTRIES = 250;
const MAX_BYTES = 1024 * 1024;
/** Nodes that one transaction deletes. */
const MAX_DROPPED = 1_000;

const listed = ALL.filter(({ lists }) => lists !== undefined);

/** Compares the nodes after a place. */
export async function check(ctx: QueryCtx, from: Place | null): Promise<Checked> {
  const differences: Difference[] = [];
  const known = new Map<string, Promise<ReadonlyMap<string, unknown>>>();
  let compared = 0;
  for await (const node of nodesAfter(ctx, from)) {
    const { name: tree, level, from: after } = node;
    const fault = await OrderedTree.faultOf(ctx, node);
    if (fault !== null) {
      const repair = (ctx: Parameters<typeof OrderedTree.drop>[0]) =>
        OrderedTree.drop(ctx, tree, MAX_DROPPED);
      differences.push({ text: `${listNamed(tree)}: ${fault}`, repair });
      // Whatever else is wrong in this tree follows from that. A repair comes again until nothing is left of it.
      return { differences, compared, next: { of: tree, level: Infinity, after: "" } };
    }
    if (level === 0) differences.push(...(await withoutRow(ctx, node, known)));
    compared += node.keys.length;
    const { bytesRead } = await ctx.meta.getTransactionMetrics();
    if (compared >= MAX_ENTRIES || bytesRead.used >= MAX_BYTES)
      return { differences, compared, next: { of: tree, level, after } };
  }
  return { differences, compared, next: null };
}

/** Entries whose row is gone or does not stand there. */
async function withoutRow(
  ctx: QueryCtx,
  { name: tree, keys }: Doc<"listNodes">,
  known: Map<string, Promise<ReadonlyMap<string, unknown>>>,
): Promise<Difference[]> {
  const wrong: Difference[] = [];
  for (const key of keys) {
    const id = Listing.idIn(key);
    const places = known.get(id) ?? placesOf(ctx, id);
    known.set(id, places);
    if ((await places).has(Listing.placeIn(tree, key))) continue;
    const repair = (ctx: Parameters<typeof OrderedTree.remove>[0]) => OrderedTree.remove(ctx, tree, key);
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
