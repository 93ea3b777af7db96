/**
 * Erases a row with its parts, as the descriptions of tables name them, and what elsewhere has its words. It works in batches: a
 * row stays until the last of its parts is gone.
 */
import type { Doc, TableNames } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { forgetLabels } from "../consolidation/leave";
import { documentById } from "../lib/documentsById";
import * as Idempotency from "../idempotency/idempotency";
import { rowsOfPart, writerOf } from "../lib/rows";
import type { Settings } from "../lib/settings";
import { takeWithinBudget } from "../lib/withinBudget";
import * as Links from "../memories/links";
import * as Metadata from "../memories/metadata";
import { partsOf, tableNamed } from "../registry/tables";
import * as DocumentFrequencies from "../search/documentFrequencies";
import * as Receipts from "../tick/receipts";
import { resetSummary } from "./summary";
import { deindex } from "./deindex";

export interface Erasing {
  readonly now: number;
  readonly settings: Settings;
}

/** Rows of one kind that a transaction deletes; fewer if they are long. */
const BATCH = 256;

/** Erases a row, or a batch of its parts. Returns false if another transaction must go on. */
export async function eraseRow(
  ctx: MutationCtx,
  erasing: Erasing,
  name: TableNames,
  row: Doc<TableNames>,
): Promise<boolean> {
  const also: Also<TableNames> | undefined = ALSO[name];
  if ((await also?.before?.(ctx, erasing, row)) === false) return false;
  for (const { table, part } of partsOf(name)) {
    const { rows, more } = await takeWithinBudget(rowsOfPart(ctx, table.name, part, row._id), BATCH);
    for (const one of rows) if (!(await eraseRow(ctx, erasing, table.name, one))) return false;
    if (more) return false;
  }
  const table = tableNamed(name);
  if (table.erasable !== undefined) await Idempotency.forget(ctx, row._id);
  // Its parts may have changed it: an erased link marks both its ends anew.
  const left = await ctx.db.get(name, row._id);
  if (left !== null) await writerOf<TableNames>(table)(ctx, left, null);
  await also?.after?.(ctx, row);
  return true;
}

/** What else an erasure of a row changes. Its functions are methods, so that they can be called without knowing the table. */
interface Also<T extends TableNames> {
  /** Before its parts go. Returns false if another transaction must go on. */
  before?(ctx: MutationCtx, erasing: Erasing, row: Doc<T>): Promise<boolean>;
  /** After it is gone. */
  after?(ctx: MutationCtx, row: Doc<T>): Promise<void>;
}

const ALSO: { readonly [T in TableNames]?: Also<T> } = {
  memories: {
    before: async (ctx, { now, settings }, row) => {
      if (!(await forgetLabels(ctx, now, row, BATCH))) return false;
      await deindex(ctx, now, settings, row);
      return true;
    },
    // If a tick learned it, the ungrounded words in the tick's receipt may come from it.
    after: async (ctx, { metadata = "{}" }) => {
      const { eventId } = Metadata.read(metadata);
      const event = typeof eventId === "string" ? await documentById(ctx, "events", eventId) : null;
      if (event?.consumedBy) await Receipts.dropUngrounded(ctx, event.consumedBy);
    },
  },
  links: { after: (ctx, row) => Links.markEnds(ctx, [row]) },
  searchDocuments: { after: DocumentFrequencies.uncount },
  knowledgeContents: {
    after: (ctx, { counted }) => DocumentFrequencies.count(ctx, "knowledge", counted, { sign: -1 }),
  },
  events: {
    after: async (ctx, row) => {
      await resetSummary(ctx, row._id);
      if (row.consumedBy) await Receipts.dropUngrounded(ctx, row.consumedBy);
    },
  },
  artifacts: { after: (ctx, { tickId }) => Receipts.dropUngrounded(ctx, tickId) },
  logs: {
    after: async (ctx, row) => {
      await resetSummary(ctx, row._id);
      await Receipts.dropUngrounded(ctx, row.tickId);
    },
  },
};
