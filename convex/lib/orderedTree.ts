/**
 * Ordered sets of rows with exact counts, as trees in the table `listNodes`. A row has a key and a measure, a number from 0
 * to 1 such as importance. Any page is found by key, by rank and by a least measure while a few nodes are read, whatever was
 * added and removed before. For lists of an app's rows see lib/listing.
 *
 * A leaf holds the keys and the measures of up to `fan` rows. A node above holds, for up to `fan` nodes of the level below,
 * the key from which each is responsible and a summary of its measures. The last node of a level stands in no parent yet, so
 * that appending a row rewrites one leaf. A node that is emptied is deleted, and the one before is responsible for its range; only
 * the first below its parent may stay. An empty tree leaves no row with its name.
 */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";

/** A leaf takes a few kilobytes, and so does its summary in the level above. */
export const FAN = 64;

/** A summary above the first level counts the rows for thresholds of two decimals: those that people ask for. */
const GRID = 100;

/** After every key. */
export const END = "~";

/** After this key, and before all greater ones that are as long. */
export function endAfter(key: string): string {
  return key + END;
}

/** After all keys of a tree; empty where it has none. */
export async function endOf(ctx: QueryCtx, name: string): Promise<string> {
  const leaf = await last(ctx, name, 0);
  return leaf === null ? "" : endAfter(leaf.keys.at(-1) ?? "");
}

/** Of a row: its measure. Of a leaf: its measures as 64-bit floats. Else how many measures are at least 0, 0.01 … 1, in 32 bits. */
type Value = number | ArrayBuffer;
type Node = Doc<"listNodes">;

/** The measures of rows by their keys; null for one that is removed. */
type Measures = ReadonlyMap<string, number | null>;

/** Changes rows of a tree: each node on the way is written once. */
export async function changeAll(
  ctx: MutationCtx,
  name: string,
  measures: Measures,
  fan = FAN,
): Promise<void> {
  const changes = Array.from(measures, ([key, measure]): Change => {
    return { key, items: measure === null ? [] : [[key, measure]] };
  });
  await replace(ctx, name, 0, changes.sort(byKey), fan);
}

/** Rows from the key `from` to `end`, exclusive, with a measure of at least `least`. */
export interface Range {
  readonly from: string;
  readonly end: string;
  readonly least: number;
}

/** The keys at a page of the range, the greatest first, and how many rows the whole range has. */
export async function page(
  ctx: QueryCtx,
  name: string,
  range: Range,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ keys: string[]; total: number }> {
  const found = { keys: [] as string[], total: 0 };
  const { from, least } = range;

  /** Whether these rows are in the page neither in part nor as a whole. */
  const outside = (rows: number) => found.keys.length === limit || found.total + rows <= offset;

  /** Counts the items of a node from the last to the first. `end`: where its range ends. */
  const scan = async ({ level, keys, values }: Node, end: string): Promise<void> => {
    for (let i = keys.length - 1; i >= 0; i--) {
      const key = keys[i] ?? "";
      const next = level === 0 ? key : (keys[i + 1] ?? end);
      if (key >= range.end) continue;
      if (level === 0 ? key < from : next <= from) return;
      const rows = matches(values[i] ?? 0, level, least);
      if (rows === 0) continue;
      if (rows !== null && outside(rows) && (level === 0 || (key >= from && next <= range.end)))
        found.total += rows;
      else if (level > 0) await scan(await nodeAt(ctx, name, level - 1, key), next);
      else {
        found.keys.push(key);
        found.total += 1;
      }
    }
  };

  for (let level = 0, end = END; end > from && end !== ""; level++) {
    const node = await last(ctx, name, level);
    if (node === null) break;
    await scan(node, end);
    end = node.from;
  }
  return found;
}

