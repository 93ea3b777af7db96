/**
 * Document frequencies: in how many documents of a space a term occurs, for its idf. They are counted in the mutation that
 * writes the document, so the very next search uses them.
 *
 * A row is a bucket of many terms, and new counts are first gathered in the row of the space. Otherwise each document would
 * read and write a row for each of its terms.
 */
import { getOneFrom } from "convex-helpers/server/relationships";
import type { Space } from "../../mind/enums";
import { idfOf, type Idf } from "../../mind/ranking/idf";
import { isSpelled, joinedTerms, spellingsAmong, type Spellings } from "../../mind/ranking/spellings";
import type { ParsedText } from "../../mind/text/parsedText";
import { countsOf } from "../../mind/text/tokens";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { changeRow, GatheredRows, gatheringOf } from "../lib/gathered";
import { termsIn } from "./documents";
import { writeCorpus, writeFrequencies } from "./rows";

/** With so many buckets each has some kilobytes. A query reads about as many buckets as it has terms. */
const BUCKETS = 64;
/** If a query needs more buckets than this, it reads all of them as one range: a transaction may read 4,096 ranges. */
const FEW_BUCKETS = 16;
/** The most gathered counts, in UTF-16 units: those of some sixty short texts. Beyond it they are moved into the buckets. */
const MAX_GATHERED = 8_192;

/** The most distinct terms that are counted of one document. */
const MAX_TERMS = 1_000;

/** The terms that are counted of a document: the most frequent, ties in the order of the text. */
export function countedTerms(terms: readonly string[]): string[] {
  const counts = countsOf(terms);
  const distinct = [...counts.keys()];
  if (distinct.length <= MAX_TERMS) return distinct;
  return distinct.sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0)).slice(0, MAX_TERMS);
}

/**
 * Up to this number every document is counted, and beyond it a sample. The idf is then off by some hundredths, which changes
 * no order.
 */
const ALL_COUNTED = 4_096;

/**
 * How many documents the one with this number stands for: 1, or the step of the sample, or 0 if it is not in the sample. It
 * depends on the number alone, so removing a document subtracts what was added.
 */
export function sampleWeight(number: number): number {
  if (number < ALL_COUNTED) return 1;
  const step = 2 ** Math.floor(Math.log2(number / (ALL_COUNTED / 2)));
  return mixed(number) % step === 0 ? step : 0;
}

