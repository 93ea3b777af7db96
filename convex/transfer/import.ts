/** Imports the lines of one request: in batches, each one transaction. */
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { withoutKey, type Claimed } from "../lib/idempotency";
import type { Outcome } from "./imports";
import type { Line } from "./lines";

/** A line as text, and what it means. */
export interface ReadLine {
  readonly text: string;
  readonly line: Line;
}

export interface Imported {
  readonly counts: { readonly [outcome in Exclude<Outcome, "waiting">]: number };
  /** Lines of these sources that wait for rows which they refer to, and what they wait for. */
  readonly waiting: number;
  readonly missing: readonly string[];
}

/** A batch: one of the longest texts, whose words are in every bucket of word frequencies, or a few short ones. */
const MAX_LINES = 6;
const MAX_LENGTH = 16 * 1024;
/** Lines of a batch that are compared with what is here: each reads the likeliest duplicates. */
const MAX_COMPARED = 4;

/**
 * Applies the lines; null while another import, or the undo of a consolidation, is under way. `dedup`: whether memories of other
 * programs are merged into those of which they are duplicates.
 */
export async function importLines(
  ctx: ActionCtx,
  lines: readonly ReadLine[],
  dedup: boolean,
  claimed: Claimed,
): Promise<Imported | null> {
  const run = await ctx.runMutation(internal.transfer.importFunctions.begin, withoutKey(claimed));
  if (run === null) return null;
  const rows = lines.filter(({ line }) => line.kind !== "page");
  const outcomes: Outcome[] = Array.from({ length: lines.length - rows.length }, () => "unchanged");
  try {
    for (const batch of batches(rows, dedup)) {
      const [first] = batch;
      if (first === undefined) continue;
      const texts = batch.map(({ text }) => text);
      const applied = await ctx.runMutation(internal.transfer.importFunctions.apply, {
        run,
        lines: texts,
        dedup,
      });
      outcomes.push(...applied.outcomes);
      const { source } = first.line;
      for (let { arrived } = applied; arrived.length > 0;) {
        const more = await ctx.runMutation(internal.transfer.importFunctions.applyWaiting, {
          ...{ run, source, arrived },
        });
        outcomes.push(...more.outcomes);
        ({ arrived } = more);
      }
    }
    return await ended(ctx, run, sourcesOf(rows), outcomes);
  } finally {
    await ctx.runMutation(internal.transfer.importFunctions.end, { run });
  }
}

/** What the lines would do. */
export async function previewLines(
  ctx: ActionCtx,
  lines: readonly ReadLine[],
  dedup: boolean,
): Promise<Imported> {
  const outcomes: Outcome[] = [];
  for (const batch of batches(lines, dedup)) {
    const texts = batch.map(({ text }) => text);
    outcomes.push(
      ...(await ctx.runQuery(internal.transfer.importFunctions.preview, { lines: texts, dedup })),
    );
  }
  return { counts: countsOf(outcomes), waiting: 0, missing: [] };
}

async function ended(
  ctx: ActionCtx,
  run: number,
  sources: readonly string[],
  outcomes: readonly Outcome[],
): Promise<Imported> {
  let [lines, missing] = [0, [] as string[]];
  for (const source of sources) {
    const before = await ctx.runQuery(internal.transfer.importFunctions.waiting, { source });
    if (before.ended)
      for (let after: string | null = ""; after !== null;)
        after = await ctx.runMutation(internal.transfer.importFunctions.complete, { run, source, after });
    const left = before.ended
      ? await ctx.runQuery(internal.transfer.importFunctions.waiting, { source })
      : before;
    lines += left.lines;
    missing = [...missing, ...left.missing];
  }
  return { counts: countsOf(outcomes), waiting: lines, missing };
}

function countsOf(outcomes: readonly Outcome[]): Imported["counts"] {
  const counts = { created: 0, merged: 0, replaced: 0, erased: 0, unchanged: 0 };
  for (const outcome of outcomes) if (outcome !== "waiting") counts[outcome] += 1;
  return counts;
}

function sourcesOf(lines: readonly ReadLine[]): string[] {
  return [...new Set(lines.map(({ line }) => line.source))];
}

/** Lines of one source each, in order. */
function* batches(lines: readonly ReadLine[], dedup: boolean): Generator<ReadLine[]> {
  const maxLines = dedup ? MAX_COMPARED : MAX_LINES;
  let batch: ReadLine[] = [];
  let length = 0;
  for (const one of lines) {
    const [first] = batch;
    const isFull = batch.length === maxLines || length + one.text.length > MAX_LENGTH;
    if (first !== undefined && (isFull || first.line.source !== one.line.source)) {
      yield batch;
      [batch, length] = [[], 0];
    }
    batch.push(one);
    length += one.text.length;
  }
  yield batch;
}
