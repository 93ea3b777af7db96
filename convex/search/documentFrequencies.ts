/**
 * Document frequencies: how many documents of a space hold a term, for its idf. Counted in the mutation that writes the
 * document, so that they are right for the very next search.
 *
 * Terms are counted in buckets, many to a row, and new ones are gathered in the space's own row first: else a document would
 * read and write a row for each of its terms.
 */
import type { Space } from "../../mind/enums";
import { idfOf, type Idf } from "../../mind/ranking/idf";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";

/** A bucket stays at some kilobytes: a question reads about as many of them as it has terms. */
const BUCKETS = 64;
/** Of more buckets than this all are read, in one range: a transaction has 4,096 of them. */
const FEW_BUCKETS = 16;
/** UTF-16 units of gathered terms that are moved into the buckets: those of some sixty short texts. */
const MAX_GATHERED = 8_192;

/** Distinct terms that are counted of one document: a long text's frequent ones. */
const MAX_TERMS = 1_000;

/**
 * The terms that are counted of a document: the most frequent, ties in the order of the text. The same when it is
 * taken out again.
 */
export function countedTerms(terms: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const distinct = [...counts.keys()];
  if (distinct.length <= MAX_TERMS) return distinct;
  return distinct.sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0)).slice(0, MAX_TERMS);
}

/** So many documents are all counted. Of later ones a sample: a weight is then off by some hundredths, which changes no order. */
const ALL_COUNTED = 4_096;

/**
 * How many documents the one with this number stands for: 1, or a sample's step, or 0 where it is not in the sample. The
 * same number has the same answer for ever, so a document can be taken out as it was counted in.
 */
export function sampleWeight(number: number): number {
  if (number < ALL_COUNTED) return 1;
  const step = 2 ** Math.floor(Math.log2(number / (ALL_COUNTED / 2)));
  return mixed(number) % step === 0 ? step : 0;
}

/** Spreads whole numbers over 32 bits, so that no rhythm in what is stored meets the sample's. */
function mixed(number: number): number {
  let hash = Math.imul(number ^ (number >>> 16), 0x45d9f3b);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** The weight of each of these terms in a space. Any other term counts as held by no document. */
export async function idfFor(ctx: QueryCtx, space: Space, terms: Iterable<string>): Promise<Idf> {
  const distinct = [...new Set(terms)];
  const { documents, frequencies } = await frequenciesOf(ctx, space, distinct);
  const byTerm = new Map(distinct.map((term, i) => [term, frequencies[i] ?? 0]));
  return idfOf(documents, (term) => byTerm.get(term) ?? 0);
}

/** How many documents hold each of these terms, in their order, and how many documents there are. */
export async function frequenciesOf(
  ctx: QueryCtx,
  space: Space,
  terms: readonly string[],
): Promise<{ documents: number; frequencies: number[] }> {
  const [corpus, buckets] = await Promise.all([corpusOf(ctx, space), bucketsOf(ctx, space, terms)]);
  const gathered = corpus?.gathered ?? "";
  const frequencies = terms.map(
    (term) => countIn(gathered, term) + countIn(buckets.get(bucketOf(term))?.counts ?? "", term),
  );
  return { documents: corpus?.documents ?? 0, frequencies };
}

/**
 * Counts in a document with these distinct terms (`countedTerms`). `number`: its place among the documents of its space,
 * where those may be so many that a sample is enough; left out, it is counted for sure.
 */
export async function add(
  ctx: MutationCtx,
  space: Space,
  terms: readonly string[],
  number = 0,
): Promise<void> {
  await change(ctx, space, terms, 1, sampleWeight(number));
}

/** Takes out a document that was counted in with these terms and this number. */
export async function remove(
  ctx: MutationCtx,
  space: Space,
  terms: readonly string[],
  number = 0,
): Promise<void> {
  await change(ctx, space, terms, -1, -sampleWeight(number));
}

async function change(
  ctx: MutationCtx,
  space: Space,
  terms: readonly string[],
  documents: number,
  weight: number,
): Promise<void> {
  const corpus = await corpusOf(ctx, space);
  let gathered = corpus?.gathered ?? "";
  if (weight !== 0) {
    const counts = parsed(gathered);
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + weight);
    for (const term of terms) if (counts.get(term) === 0) counts.delete(term);
    gathered = written(counts);
    if (gathered.length > MAX_GATHERED) {
      await moveIntoBuckets(ctx, space, counts);
      gathered = "";
    }
  }
  const row = { documents: Math.max(0, (corpus?.documents ?? 0) + documents), gathered };
  if (corpus === null) await ctx.db.insert("corpora", { space, ...row });
  else await ctx.db.patch("corpora", corpus._id, row);
}