/** A hash of a whole number, so that regular patterns in what is stored don't distort the sample. */
function mixed(number: number): number {
  let hash = Math.imul(number ^ (number >>> 16), 0x45d9f3b);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** The idf of these terms in a space. Any other term counts as never seen. */
export async function idfFor(ctx: QueryCtx, space: Space, terms: Iterable<string>): Promise<Idf> {
  const { documents, frequencies } = await frequenciesOf(ctx, space, terms);
  return idfOf(documents, (term) => frequencies.get(term) ?? 0);
}

/** In how many documents of a space each of these terms occurs, and how many documents the space has. */
export async function frequenciesOf(
  ctx: QueryCtx,
  space: Space,
  terms: Iterable<string>,
): Promise<{ documents: number; frequencies: ReadonlyMap<string, number> }> {
  const distinct = [...new Set(terms)];
  const [corpus, buckets] = await Promise.all([corpusOf(ctx, space), bucketsOf(ctx, space, distinct)]);
  const { gathered = "", documents = 0, added } = corpus ?? {};
  const frequencyOf = (term: string) =>
    (added?.get(term) ?? 0) +
    countIn(gathered, term) +
    countIn(buckets.get(bucketOf(term))?.counts ?? "", term);
  return { documents, frequencies: new Map(distinct.map((term) => [term, frequencyOf(term)])) };
}

/** The idf of a query's terms, and their other spellings in the space (mind/ranking/spellings). */
export async function queryTerms(
  ctx: QueryCtx,
  space: Space,
  query: ParsedText,
): Promise<{ idf: Idf; spellings: Spellings }> {
  const joined = joinedTerms(query);
  const terms = [...query.terms, ...joined.keys()];
  const { documents, frequencies } = await frequenciesOf(ctx, space, terms);
  const countOf = (term: string) => frequencies.get(term) ?? 0;
  const known = [...joined].filter(([term]) => countOf(term) > 0);
  const unknown = [...query.counts.keys()].filter((term) => countOf(term) === 0 && isSpelled(term));
  const respelled =
    unknown.length === 0 || documents === 0
      ? []
      : spellingsAmong(unknown.slice(0, MAX_UNKNOWN), await vocabulary(ctx, space));
  return { idf: idfOf(documents, countOf), spellings: new Map([...respelled, ...known]) };
}

/** The most terms of a query whose other spellings are sought among all words of the space. */
const MAX_UNKNOWN = 2;

/** Every counted term of a space. */
async function vocabulary(ctx: QueryCtx, space: Space): Promise<Iterable<string>> {
  const corpus = await corpusOf(ctx, space);
  const buckets = await rowsOf(ctx, space);
  const texts = [corpus?.gathered ?? "", ...buckets.map(({ counts }) => counts)];
  return [...(corpus?.added?.keys() ?? []), ...texts.flatMap(termsOfCounts)];
}

/** Takes the count of a memory's or a thought's document back. A knowledge item is counted as a whole, with its contents. */
export async function uncount(ctx: MutationCtx, document: Doc<"searchDocuments">): Promise<void> {
  const { space, place: number } = document;
  if (space !== "knowledge") await count(ctx, space, countedTerms(termsIn(document)), { sign: -1, number });
}

/**
 * Counts a document with these distinct terms (from `countedTerms`), or with `sign` −1 removes one that was counted with the
 * same terms and number. `number`: the document's number in its space, which decides whether it is in the sample; 0: always
 * count it.
 */
export async function count(
  ctx: MutationCtx,
  space: Space,
  terms: readonly string[],
  { sign = 1, number = 0 }: { readonly sign?: 1 | -1; readonly number?: number } = {},
): Promise<void> {
  const weight = sign * sampleWeight(number);
  await changeRow(ctx, GatheredCorpora, space, (corpus) => {
    const { documents = 0, gathered = "", added = new Map<string, number>() } = corpus ?? {};
    for (const term of weight === 0 ? [] : terms) added.set(term, (added.get(term) ?? 0) + weight);
    return { documents: Math.max(0, documents + sign), gathered, added };
  });
}

/** What stays gathered. A removed term leaves its bucket at once, since no word of an erased text may stay. */
async function settled(ctx: MutationCtx, space: Space, gathered: string): Promise<string> {
  const isNegative = gathered.includes("\t-");
  if (!isNegative && gathered.length <= MAX_GATHERED) return gathered;
  const counts = new Map([...parsed(gathered)].filter(([, count]) => count !== 0));
  const added = written(counts);
  if (added.length <= MAX_GATHERED && !added.includes("\t-")) return added;
  await moveIntoBuckets(ctx, space, counts);
  return "";
}

async function moveIntoBuckets(
  ctx: MutationCtx,
  space: Space,
  gathered: ReadonlyMap<string, number>,
): Promise<void> {
  // A mutation that this one has called may have written some.
  bucketsRead.delete(ctx.db);
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
    const row = known.get(bucket) ?? null;
    await writeFrequencies(ctx, row, { space, bucket, counts: written(counts) });
  }
  bucketsRead.delete(ctx.db);
}

/** A space's row. `added`: the counts that a mutation has gathered and not yet written into it, by their terms. */
interface Corpus extends Pick<Doc<"corpora">, "documents" | "gathered"> {
  readonly added?: Map<string, number>;
}

async function corpusOf(ctx: QueryCtx, space: Space): Promise<Corpus | null> {
  const open = gatheringOf(ctx, GatheredCorpora);
  return await (open === null ? storedCorpus(ctx, space) : open.find(space));
}

