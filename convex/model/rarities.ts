/** How many owners hold a term, for how much it tells: counted in the mutation that writes the text, if not exactly. */
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { idfOf, type Idf } from "../../mind/ranking/idf";
import type { Space } from "../../mind/enums";
import { MOST_TERMS, TermLookups } from "./termLookups";

/**
 * The terms that are counted of a text, or of all passages of an item: the most frequent, ties in the order of the text.
 * Of what is taken out again it must be the same ones as when it came.
 */
export function countedTerms(terms: readonly string[], most = MOST_TERMS): string[] {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const distinct = [...counts.keys()];
  if (distinct.length <= most) return distinct;
  return distinct.sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0)).slice(0, most);
}

/** How much each of these terms tells in a space. Any other term counts as held by nobody yet. */
export async function rarityOf(
  ctx: QueryCtx,
  space: Space,
  terms: readonly string[],
  lookups = new TermLookups(),
): Promise<Idf> {
  const distinct = [...new Set(terms)];
  const { owners, holders } = await holdersOf(ctx, space, distinct, lookups);
  const byTerm = new Map(distinct.map((term, i) => [term, holders[i] ?? 0]));
  return idfOf(owners, (term) => byTerm.get(term) ?? 0);
}

/** How many owners hold each of these terms, in their order, and how many owners there are. */
export async function holdersOf(
  ctx: QueryCtx,
  space: Space,
  terms: readonly string[],
  lookups = new TermLookups(),
): Promise<{ owners: number; holders: number[] }> {
  const rows = await Promise.all(terms.map((term) => lookups.find(ctx, space, term)));
  return { owners: await ownersOf(ctx, space), holders: rows.map((row) => row?.holders ?? 0) };
}

/**
 * A term with this many holders is counted by steps of two, and by greater ones as it grows: one write stands for many.
 * A weight is then off by a few hundredths, which nobody could tell; and the usual words, which every store would
 * rewrite, are left alone. Only where owners stay: what is taken out again must have been counted for sure.
 */
const COUNTED_EXACTLY = 512;

/** What a further holder adds to a term's count: 0, or as many as it stands for. The same for the same owner. */
export function stepOf(space: Space, term: string, holders: number, owner: number): number {
  if (space !== "memory" || holders < COUNTED_EXACTLY) return 1;
  const step = 2 ** Math.floor(Math.log2(holders / (COUNTED_EXACTLY / 2)));
  return hashOf(`${owner}|${term}`) % step === 0 ? step : 0;
}

/** FNV-1a with a last mix, since its low bits alone are taken. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * Counts an owner's terms in, as `countedTerms` gives them, and answers how much they told before: what is new is
 * measured against what was known.
 */
export async function countIn(
  ctx: MutationCtx,
  space: Space,
  terms: readonly string[],
  lookups = new TermLookups(),
): Promise<Idf> {
  const owners = await countOwner(ctx, space, 1);
  const rows = await Promise.all(terms.map((term) => lookups.find(ctx, space, term)));
  const before = new Map<string, number>();
  for (const [i, term] of terms.entries()) {
    const row = rows[i] ?? null;
    const holders = row?.holders ?? 0;
    before.set(term, holders);
    const step = stepOf(space, term, holders, owners);
    if (row !== null && step === 0) continue;
    const counted = { holders: holders + step };
    if (row !== null) await ctx.db.patch("terms", row._id, counted);
    const _id = row?._id ?? (await ctx.db.insert("terms", { space, term, ...counted }));
    lookups.wrote(space, term, { _id, ...counted });
  }
  return idfOf(owners, (term) => before.get(term) ?? 0);
}

/**
 * Takes an owner's terms out again, the same that were counted in. Where a count went, as by a hand in the dashboard,
 * there is nothing to take out: weights are off a little, and no edit fails for it.
 */
export async function countOut(ctx: MutationCtx, space: Space, terms: readonly string[]): Promise<void> {
  let uncounted = 0;
  const lookups = new TermLookups();
  for (const term of terms) {
    const row = await lookups.find(ctx, space, term);
    if (row === null) uncounted += 1;
    else if (row.holders <= 1) await ctx.db.delete("terms", row._id);
    else await ctx.db.patch("terms", row._id, { holders: row.holders - 1 });
  }
  if (uncounted > 0)
    console.warn(`${uncounted} terms of "${space}" that were taken out had not been counted in`);
  await countOwner(ctx, space, -1);
}

/** How many owners a space has. */
export async function ownersOf(ctx: QueryCtx, space: Space): Promise<number> {
  return (await corpus(ctx, space))?.owners ?? 0;
}

/** Sets right how many owners a space has, where they were counted anew. */
export async function setOwners(ctx: MutationCtx, space: Space, owners: number): Promise<void> {
  const row = await corpus(ctx, space);
  if (row === null) await ctx.db.insert("corpora", { space, owners });
  else await ctx.db.patch("corpora", row._id, { owners });
}

/** How many owners there were before. */
async function countOwner(ctx: MutationCtx, space: Space, change: number): Promise<number> {
  const row = await corpus(ctx, space);
  if (row === null) await ctx.db.insert("corpora", { space, owners: change });
  else await ctx.db.patch("corpora", row._id, { owners: row.owners + change });
  return row?.owners ?? 0;
}

async function corpus(ctx: QueryCtx, space: Space) {
  return await ctx.db
    .query("corpora")
    .withIndex("by_space", (q) => q.eq("space", space))
    .unique();
}