/** The measures of those of the keys that are there. `keys`: in ascending order. */
export async function measuresOf(
  ctx: QueryCtx,
  name: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, Value>> {
  const found = new Map<string, Value>();
  let leaf: Node | null = null;
  for (const key of keys) {
    if (key > (leaf?.keys.at(-1) ?? "")) leaf = await atOrBefore(ctx, name, 0, key);
    const at = leaf?.keys.indexOf(key) ?? -1;
    if (at >= 0) found.set(key, leaf?.values[at] ?? 0);
  }
  return found;
}

/** Why a node does not fit to those around it, or null. Says nothing of whether its rows belong there. */
export async function faultOf(
  ctx: QueryCtx,
  { name, level, from, keys, values }: Node,
): Promise<string | null> {
  const next = await nodeAfter(ctx, name, level, from);
  const ends = [...keys.slice(1), next?.from ?? END];
  if (keys.length !== values.length || keys.some((key, i) => key < from || key >= (ends[i] ?? "")))
    return "its keys are out of order";
  if ((await atOrBefore(ctx, name, level, "")) === null) return "its first node is missing";
  const parent = await atOrBefore(ctx, name, level + 1, from);
  if ((parent?.keys.includes(from) ?? false) !== (next !== null))
    return "a node is not where it is looked for";
  for (const [i, key] of level === 0 ? [] : keys.entries()) {
    const below = await atOrBefore(ctx, name, level - 1, key);
    if (below?.from !== key) return "a node is missing";
    const items = below.keys.map((known, j): Item => [known, below.values[j] ?? 0]);
    if (!isEqual(values[i], summaryOf(level - 1, items))) return "a count is wrong";
  }
  return null;
}

function isEqual(value: Value | undefined, summary: ArrayBuffer): boolean {
  if (!(value instanceof ArrayBuffer) || value.byteLength !== summary.byteLength) return false;
  const bytes = new Uint8Array(summary);
  return new Uint8Array(value).every((byte, i) => byte === bytes[i]);
}

/** Deletes nodes of a tree, those of the highest level first, at most `most`. */
export async function drop(ctx: MutationCtx, name: string, most: number): Promise<void> {
  const nodes = ctx.db.query("listNodes").withIndex("by_from", (q) => q.eq("name", name));
  for (const { _id } of await nodes.order("desc").take(most)) await ctx.db.delete("listNodes", _id);
}

type Item = readonly [key: string, value: Value];

/** What comes in place of the item with this key: nothing, the item anew, or that and those that follow it. */
interface Change {
  readonly key: string;
  readonly items: readonly Item[];
}

function byKey(a: Change, b: Change): number {
  return a.key < b.key ? -1 : 1;
}

/** Makes changes of a level, in ascending order, and has the levels above follow. */
async function replace(
  ctx: MutationCtx,
  name: string,
  level: number,
  changes: readonly Change[],
  fan: number,
): Promise<void> {
  const above: Change[] = [];
  for (let rest = changes, [first] = rest; first !== undefined; [first] = rest) {
    const end = await last(ctx, name, level);
    const isLast = end === null || end.from <= first.key;
    const node = isLast ? end : await nodeAt(ctx, name, level, first.key);
    const next =
      isLast || rest.length === 1 ? END : ((await nodeAfter(ctx, name, level, first.key))?.from ?? END);
    const here = rest.filter(({ key }) => key < next);
    rest = rest.slice(here.length);
    const from = node?.from ?? "";
    const before = (node?.keys ?? []).map((key, i): Item => [key, node?.values[i] ?? 0]);
    const pieces = piecesOf(before, here, fan);
    if (pieces === null) continue;
    const [left = [], ...right] = pieces;
    if (node === null) await insert(ctx, { name, level, from }, left);
    else await ctx.db.patch("listNodes", node._id, columns(left));
    if (node !== null && left.length === 0) {
      await replace(ctx, name, level + 1, above.splice(0), fan);
      if (await removeEmptied(ctx, node, isLast, fan)) continue;
    }
    const added = right.map((items): Item => [items[0]?.[0] ?? "", summaryOf(level, items)]);
    for (const [i, [begin]] of added.entries())
      await insert(ctx, { name, level, from: begin }, right[i] ?? []);
    const items: Item[] = [[from, summaryOf(level, left)], ...added];
    // The last node of a level stands in no parent.
    if (isLast) items.pop();
    if (items.length > 0) above.push({ key: from, items });
  }
  if (above.length > 0) await replace(ctx, name, level + 1, above, fan);
}

/** A node's items after these changes, in as many nodes as they need; null where nothing changes. */
function piecesOf(before: readonly Item[], changes: readonly Change[], fan: number): Item[][] | null {
  const values = new Map(before);
  const made = changes.filter(({ key, items }) => items.length > 1 || items[0]?.[1] !== values.get(key));
  if (made.length === 0) return null;
  const gone = new Set(made.map(({ key }) => key));
  const items = [...before.filter(([key]) => !gone.has(key)), ...made.flatMap((one) => one.items)];
  items.sort(([a], [b]) => (a < b ? -1 : 1));
  const appends = (made[0]?.key ?? "") > (before.at(-1)?.[0] ?? "") || before.length === 0;
  // Where rows are appended, nodes stay full.
  const size = appends ? fan : Math.ceil(items.length / Math.ceil(items.length / fan));
  const pieces: Item[][] = [];
  for (let at = 0; at < items.length; at += size) pieces.push(items.slice(at, at + size));
  return pieces;
}

/** Deletes a node that was emptied; false where it must stay. */
async function removeEmptied(ctx: MutationCtx, node: Node, isLast: boolean, fan: number): Promise<boolean> {
  const { _id, name, level, from } = node;
  if (!isLast && !(await canGo(ctx, node))) return false;
  await ctx.db.delete("listNodes", _id);
  if (!isLast) await replace(ctx, name, level + 1, [{ key: from, items: [] }], fan);
  if (!isLast || from === "") return true;
  // The node before is the last now, so it stands in no parent.
  const before = await last(ctx, name, level);
  if (before === null) throw new Error(`the list ${name} has lost its first node`);
  await replace(ctx, name, level + 1, [{ key: before.from, items: [] }], fan);
  if (before.keys.length === 0) await removeEmptied(ctx, before, true, fan);
  return true;
}

/**
 * Whether the node before, which becomes responsible for the range of this one, has the same parent: else it would reach beyond
 * its parent's range. The first node of a level has none before it.
 */
async function canGo(ctx: QueryCtx, { name, level, from }: Node): Promise<boolean> {
  if (from === "") return false;
  const parent = await nodeAt(ctx, name, level + 1, from);
  if (parent.from !== from) return true;
  if (parent.keys.length > 1) return false;
  return (await last(ctx, name, level + 1))?._id === parent._id || (await canGo(ctx, parent));
}

async function insert(
  ctx: MutationCtx,
  node: Pick<Node, "name" | "level" | "from">,
  items: readonly Item[],
): Promise<void> {
  await ctx.db.insert("listNodes", { ...node, ...columns(items) });
}

function columns(items: readonly Item[]): Pick<Node, "keys" | "values"> {
  return { keys: items.map(([key]) => key), values: items.map(([, value]) => value) };
}

/** The summary of a node's measures. */
function summaryOf(level: number, items: readonly Item[]): ArrayBuffer {
  if (level === 0) return Float64Array.from(items, ([, measure]) => Number(measure)).buffer;
  const atLeast = new Uint32Array(GRID + 1);
  const add = (step: number, rows: number) => (atLeast[step] = (atLeast[step] ?? 0) + rows);
  for (const [, below] of items) {
    if (typeof below === "number") continue;
    if (level > 1) new Uint32Array(below).forEach((rows, step) => add(step, rows));
    else for (const measure of new Float64Array(below)) add(stepUpTo(measure), 1);
  }
  // From how many measures are at each step to how many are at least there.
  if (level === 1) for (let step = GRID - 1; step >= 0; step--) add(step, atLeast[step + 1] ?? 0);
  return atLeast.buffer;
}

/** How many rows below an item have a measure of at least `least`; null where the summary can't tell. */
function matches(value: Value, level: number, least: number): number | null {
  if (typeof value === "number") return value >= least ? 1 : 0;
  if (level === 1) return new Float64Array(value).filter((measure) => measure >= least).length;
  const atLeast = new Uint32Array(value);
  const step = stepUpTo(least);
  const [most, fewest] = [atLeast[step] ?? 0, atLeast[step / GRID === least ? step : step + 1] ?? 0];
  return most === fewest ? most : null;
}

/** The greatest step whose threshold is at most `measure`. */
function stepUpTo(measure: number): number {
  const nearest = Math.round(measure * GRID);
  return nearest / GRID > measure ? nearest - 1 : nearest;
}

/** The last node of a level. */
async function last(ctx: QueryCtx, name: string, level: number): Promise<Node | null> {
  return await ctx.db
    .query("listNodes")
    .withIndex("by_from", (q) => q.eq("name", name).eq("level", level))
    .order("desc")
    .first();
}

/** The node of a level that is responsible for a key. @throws for a tree that has lost it */
async function nodeAt(ctx: QueryCtx, name: string, level: number, key: string): Promise<Node> {
  const node = await atOrBefore(ctx, name, level, key);
  if (node === null) throw new Error(`the list ${name} has no node for ${key}`);
  return node;
}

/** The first node of a level that is responsible for later keys only. */
async function nodeAfter(ctx: QueryCtx, name: string, level: number, key: string): Promise<Node | null> {
  return await ctx.db
    .query("listNodes")
    .withIndex("by_from", (q) => q.eq("name", name).eq("level", level).gt("from", key))
    .first();
}

async function atOrBefore(ctx: QueryCtx, name: string, level: number, key: string): Promise<Node | null> {
  return await ctx.db
    .query("listNodes")
    .withIndex("by_from", (q) => q.eq("name", name).eq("level", level).lte("from", key))
    .order("desc")
    .first();
}
