/** Erasures as callers see them. */
import { v, type Infer } from "convex/values";
import { literals } from "convex-helpers/validators";
import { byDependentKind, byErasableKind } from "../../mind/enums";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { erasuresTables, kind } from "./tables";

const counts = v.object(byErasableKind(() => v.number()));

/** A plan and, once it is carried out, its receipt. Counts have every kind. */
export const publicErasure = v.object({
  planId: v.id("erasures"),
  status: literals("planning", "planned", "erasing", "done"),
  withDerived: v.boolean(),
  /** What the filter selects. */
  counts,
  /** What is to be erased in all. */
  total: v.number(),
  derivedCounts: v.object(byDependentKind(() => v.number())),
  derived: erasuresTables.erasures.validator.fields.dependentRows,
  createdAt: v.number(),
  /** Of a plan that is not carried out. */
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

/** By an id from outside; null where it names none. */
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
    counts: byErasableKind((kind) => matched[kind] ?? 0),
    total: sum(matched) + (withDerived ? sum(dependents) : 0),
    derivedCounts: byDependentKind((kind) => dependents[kind] ?? 0),
    derived: row.dependentRows,
    createdAt,
    ...(startedAt === undefined
      ? { expiresAt }
      : {
          receipt: {
            startedAt,
            ...(endedAt === undefined ? {} : { endedAt }),
            erased: byErasableKind((kind) => erased[kind] ?? 0),
            ...{ gone, changed },
            // Where each excerpt was found is known at the end.
            probes:
              endedAt === undefined
                ? []
                : probes.map(({ kind, foundIn }, i) => ({ number: i + 1, kind, foundIn })),
            ...(purgedAt === undefined ? {} : { purgedAt }),
          },
        }),
  };
}