async function moveIntoBuckets(
  ctx: MutationCtx,
  space: Space,
  gathered: ReadonlyMap<string, number>,
): Promise<void> {
  const known = await bucketsOf(ctx, space, [...gathered.keys()]);
  const changed = new Map<number, Map<string, number>>();
  for (const [term, count] of gathered) {
    const bucket = bucketOf(term);
    const counts = changed.get(bucket) ?? parsed(known.get(bucket)?.counts ?? "");
    counts.set(term, (counts.get(term) ?? 0) + count);
    changed.set(bucket, counts);
  }
  for (const [bucket, counts] of changed) {
    for (const [term, count] of counts) if (count <= 0) counts.delete(term);
    const row = known.get(bucket);
    if (row === undefined)
      await ctx.db.insert("documentFrequencies", { space, bucket, counts: written(counts) });
    else await ctx.db.patch("documentFrequencies", row._id, { counts: written(counts) });
  }
}

/** How many documents a space has. */
export async function documentsIn(ctx: QueryCtx, space: Space): Promise<number> {
  return (await corpusOf(ctx, space))?.documents ?? 0;
}

async function corpusOf(ctx: QueryCtx, space: Space): Promise<Doc<"corpora"> | null> {
  return await ctx.db
    .query("corpora")
    .withIndex("by_space", (q) => q.eq("space", space))
    .unique();
}

/** The buckets of these terms, as far as they are there. */
async function bucketsOf(
  ctx: QueryCtx,
  space: Space,
  terms: readonly string[],
): Promise<Map<number, Doc<"documentFrequencies">>> {
  const wanted = [...new Set(terms.map(bucketOf))];
  const rows =
    wanted.length > FEW_BUCKETS
      ? await ctx.db
          .query("documentFrequencies")
          .withIndex("by_bucket", (q) => q.eq("space", space))
          .take(BUCKETS)
      : await Promise.all(
          wanted.map((bucket) =>
            ctx.db
              .query("documentFrequencies")
              .withIndex("by_bucket", (q) => q.eq("space", space).eq("bucket", bucket))
              .unique(),
          ),
        );
  return new Map(rows.flatMap((row) => (row === null ? [] : [[row.bucket, row] as const])));
}

/** FNV-1a, its halves folded. */
function bucketOf(term: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < term.length; i += 1) hash = Math.imul(hash ^ term.charCodeAt(i), 0x01000193);
  return ((hash ^ (hash >>> 16)) >>> 0) % BUCKETS;
}

// Counts are kept as one text, "\nterm\tcount\nterm\tcount\n": a field name of Convex can't be any term, and one count is found
// without reading the others. No term holds white space.

function countIn(counts: string, term: string): number {
  const at = counts.indexOf(`\n${term}\t`);
  return at < 0 ? 0 : Number.parseInt(counts.slice(at + term.length + 2), 10);
}

function parsed(counts: string): Map<string, number> {
  const lines = counts.split("\n").filter((line) => line !== "");
  return new Map(
    lines.map((line) => {
      const [term = "", count = "0"] = line.split("\t");
      return [term, Number(count)];
    }),
  );
}

function written(counts: ReadonlyMap<string, number>): string {
  const lines = [...counts].map(([term, count]) => `${term}\t${count}\n`);
  return lines.length === 0 ? "" : `\n${lines.join("")}`;
}
