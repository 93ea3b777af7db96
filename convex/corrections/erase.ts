/** Erases a row, over several transactions if needed. */
import { v, type Infer } from "convex/values";
import { ERASABLE_KINDS, type ErasableKind } from "../../mind/enums";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import * as Notes from "../agent/notes";
import { writeEvent } from "../events/rows";
import * as Citations from "../citations/citations";
import { documentById } from "../lib/documentsById";
import * as ErasureEpoch from "../lib/erasureEpoch";
import * as PurgeDue from "../lib/purgeDue";
import { ALL } from "../registry/tables";
import * as QueryVectors from "../search/queryVectors";
import * as ThoughtSchedule from "../thoughts/schedule";
import * as PartialReplies from "../tick/partialReplies";
import * as Receipts from "../tick/receipts";
import { eraseRow, type Erasing } from "./eraseRow";

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
  erasing: Erasing,
  { kind, id, version }: Erasure,
): Promise<Infer<typeof erased>> {
  const target = await find(ctx, kind, id);
  const refused = refusal(target, version);
  if (target === null || refused !== null) return refused ?? { kind: "unknown" };
  await prepare(ctx, erasing.now);
  const derived = await Citations.derivedFrom(ctx, id);
  return { kind: "erased", done: await target.erase(erasing), derived };
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
  await PartialReplies.clear(ctx);
}

/** A row to erase. */
export interface Found {
  readonly version?: number;
  /** Erases the row, or a batch of what belongs to it. Returns false if another call must go on. */
  readonly erase: (erasing: Erasing) => Promise<boolean>;
}

/** The row of this kind with a caller's id; null if there is none. A note is an event, too. */
export async function find(ctx: MutationCtx, kind: Kind | "reply", text: string): Promise<Found | null> {
  if (kind === "reply") {
    const note = await documentById(ctx, "events", text);
    return note && { erase: () => eraseReply(ctx, note) };
  }
  const table = ALL.find(({ erasable }) => erasable?.kinds.includes(kind) === true);
  const row = table && (await documentById(ctx, table.name, text));
  if (!row || !table?.erasable) return null;
  const { kind: own, version } = table.erasable.of(row);
  if (kind === "note" && own !== kind) return null;
  return {
    ...(version !== undefined && { version }),
    erase: (erasing) => eraseRow(ctx, erasing, table.name, row),
  };
}

/** Erases the reply to a note, which stays answered. */
async function eraseReply(ctx: MutationCtx, row: Doc<"events">): Promise<boolean> {
  const { reply } = row;
  if (reply === undefined) return true;
  await writeEvent(ctx, row, { ...row, reply: { ...reply, text: Notes.ERASED } });
  if (reply.tickId !== undefined) await Receipts.dropUngrounded(ctx, reply.tickId);
  return true;
}