/** The rows of spaces that a mutation reads and changes. */
class GatheredCorpora extends GatheredRows<Space, Doc<"corpora">, Corpus> {
  protected override read(space: Space): Promise<Doc<"corpora"> | null> {
    return storedCorpus(this.ctx, space);
  }

  protected override async write(
    space: Space,
    row: Doc<"corpora"> | null,
    { documents, gathered, added = new Map() }: Corpus,
  ): Promise<void> {
    // Appended, so that a store does not read what was gathered before: the lines of a term are added up when they are read.
    const lines = written([...added].filter(([, count]) => count !== 0));
    const all = gathered + lines.slice(gathered === "" ? 0 : 1);
    await writeCorpus(this.ctx, row, { space, documents, gathered: await settled(this.ctx, space, all) });
  }
}

async function storedCorpus(ctx: QueryCtx, space: Space): Promise<Doc<"corpora"> | null> {
  return await getOneFrom(ctx.db, "corpora", "by_space", space);
}

/** Buckets of a space by their numbers; null for one that has no row. */
type Buckets = Map<number, Doc<"documentFrequencies"> | null>;

/**
 * The buckets that a transaction has read, by its database: a tick searches for several texts and stores several, and each would
 * read all of them. Those that it writes are forgotten.
 */
const bucketsRead = new WeakMap<object, Map<Space, Buckets>>();

/** At least the buckets of these terms. */
async function bucketsOf(
  ctx: QueryCtx,
  space: Space,
  terms: readonly string[],
): Promise<ReadonlyMap<number, Doc<"documentFrequencies"> | null>> {
  const spaces = bucketsRead.get(ctx.db) ?? new Map<Space, Buckets>();
  bucketsRead.set(ctx.db, spaces);
  const known: Buckets = spaces.get(space) ?? new Map();
  spaces.set(space, known);
  const missing = [...new Set(terms.map(bucketOf))].filter((bucket) => !known.has(bucket));
  const rows =
    missing.length > FEW_BUCKETS
      ? await rowsOf(ctx, space)
      : await Promise.all(
          missing.map((bucket) =>
            ctx.db
              .query("documentFrequencies")
              .withIndex("by_bucket", (q) => q.eq("space", space).eq("bucket", bucket))
              .unique(),
          ),
        );
  for (const bucket of missing) known.set(bucket, null);
  for (const row of rows) if (row !== null) known.set(row.bucket, row);
  return known;
}

async function rowsOf(ctx: QueryCtx, space: Space): Promise<Doc<"documentFrequencies">[]> {
  return await ctx.db
    .query("documentFrequencies")
    .withIndex("by_bucket", (q) => q.eq("space", space))
    .take(BUCKETS);
}

/** The bucket of a term, by an FNV-1a hash. */
function bucketOf(term: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < term.length; i += 1) hash = Math.imul(hash ^ term.charCodeAt(i), 0x01000193);
  return ((hash ^ (hash >>> 16)) >>> 0) % BUCKETS;
}

// Counts are stored as one text, "term\tcount\nterm\tcount\n" after a line feed, because field names of Convex can't be arbitrary
// terms, and so that one count is found without parsing the others. No term contains white space.

function countIn(counts: string, term: string): number {
  const begin = `\n${term}\t`;
  let count = 0;
  for (let at = counts.indexOf(begin); at >= 0; at = counts.indexOf(begin, at + 1))
    count += Number.parseInt(counts.slice(at + begin.length), 10);
  return count;
}

/** The terms in counts, some perhaps repeatedly. */
function termsOfCounts(counts: string): string[] {
  return counts.match(/(?<=\n)[^\t]+/g) ?? [];
}

function parsed(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of text.split("\n")) {
    const [term = "", count = "0"] = line.split("\t");
    if (term !== "") counts.set(term, (counts.get(term) ?? 0) + Number(count));
  }
  return counts;
}

function written(counts: Iterable<readonly [string, number]>): string {
  const lines = Array.from(counts, ([term, count]) => `${term}\t${count}\n`);
  return lines.length === 0 ? "" : `\n${lines.join("")}`;
}
