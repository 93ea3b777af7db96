/** Erases a row, over several transactions if needed. */
import { v, type Infer } from "convex/values";
import { ERASABLE_KINDS, type ErasableKind } from "../../mind/enums";
import type { MutationCtx } from "../_generated/server";
import * as Citations from "../lib/citations";
import { documentById } from "../lib/documentsById";
import * as ErasureEpoch from "../lib/erasureEpoch";
import * as PurgeDue from "../lib/purgeDue";
import type { Settings } from "../lib/settings";
import * as Reminders from "../reminders/reminders";
import * as QueryVectors from "../search/queryVectors";
import * as ThoughtSchedule from "../thoughts/schedule";
import { eraseMemory } from "./memory";
import { eraseArtifact, eraseEvent, eraseKnowledge, eraseLog, eraseReply, eraseThought } from "./rows";

export const KINDS = ERASABLE_KINDS;
export type Kind = ErasableKind;

export const notErased = v.union(
  v.object({ kind: v.literal("unknown") }),
  v.object({ kind: v.literal("outdated"), version: v.number() }),
);

export const erased = v.union(
  /** `done`: false if another call must go on. `derived`: the rows that cite it, which stay. */
  v.object({ kind: v.literal("erased"), done: v.boolean(), derived: v.array(Citations.derivedRow) }),
  ...notErased.members,
);

export interface Erasure {
  readonly kind: Kind;
  readonly id: string;
  /** Erase the row only if this is its version; undefined: erase any version. */
  readonly version?: number | undefined;
}

/** One transaction of an erasure of a row alone; with what depends on it, a plan erases it (erasures/plan). */
export async function erase(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  { kind, id, version }: Erasure,
): Promise<Infer<typeof erased>> {
  const target = await find(ctx, kind, id);
  const refused = refusal(target, version);
  if (target === null || refused !== null) return refused ?? { kind: "unknown" };
  await prepare(ctx, now);
  const derived = await Citations.derivedFrom(ctx, id);
  return { kind: "erased", done: await target.erase(now, settings), derived };
}

/** Why a row is not erased; null if it is to be. */
export function refusal(target: Found | null, version: number | undefined): Infer<typeof notErased> | null {
  if (target === null) return { kind: "unknown" };
  if (version === undefined || target.version === version) return null;
  return { kind: "outdated", version: target.version ?? 0 };
}

/** Call it in every mutation that erases. It makes work in flight start again and requests a purge of the storage. */
export async function prepare(ctx: MutationCtx, now: number): Promise<void> {
  await ErasureEpoch.advance(ctx);
  await PurgeDue.request(ctx, now);
  await ThoughtSchedule.forgetReason(ctx);
  await QueryVectors.forgetLate(ctx);
}

/** A row to erase. */
export interface Found {
  readonly version?: number;
  /** Erases the row, or a batch of what belongs to it. Returns false if another call must go on. */
  readonly erase: (now: number, settings: Settings) => Promise<boolean>;
}

/** The row of this kind with a caller's id; null if there is none. */
export async function find(ctx: MutationCtx, kind: Kind | "reply", text: string): Promise<Found | null> {
  const whole = (erase: () => Promise<void>): Found => ({
    erase: async () => {
      if ((await Citations.removeAll(ctx, text, MAX_CITATIONS)) === MAX_CITATIONS) return false;
      await erase();
      return true;
    },
  });
  if (kind === "memory") {
    const row = await documentById(ctx, "memories", text);
    return row && { version: row.version, erase: (now, settings) => eraseMemory(ctx, now, settings, row) };
  }
  if (kind === "knowledge") {
    const row = await documentById(ctx, "knowledge", text);
    return row && { version: row.version, ...whole(() => eraseKnowledge(ctx, row)) };
  }
  if (kind === "thought") {
    const row = await documentById(ctx, "thoughts", text);
    return row && whole(() => eraseThought(ctx, row));
  }
  if (kind === "artifact") {
    const row = await documentById(ctx, "artifacts", text);
    return row && whole(() => eraseArtifact(ctx, row));
  }
  if (kind === "log") {
    const row = await documentById(ctx, "logs", text);
    return row && whole(() => eraseLog(ctx, row));
  }
  if (kind === "reminder") {
    const row = await documentById(ctx, "reminders", text);
    return row && whole(() => Reminders.remove(ctx, row));
  }
  const row = await documentById(ctx, "events", text);
  if (kind === "reply") return row && { erase: () => eraseReply(ctx, row).then(() => true) };
  if (row === null || (kind === "note" && row.source.kind !== "wake")) return null;
  return whole(() => eraseEvent(ctx, row));
}

const MAX_CITATIONS = 512;
