/** Imports the lines of one request: in batches, each one transaction. */
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { withoutKey, type Claimed } from "../idempotency/idempotency";
import type { Outcome } from "./applyLine";
import { FieldError } from "./fields";
import type { Line } from "./lines";

/** A line as text, what it means, and how errors name it. */
export interface ReadLine {
  readonly text: string;
  readonly line: Line;
  readonly where: string;
}

export type Counts = { readonly [outcome in Outcome]: number };

/** A batch: one of the longest texts, whose words are in every bucket of word frequencies, or many short ones. */
const MAX_LINES = 128;
const MAX_LENGTH = 32 * 1024;
/** Lines of a batch that are compared with what is here: each reads the likeliest duplicates. */
const MAX_COMPARED = 4;

/**
 * Applies the lines; null while another import, or the undo of a consolidation, is under way. `dedup`: whether added memories are
 * merged into those of which they are duplicates.
 * @throws {FieldError} for a line that needs a row which has not come. The lines before it are applied
 */
export async function importLines(
  ctx: ActionCtx,
  lines: readonly ReadLine[],
  dedup: boolean,
  claimed: Claimed,
): Promise<Counts | null> {
  const run = await ctx.runMutation(internal.transfer.importFunctions.begin, withoutKey(claimed));
  if (run === null) return null;
  const outcomes: Outcome[] = [];
  try {
    for (const batch of batches(lines, dedup)) {
      const texts = batch.map(({ text }) => text);
      const args = { run, lines: texts, dedup };
      const applied = await ctx.runMutation(internal.transfer.importFunctions.apply, args);
      outcomes.push(...applied.outcomes);
      const { refused } = applied;
      const { where = "" } = batch[applied.outcomes.length] ?? {};
      if (refused !== null) throw new FieldError(`${where}: ${refused.path}`, refused.rule);
    }
    return countsOf(outcomes);
  } finally {
    await ctx.runMutation(internal.transfer.importFunctions.end, { run });
  }
}

/** What the lines would do. */
export async function previewLines(
  ctx: ActionCtx,
  lines: readonly ReadLine[],
  dedup: boolean,
): Promise<Counts> {
  const outcomes: Outcome[] = [];
  for (const batch of batches(lines, dedup)) {
    const args = { lines: batch.map(({ text }) => text), dedup };
    outcomes.push(...(await ctx.runQuery(internal.transfer.importFunctions.preview, args)));
  }
  return countsOf(outcomes);
}

function countsOf(outcomes: readonly Outcome[]): Counts {
  const counts = { created: 0, merged: 0, replaced: 0, erased: 0, unchanged: 0, skipped: 0 };
  for (const outcome of outcomes) counts[outcome] += 1;
  return counts;
}

function* batches(lines: readonly ReadLine[], dedup: boolean): Generator<ReadLine[]> {
  const maxLines = dedup ? MAX_COMPARED : MAX_LINES;
  let batch: ReadLine[] = [];
  let length = 0;
  for (const one of lines) {
    if (batch.length > 0 && (batch.length === maxLines || length + one.text.length > MAX_LENGTH)) {
      yield batch;
      [batch, length] = [[], 0];
    }
    batch.push(one);
    length += one.text.length;
  }
  if (batch.length > 0) yield batch;
}
