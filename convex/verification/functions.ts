/** The transactions of a verification; the action that calls them is in run.ts. */
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { internalMutation, internalQuery, type QueryCtx } from "../_generated/server";
import * as Vitals from "../vitals/vitals";
import * as Audit from "../audit/audit";
import * as Idempotency from "../idempotency/idempotency";
import * as Totals from "../lib/totals";
import { tableNamed, TABLES } from "../registry/tables";
import { place, type Checked, type Place } from "./checks";
import * as Lists from "./listChecks";
import * as Rows from "./rowChecks";
import * as Sums from "./totals";

const table = literals(...(Object.keys(TABLES) as (keyof typeof TABLES)[]));
const at = {
  /** Whose rows are compared; absent for lists. */
  table: v.optional(table),
  from: v.union(v.null(), place),
};
const checked = v.object({
  differences: v.array(v.string()),
  compared: v.number(),
  next: v.union(v.null(), place),
});
const counts = v.record(v.string(), v.number());
const sums = v.object({
  memories: v.optional(counts),
  recalls: v.optional(counts),
  thoughts: v.optional(counts),
});

async function compare(
  ctx: QueryCtx,
  { table, from }: { readonly table?: keyof typeof TABLES; readonly from: Place | null },
): Promise<Checked> {
  if (table === undefined) return await Lists.check(ctx, from);
  return await Rows.check(ctx, tableNamed(table), Number(from?.after ?? 0));
}

/** Compares the next rows of a table, or the next nodes of lists. */
export const check = internalQuery({
  args: at,
  returns: checked,
  handler: async (ctx, args) => textsOf(await compare(ctx, args)),
});

/** The same, and repairs what follows from rows. */
export const repair = internalMutation({
  args: at,
  returns: checked,
  handler: async (ctx, args) => {
    const found = await compare(ctx, args);
    for (const { repair } of found.differences) await repair?.(ctx);
    const { next } = found;
    // A tree is dropped in parts, so it is looked at again.
    return textsOf({ ...found, next: next?.level === Infinity ? { ...next, level: -1 } : next });
  },
});

function textsOf({ differences, ...rest }: Checked) {
  return { ...rest, differences: differences.map(({ text }) => text) };
}

/** Counts the next rows of a table. `kept`: the totals as they are now. */
export const count = internalQuery({
  args: { table, after: v.number() },
  returns: v.object({ sums, rows: v.number(), next: v.union(v.null(), v.number()), kept: sums }),
  handler: async (ctx, { table, after }) => ({
    ...(await Sums.count(ctx, tableNamed(table), after)),
    kept: await Totals.readAll(ctx),
  }),
});

/** Replaces a total, unless it has changed since it was read. */
export const repairTotal = internalMutation({
  args: { name: literals(...Totals.NAMES), kept: counts, counted: counts },
  returns: v.null(),
  handler: async (ctx, { name, kept, counted }) => {
    const now = (await Totals.readAll(ctx))[name];
    if (Sums.differences(name, now, kept).length > 0) return;
    for (const { repair } of Sums.differences(name, kept, counted)) await repair?.(ctx);
  },
});

/** Notes the outcome for GET /health. */
export const note = internalMutation({
  args: { claim: v.optional(Idempotency.claim), found: v.number(), first: v.string() },
  returns: v.null(),
  handler: async (ctx, { claim, ...differences }) => {
    await Vitals.update(ctx, Date.now(), () => ({ differences }));
    await Audit.record(ctx, claim, []);
  },
});
