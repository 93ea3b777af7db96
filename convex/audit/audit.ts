/**
 * The audit log: who requested which write, erasure or export, when, and the ids of the rows. It never holds their content.
 */
import { v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { Claim } from "../idempotency/idempotency";
import * as Numbered from "../lib/numbered";
import { publicOf } from "../lib/publicOf";
import type { RangeArgs } from "../lib/validators";
import { writeAuditEntry } from "./rows";
import { auditTables } from "./tables";

/** The most ids that one entry names. */
export const MAX_IDS = 64;

/** An entry as callers see it. */
export const publicEntry = auditTables.audit.validator
  .pick("kind", "token", "who", "ids", "count", "erased", "at")
  .extend({ _id: v.id("audit") });

export interface Filter {
  readonly kind?: string | undefined;
  readonly who?: string | undefined;
}

/**
 * Records a request with the ids of the rows it wrote or erased; does nothing without a claim. Call it in the mutation that
 * does the work. `erased`: for an erasure of many rows, their number by kind; `ids` then has the plan's id.
 */
export async function record(
  ctx: MutationCtx,
  claim: Claim | undefined,
  ids: readonly string[],
  erased?: Readonly<Record<string, number>>,
): Promise<void> {
  if (claim === undefined) return;
  const { kind, token, who } = claim;
  const last = await newest(ctx, {});
  // Often the last entry is also the last of this kind and of this caller.
  const lastOf = async (filter: Filter) =>
    last !== null && isOf(last, filter) ? last : await newest(ctx, filter);
  await writeAuditEntry(ctx, null, {
    ...{ kind, token, who, ids: ids.slice(0, MAX_IDS), erased: erased && { ...erased } },
    count: erased ? Object.values(erased).reduce((sum, count) => sum + count, 0) : ids.length,
    // Never earlier than the last entry's, even if the clock was set back.
    at: Math.max(Date.now(), last?.at ?? 0),
    place: nextPlace(last, "place"),
    placeOfKind: nextPlace(await lastOf({ kind }), "placeOfKind"),
    placeOfWho: who === undefined ? 0 : nextPlace(await lastOf({ who }), "placeOfWho"),
    placeOfBoth: who === undefined ? 0 : nextPlace(await lastOf({ kind, who }), "placeOfBoth"),
  });
}

/** A page, newest first. */
export async function list(
  ctx: QueryCtx,
  { kind, who, ...range }: Filter & RangeArgs,
): Promise<{ entries: Infer<typeof publicEntry>[]; total: number; hasMore: boolean }> {
  const filter = { kind, who };
  const place = placeIn(filter);
  const { rows, ...figures } = await Numbered.page(
    { between: (from, to) => between(ctx, filter, from, to), placeOf: (entry) => entry[place] },
    range,
  );
  return { entries: rows.map(publicOf(publicEntry)), ...figures };
}

/** The field with an entry's place among the entries that a filter selects. */
function placeIn({ kind, who }: Filter) {
  if (who === undefined) return kind === undefined ? "place" : "placeOfKind";
  return kind === undefined ? "placeOfWho" : "placeOfBoth";
}

function nextPlace(last: Doc<"audit"> | null, field: ReturnType<typeof placeIn>): number {
  return last === null ? 0 : last[field] + 1;
}

function newest(ctx: QueryCtx, filter: Filter): Promise<Doc<"audit"> | null> {
  return between(ctx, filter).order("desc").first();
}

function isOf(entry: Filter, { kind = entry.kind, who = entry.who }: Filter): boolean {
  return entry.kind === kind && entry.who === who;
}

/** The entries that a filter selects, at places from `from` (inclusive) to `to` (exclusive). */
function between(ctx: QueryCtx, { kind, who }: Filter, from = 0, to = Infinity) {
  const entries = ctx.db.query("audit");
  if (who === undefined)
    return kind === undefined
      ? entries.withIndex("by_place", (q) => q.gte("place", from).lt("place", to))
      : entries.withIndex("by_kind", (q) =>
          q.eq("kind", kind).gte("placeOfKind", from).lt("placeOfKind", to),
        );
  return kind === undefined
    ? entries.withIndex("by_who", (q) => q.eq("who", who).gte("placeOfWho", from).lt("placeOfWho", to))
    : entries.withIndex("by_who_and_kind", (q) =>
        q.eq("who", who).eq("kind", kind).gte("placeOfBoth", from).lt("placeOfBoth", to),
      );
}
