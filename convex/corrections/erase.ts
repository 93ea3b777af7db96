/** Erases what is stored, with what was derived from it where that is wanted, over as many transactions as it takes. */
import { v, type Infer } from "convex/values";
import { ERASABLE_KINDS, type ErasableKind } from "../../mind/enums";
import type { MutationCtx } from "../_generated/server";
import * as Citations from "../lib/citations";
import * as ErasureEpoch from "../lib/erasureEpoch";
import * as PurgeDue from "../lib/purgeDue";
import type { Settings } from "../lib/settings";
import * as Reminders from "../reminders/reminders";
import * as QueryVectors from "../search/queryVectors";
import * as ThoughtSchedule from "../thoughts/schedule";
import { eraseMemory } from "./memory";
import { eraseArtifact, eraseEvent, eraseKnowledge, eraseLog, eraseThought } from "./rows";

export const KINDS = ERASABLE_KINDS;
export type Kind = ErasableKind;

export const erased = v.union(
  /** `done`: whether all is gone; else call again. `derived`: what rests on it, erased or not. */
  v.object({ kind: v.literal("erased"), done: v.boolean(), derived: v.array(Citations.derivedRow) }),
  v.object({ kind: v.literal("unknown") }),
  v.object({ kind: v.literal("outdated"), version: v.number() }),
);

/** Memories that one transaction erases: each may be long, and leaves a theme. */
const MAX_AT_ONCE = 4;

export interface Erasure {
  readonly kind: Kind;
  readonly id: string;
  /** Erase only this version; undefined: whichever it is. */
  readonly version?: number | undefined;
  /** Whether what was derived from it goes as well. */
  readonly derived: boolean;
}

/** One transaction of an erasure. What is derived goes first, so that a repetition after a crash finds the rest. */
export async function erase(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  { kind, id, version, derived: withDerived }: Erasure,
): Promise<Infer<typeof erased>> {
  const target = await find(ctx, kind, id);
  if (target === null) return { kind: "unknown" };
  if (version !== undefined && target.version !== version)
    return { kind: "outdated", version: target.version ?? 0 };
  await prepare(ctx, now);
  const derived = await Citations.derivedFrom(ctx, id);
  const waiting = withDerived ? derived.toReversed() : [];
  for (const { kind, _id } of waiting.slice(0, MAX_AT_ONCE)) {
    const one = await find(ctx, kind === "thought" ? "thought" : "memory", _id);
    if (one !== null && !(await one.erase(now, settings))) return { kind: "erased", done: false, derived };
  }
  const done = waiting.length <= MAX_AT_ONCE && (await target.erase(now, settings));
  return { kind: "erased", done, derived };
}

/** Belongs in every mutation that erases: work in flight begins anew, and the storage is purged later. */
export async function prepare(ctx: MutationCtx, now: number): Promise<void> {
  await ErasureEpoch.advance(ctx);
  await PurgeDue.request(ctx, now);
  await ThoughtSchedule.forgetReason(ctx);
  await QueryVectors.forgetLate(ctx);
}

/** A row to erase. */
export interface Found {
  readonly version?: number;
  /** Erases it, or a batch of what belongs to it; whether it is gone. */
  readonly erase: (now: number, settings: Settings) => Promise<boolean>;
}

/** What an id names; null where it is no id of this kind, or names nothing. */
export async function find(ctx: MutationCtx, kind: Kind, text: string): Promise<Found | null> {
  const whole = (erase: () => Promise<void>): Found => ({
    erase: async () => {
      if ((await Citations.removeAll(ctx, text, MAX_CITATIONS)) === MAX_CITATIONS) return false;
      await erase();
      return true;
    },
  });
  if (kind === "memory") {
    const id = ctx.db.normalizeId("memories", text);
    const row = id && (await ctx.db.get("memories", id));
    return row && { version: row.version, erase: (now, settings) => eraseMemory(ctx, now, settings, row) };
  }
  if (kind === "knowledge") {
    const id = ctx.db.normalizeId("knowledge", text);
    const row = id && (await ctx.db.get("knowledge", id));
    return row && { version: row.version, ...whole(() => eraseKnowledge(ctx, row)) };
  }
  if (kind === "thought") {
    const id = ctx.db.normalizeId("thoughts", text);
    const row = id && (await ctx.db.get("thoughts", id));
    return row && whole(() => eraseThought(ctx, row));
  }
  if (kind === "artifact") {
    const id = ctx.db.normalizeId("artifacts", text);
    const row = id && (await ctx.db.get("artifacts", id));
    return row && whole(() => eraseArtifact(ctx, row));
  }
  if (kind === "log") {
    const id = ctx.db.normalizeId("logs", text);
    const row = id && (await ctx.db.get("logs", id));
    return row && whole(() => eraseLog(ctx, row));
  }
  if (kind === "reminder") {
    const id = ctx.db.normalizeId("reminders", text);
    const row = id && (await ctx.db.get("reminders", id));
    return row && whole(() => Reminders.remove(ctx, row));
  }
  const id = ctx.db.normalizeId("events", text);
  const row = id && (await ctx.db.get("events", id));
  if (row === null || (kind === "note" && row.source.kind !== "wake")) return null;
  return whole(() => eraseEvent(ctx, row));
}

const MAX_CITATIONS = 512;
