/** Erasures as callers see them. */
import { v, type Infer } from "convex/values";
import { literals } from "convex-helpers/validators";
import { byWord, DEPENDENT_KINDS, PLANNED_KINDS } from "../../mind/enums";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { erasuresTables, kind } from "./tables";

const counts = v.object(byWord(PLANNED_KINDS, () => v.number()));

/** A plan and, once it is started, its receipt. Counts name every kind, also those with 0. */
export const publicErasure = v.object({
  planId: v.id("erasures"),
  status: literals("planning", "planned", "erasing", "done"),
  withDerived: v.boolean(),
  /** How many rows the filter selects, by kind. */
  counts,
  /** How many rows the plan erases in all. */
  total: v.number(),
  derivedCounts: v.object(byWord(DEPENDENT_KINDS, () => v.number())),
  derived: erasuresTables.erasures.validator.fields.dependentRows,
  createdAt: v.number(),
  /** In ms since the epoch; only of a plan that has not been started. */
  expiresAt: v.optional(v.number()),
  receipt: v.optional(
    v.object({
      startedAt: v.number(),
      endedAt: v.optional(v.number()),
      erased: counts,
      gone: v.number(),
      changed: v.number(),
      probes: v.array(v.object({ number: v.number(), kind, foundIn: v.array(v.string()) })),
      purgedAt: v.optional(v.number()),
    }),
  ),
});
export type PublicErasure = Infer<typeof publicErasure>;

/** The row with a caller's id; null if there is none. */
export async function byId(ctx: QueryCtx, id: string): Promise<Doc<"erasures"> | null> {
  const erasureId = ctx.db.normalizeId("erasures", id);
  return erasureId && (await ctx.db.get("erasures", erasureId));
}

export function isExpired({ status, expiresAt }: Doc<"erasures">, now: number): boolean {
  return (status === "planning" || status === "planned") && expiresAt <= now;
}

export function toPublic(row: Doc<"erasures">): PublicErasure {
  const { _id: planId, status, withDerived, matched, dependents, createdAt, expiresAt, startedAt } = row;
  const { endedAt, erased, gone, changed, probes, purgedAt } = row;
  const sum = (counts: Record<string, number>) =>
    Object.values(counts).reduce((all, count) => all + count, 0);
  return {
    planId,
    status: status === "probing" ? "erasing" : status,
    withDerived,
    counts: byWord(PLANNED_KINDS, (kind) => matched[kind] ?? 0),
    total: sum(matched) + (withDerived ? sum(dependents) : 0),
    derivedCounts: byWord(DEPENDENT_KINDS, (kind) => dependents[kind] ?? 0),
    derived: row.dependentRows,
    createdAt,
    ...(startedAt === undefined
      ? { expiresAt }
      : {
          receipt: {
            startedAt,
            ...(endedAt === undefined ? {} : { endedAt }),
            erased: byWord(PLANNED_KINDS, (kind) => erased[kind] ?? 0),
            ...{ gone, changed },
            // Where the excerpts can still be found is known only at the end.
            probes:
              endedAt === undefined
                ? []
                : probes.map(({ kind, foundIn }, i) => ({ number: i + 1, kind, foundIn })),
            ...(purgedAt === undefined ? {} : { purgedAt }),
          },
        }),
  };
}
