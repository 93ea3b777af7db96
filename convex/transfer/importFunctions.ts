/** The transactions of imports; the action that calls them is in import.ts. */
import { v, type Infer } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation, internalQuery, type MutationCtx } from "../_generated/server";
import * as Audit from "../lib/audit";
import { currentSettings } from "../lib/currentSettings";
import * as Idempotency from "../lib/idempotency";
import * as Lease from "../lib/lease";
import * as Retention from "../lib/retention";
import * as Imports from "./imports";
import { lineOf, type Line } from "./lines";
import { sourceRow } from "./places";
import { keyOf } from "./references";
import * as Waiting from "./waiting";

const run = v.number();
/** Lines as JSON text, as `lineOf` has accepted them. */
const lines = v.array(v.string());
/** The rows that have come, for those that wait for them. */
const arrived = v.array(v.string());

/**
 * Takes the lease of consolidation, so that memories are not grouped before their clusters have come. A consolidation that is
 * under way ends, and a later one goes on where it was; null while another import or an undo is under way. Linking pauses, too,
 * if it is idle.
 */
export const begin = internalMutation({
  args: { claim: v.optional(Idempotency.claim) },
  returns: v.union(v.null(), run),
  handler: async (ctx, { claim }) => {
    const now = Date.now();
    const run = await Lease.acquire(ctx, "consolidation", now, { overtake: true });
    if (run === null) return null;
    await Lease.acquire(ctx, "links", now);
    await Audit.record(ctx, claim, []);
    return run;
  },
});

/** Applies lines in one transaction. */
export const apply = internalMutation({
  args: { run, lines, dedup: v.boolean() },
  returns: v.object({ outcomes: v.array(Imports.outcome), arrived }),
  handler: async (ctx, { run, lines, dedup }) => {
    await keep(ctx, run);
    const writing = { now: Date.now(), settings: currentSettings(), dedup };
    const outcomes: Imports.Outcome[] = [];
    const arrived = new Map<string, string>();
    for (const text of lines) {
      const line = lineOf(JSON.parse(text));
      const outcome = await Imports.apply(ctx, writing, line);
      outcomes.push(outcome);
      if (outcome === "created" && "id" in line) arrived.set(keyOfLine(line), line.source);
    }
    return { outcomes, arrived: await wanted(ctx, arrived) };
  },
});

const MAX_APPLIED = 16;

/** Applies lines that waited for rows which have come. Returns the outcomes, and the rows for which others wait still. */
export const applyWaiting = internalMutation({
  args: { run, source: v.string(), arrived },
  returns: v.object({ outcomes: v.array(Imports.outcome), arrived }),
  handler: async (ctx, { run, source, arrived }) => {
    await keep(ctx, run);
    const waiting = await Waiting.thatNeed(ctx, source, arrived, MAX_APPLIED);
    const came = new Map(arrived.map((id) => [id, source]));
    const outcomes: Imports.Outcome[] = [];
    const writing = { now: Date.now(), settings: currentSettings() };
    for (const one of waiting) {
      const outcome = await Imports.applyWaiting(ctx, writing, one);
      if (!one.applied) outcomes.push(outcome);
      if (outcome === "created") came.set(keyOf(one), source);
    }
    return { outcomes, arrived: await wanted(ctx, came) };
  },
});

/**
 * After a source's last line: completes rows with what has come of what they refer to, whatever they waited for. Returns the id
 * after which to go on; null at the end.
 */
export const complete = internalMutation({
  args: { run, source: v.string(), after: v.string() },
  returns: v.union(v.null(), v.string()),
  handler: async (ctx, { run, source, after }) => {
    await keep(ctx, run);
    const { ended } = await sourceRow(ctx, source);
    const { rows, more } = await Waiting.page(ctx, source, after, MAX_APPLIED);
    const writing = { now: Date.now(), settings: currentSettings() };
    for (const one of rows) if (one.export <= ended) await Imports.applyWaiting(ctx, writing, one);
    return more ? (rows.at(-1)?.id ?? null) : null;
  },
});

/** Ends an import's request. */
export const end = internalMutation({
  args: { run },
  returns: v.null(),
  handler: async (ctx, { run }) => {
    await Lease.release(ctx, "consolidation", run);
    return null;
  },
});

/** Waiting lines that are counted. */
const MAX_COUNTED = 1_000;
/** Missing rows that are named. */
const MAX_NAMED = 20;

/** How many lines of a source wait, as far as they are counted, the rows that they wait for, and whether its last line has come. */
export const waiting = internalQuery({
  args: { source: v.string() },
  returns: v.object({ lines: v.number(), missing: v.array(v.string()), ended: v.boolean() }),
  handler: async (ctx, { source }) => {
    const { rows } = await Waiting.page(ctx, source, "", MAX_COUNTED);
    const missing = [...new Set(rows.filter(({ applied }) => !applied).map(({ needs }) => needs))];
    const known = await ctx.db
      .query("importSources")
      .withIndex("by_source", (q) => q.eq("source", source))
      .unique();
    const lines = rows.filter(({ applied }) => !applied).length;
    return { lines, missing: missing.slice(0, MAX_NAMED), ended: (known?.ended ?? 0) > 0 };
  },
});

/** What applying the lines would do. */
export const preview = internalQuery({
  args: { lines, dedup: v.boolean() },
  returns: v.array(Imports.outcome),
  handler: (ctx, { lines, dedup }): Promise<Infer<typeof Imports.outcome>[]> =>
    Promise.all(
      lines.map((text) => Imports.preview(ctx, currentSettings(), lineOf(JSON.parse(text)), dedup)),
    ),
});

/** How long a line may wait for others. */
const MAX_WAIT_MS = 7 * 24 * 60 * 60 * 1_000;
const BATCH = 200;

export const cleanUp = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    if (await Waiting.deleteOld(ctx, (await Retention.now(ctx, Date.now())) - MAX_WAIT_MS, BATCH))
      await ctx.scheduler.runAfter(0, internal.transfer.importFunctions.cleanUp, {});
    return null;
  },
});

async function keep(ctx: MutationCtx, run: number): Promise<void> {
  const now = Date.now();
  if (!(await Lease.renew(ctx, "consolidation", now, run))) throw new Error("another run has taken over");
  await Lease.renew(ctx, "links", now);
}

function keyOfLine(line: Extract<Line, { id: string }>): string {
  return keyOf(line.kind === "told" ? { table: "memories", id: line.id } : line);
}

/** Those rows for which a line waits. */
async function wanted(ctx: MutationCtx, rows: ReadonlyMap<string, string>): Promise<string[]> {
  const found = await Promise.all(
    [...rows].map(async ([id, source]) =>
      (await Waiting.thatNeed(ctx, source, [id], 1)).length > 0 ? [id] : [],
    ),
  );
  return found.flat();
}
