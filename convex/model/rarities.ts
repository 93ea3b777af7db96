/** How many owners hold a term, for how much it tells: counted in the mutation that writes the text. */
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { idfOf, type Idf } from "../mind/rarity";
import type { Space } from "../mind/words";

/** Distinct terms counted of one owner: a long text's frequent ones. A rare one left out weighs as much as one unheard of. */
const MOST_COUNTED = 1_000;

/** The terms that are counted of a text, or of all passages of an item: the most frequent, ties in the order of the text. */
export function countedTerms(terms: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const distinct = [...counts.keys()];
  if (distinct.length <= MOST_COUNTED) return distinct;
  return distinct.sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0)).slice(0, MOST_COUNTED);
}

/** How much each of these terms tells in a space. Any other term counts as held by nobody yet. */
export async function rarityOf(ctx: QueryCtx, space: Space, terms: readonly string[]): Promise<Idf> {
  const distinct = [...new Set(terms)];
  const rows = await Promise.all(distinct.map((term) => find(ctx, space, term)));
  const holders = new Map(rows.flatMap((row) => (row === null ? [] : [[row.term, row.holders] as const])));
  const owners = (await corpus(ctx, space))?.owners ?? 0;
  return idfOf(owners, (term) => holders.get(term) ?? 0);
}

/**
 * Counts an owner's terms in, as `countedTerms` gives them, and answers how much they told before: what is new is
 * measured against what was known.
 */
export async function countIn(ctx: MutationCtx, space: Space, terms: readonly string[]): Promise<Idf> {
  const rows = await Promise.all(terms.map((term) => find(ctx, space, term)));
  const before = new Map<string, number>();
  for (const [i, term] of terms.entries()) {
    const row = rows[i] ?? null;
    before.set(term, row?.holders ?? 0);
    if (row === null) await ctx.db.insert("terms", { space, term, holders: 1 });
    else await ctx.db.patch("terms", row._id, { holders: row.holders + 1 });
  }
  const owners = await countOwner(ctx, space, 1);
  return idfOf(owners, (term) => before.get(term) ?? 0);
}

/** Takes an owner's terms out again, the same that were counted in. */
export async function countOut(ctx: MutationCtx, space: Space, terms: readonly string[]): Promise<void> {
  for (const term of terms) {
    const row = await find(ctx, space, term);
    if (row === null) throw new Error("a term is taken out that was never counted in");
    if (row.holders === 1) await ctx.db.delete("terms", row._id);
    else await ctx.db.patch("terms", row._id, { holders: row.holders - 1 });
  }
  await countOwner(ctx, space, -1);
}

/** How many owners there were before. */
async function countOwner(ctx: MutationCtx, space: Space, change: number): Promise<number> {
  const row = await corpus(ctx, space);
  if (row === null) await ctx.db.insert("corpora", { space, owners: change });
  else await ctx.db.patch("corpora", row._id, { owners: row.owners + change });
  return row?.owners ?? 0;
}

async function find(ctx: QueryCtx, space: Space, term: string) {
  return await ctx.db
    .query("terms")
    .withIndex("by_term", (q) => q.eq("space", space).eq("term", term))
    .unique();
}

async function corpus(ctx: QueryCtx, space: Space) {
  return await ctx.db
    .query("corpora")
    .withIndex("by_space", (q) => q.eq("space", space))
    .unique();
}
