/** Idempotency keys: two POSTs with the same key do the work once and get the same answer. */
import { getOneFrom } from "convex-helpers/server/relationships";
import { literals } from "convex-helpers/validators";
import { v, type Infer, type Validator } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { KEY_KEPT_MS, writeAnswer } from "./rows";
import { takeWithinBudget } from "../lib/withinBudget";

/** No action runs longer on any host, so unfinished work is lost by then. */
export const MAX_WORK_MS = 10 * 60 * 1000;

/** A caller's key on one request. SHA-256 in hex: `slot` of caller, path and key, `bodyHash` of the body's bytes. */
export const key = v.object({ slot: v.string(), bodyHash: v.string() });
export type Key = Infer<typeof key>;

/** A request's claim on its work: its operation, the class and holder of its token, and its key, if it has one. */
export const claim = v.object({
  /** The operation's id in the OpenAPI document. */
  kind: v.string(),
  token: literals("write", "tick"),
  /** The caller's name, if the settings name the holder of the token. */
  who: v.optional(v.string()),
  key: v.optional(key),
});
export type Claim = Infer<typeof claim>;

/** The claim, as arguments of the mutation that does the work; empty if no request asked for the work. */
export interface Claimed {
  readonly claim?: Claim;
}

/** The claim without its key, for a mutation whose result is not the request's answer and must not be stored as such. */
export function withoutKey({ claim }: Claimed): Claimed {
  if (claim === undefined) return {};
  const { key: _key, ...rest } = claim;
  return { claim: rest };
}

/** The result of work under a claim. `mismatch`: the key belongs to another body, and nothing was done. */
export type Answered<Body> = { kind: "done"; body: Body } | { kind: "mismatch" };

/** The validator of `Answered` for a function's `returns`. */
export function answered<Body extends Validator<unknown, "required", string>>(body: Body) {
  return v.union(v.object({ kind: v.literal("done"), body }), v.object({ kind: v.literal("mismatch") }));
}

/**
 * Does the work, unless the key was used within 24 hours: then returns the first answer and writes nothing. Call it in the
 * mutation that does the work, whose transaction serialises requests with the same key and rolls the key back if the work
 * throws. The answer must be plain JSON.
 */
export async function once<Body>(
  ctx: MutationCtx,
  claim: Claim | undefined,
  work: () => Promise<Body>,
): Promise<Answered<Body>> {
  const key = claim?.key;
  if (key === undefined) return { kind: "done", body: await work() };
  const now = Date.now();
  const first = await find(ctx, key);
  if (first !== null && !isExpired(first, now)) {
    if (first.bodyHash !== key.bodyHash) return { kind: "mismatch" };
    return { kind: "done", body: JSON.parse(first.response) };
  }
  const body = await work();
  const row = { ...key, response: JSON.stringify(body), createdAt: now };
  await writeAnswer(ctx, first, row);
  return { kind: "done", body };
}

/**
 * Stores an answer for the case that the process dies before the work is settled. Call it in the mutation that did this part
 * of the work. `subject`: the id of the row whose text the answer holds; erasing the row deletes the answer.
 */
export async function provide(
  ctx: MutationCtx,
  claim: Claim | undefined,
  body: unknown,
  subject?: string,
): Promise<void> {
  const row = claim?.key === undefined ? null : await find(ctx, claim.key);
  if (row !== null)
    await writeAnswer(ctx, row, { ...row, response: JSON.stringify(body), ...about(subject) });
}

/** Stores the answer of finished work. Call it in the work's last mutation, if possible. `subject`: as for `provide`. */
export async function settle(
  ctx: MutationCtx,
  claim: Pick<Claim, "key"> | undefined,
  body: unknown,
  subject?: string,
): Promise<void> {
  const row = claim?.key === undefined ? null : await find(ctx, claim.key);
  if (row === null) return;
  const settled = { response: JSON.stringify(body), underWayUntil: undefined };
  await writeAnswer(ctx, row, { ...row, ...settled, ...about(subject) });
}

/** More than the number of keys used for one row. */
const MAX_OF_SUBJECT = 64;

/** Deletes the answers that hold the text of a row. Call it in the mutation that erases the row. */
export async function forget(ctx: MutationCtx, subject: string): Promise<void> {
  const answers = ctx.db.query("idempotency").withIndex("by_subject", (q) => q.eq("subject", subject));
  for (const row of await answers.take(MAX_OF_SUBJECT)) await writeAnswer(ctx, row, null);
}

function about(subject: string | undefined): { subject?: string } {
  return subject === undefined ? {} : { subject };
}

/**
 * Ends the claims on keys whose work an earlier run of the service left unfinished: at most `limit`, taken before `before`
 * (ms since the epoch). Returns whether there may be more.
 */
export async function giveUp(ctx: MutationCtx, limit: number, before = Infinity): Promise<boolean> {
  const held = ctx.db
    .query("idempotency")
    .withIndex("by_underWayUntil", (q) => q.gt("underWayUntil", 0).lt("underWayUntil", before + MAX_WORK_MS));
  const { rows, more } = await takeWithinBudget(held, limit);
  for (const row of rows) await writeAnswer(ctx, row, { ...row, underWayUntil: 0 });
  return more;
}

export function isExpired({ createdAt }: Doc<"idempotency">, now: number): boolean {
  return createdAt <= now - KEY_KEPT_MS;
}

export async function find(ctx: MutationCtx, { slot }: Key): Promise<Doc<"idempotency"> | null> {
  return await getOneFrom(ctx.db, "idempotency", "by_slot", slot);
}
