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

/** Of a row: its measure. Of a leaf: its measures as 64-bit floats. Else how many measures are at least 0, 0.01 … 1, in 32 bits. */
type Value = number | ArrayBuffer;
type Node = Doc<"listNodes">;

/** Adds a row, or changes the measure of one that is there. */
export async function put(
  ctx: MutationCtx,
  name: string,
  key: string,
  measure: number,
  fan = FAN,
): Promise<void> {
  await replace(ctx, name, 0, key, [[key, measure]], fan);
}

/** Removes a row, if it is there. */
export async function remove(ctx: MutationCtx, name: string, key: string, fan = FAN): Promise<void> {
  await replace(ctx, name, 0, key, [], fan);
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
  const after = await ctx.db
    .query("listNodes")
    .withIndex("by_from", (q) => q.eq("name", name).eq("level", level).gt("from", from))
    .first();
  const ends = [...keys.slice(1), after?.from ?? END];
  if (keys.length !== values.length || keys.some((key, i) => key < from || key >= (ends[i] ?? "")))
    return "its keys are out of order";
  if ((await atOrBefore(ctx, name, level, "")) === null) return "its first node is missing";
  const parent = await atOrBefore(ctx, name, level + 1, from);
  if ((parent?.keys.includes(from) ?? false) !== (after !== null))
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

/** Puts `items` in place of the item with this key, and has the levels above follow. */
async function replace(
  ctx: MutationCtx,
  name: string,
  level: number,
  key: string,
  items: readonly Item[],
  fan: number,
): Promise<void> {
  const end = await last(ctx, name, level);
  if (end === null) {
    if (items.length > 0) await insert(ctx, { name, level, from: "" }, items);
    return;
  }
  const node = end.from <= key ? end : await nodeAt(ctx, name, level, key);
  const before = node.keys.map((known, i): Item => [known, node.values[i] ?? 0]);
  const at = before.findIndex(([known]) => known >= key);
  const start = at < 0 ? before.length : at;
  const present = before[start]?.[0] === key ? 1 : 0;
  if (present === 0 && items.length === 0) return;
  if (present === 1 && level === 0 && items[0]?.[1] === before[start]?.[1]) return;
  const after = before.toSpliced(start, present, ...items);
  // Where rows are appended, nodes stay full.
  const half = start === before.length ? fan : Math.ceil(after.length / 2);
  const left = after.slice(0, after.length > fan ? half : after.length);
  const right = after.slice(left.length);
  await ctx.db.patch("listNodes", node._id, columns(left));
  if (after.length === 0 && (await removeEmptied(ctx, node, node === end, fan))) return;
  const first = right[0]?.[0];
  if (first !== undefined) await insert(ctx, { name, level, from: first }, right);
  const known: Item = [node.from, summaryOf(level, left)];
  if (node !== end) {
    const added: Item[] = first === undefined ? [] : [[first, summaryOf(level, right)]];
    await replace(ctx, name, level + 1, node.from, [known, ...added], fan);
  } else if (first !== undefined) await replace(ctx, name, level + 1, node.from, [known], fan);
}

/** Deletes a node that was emptied; false where it must stay. */
async function removeEmptied(ctx: MutationCtx, node: Node, isLast: boolean, fan: number): Promise<boolean> {
  const { _id, name, level, from } = node;
  if (!isLast && !(await canGo(ctx, node))) return false;
  await ctx.db.delete("listNodes", _id);
  if (!isLast) await replace(ctx, name, level + 1, from, [], fan);
  if (!isLast || from === "") return true;
  // The node before is the last now, so it stands in no parent.
  const before = await last(ctx, name, level);
  if (before === null) throw new Error(`the list ${name} has lost its first node`);
  await replace(ctx, name, level + 1, before.from, [], fan);
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

async function atOrBefore(ctx: QueryCtx, name: string, level: number, key: string): Promise<Node | null> {
  return await ctx.db
    .query("listNodes")
    .withIndex("by_from", (q) => q.eq("name", name).eq("level", level).lte("from", key))
    .order("desc")
    .first();
}
