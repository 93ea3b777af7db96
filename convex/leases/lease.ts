/**
 * Leases: at most one run of each job at a time.
 *
 * A run renews its lease while it works and releases it at its end. After a crash the lease expires and the next run takes
 * over. The old run's number then no longer matches, so it can write nothing. `@convex-dev/workpool` limits concurrency but
 * does not fence old runs in this way.
 */
import { getOneFrom } from "convex-helpers/server/relationships";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { isAhead } from "../../mind/time/timeSince";
import { writeLease } from "./rows";

export type Job = Doc<"leases">["job"];

/** How long a lease lasts without renewal, in milliseconds: the longest delay of the next run after a crash. */
export const LEASE_MS: { readonly [name in Job]: number } = {
  tick: 60_000,
  consolidation: 30_000,
  // Renewed with each linked memory and each embedded batch.
  links: 5 * 60_000,
  embeddings: 30_000,
  // Renewed at least once a second.
  webhooks: 30_000,
  // Never renewed: no action runs longer.
  thoughts: 10 * 60_000,
  // Renewed with each page: an export that nobody reads on ends.
  export: 10 * 60_000,
};

/** `run`: the number of the last run; 0 before the first. `expiresAt`: in ms since the epoch; 0 while nobody holds the lease. */
export type Lease = Pick<Doc<"leases">, "run" | "expiresAt">;

/** The job's lease, held or not. */
export async function read(ctx: QueryCtx, job: Job): Promise<Lease> {
  return (await find(ctx, job)) ?? { run: 0, expiresAt: 0 };
}

/** Whether a run may be working: the lease is held and has not expired. */
export function isActive({ expiresAt }: Lease, job: Job, now: number): boolean {
  return isAhead(expiresAt, now, LEASE_MS[job]);
}

/**
 * Takes the lease for a new run. Returns the run's number, or null while another run is working.
 * @param options `yields`: another run may take the lease over; `overtake`: takes it over if the run that is working yields
 */
export async function acquire(
  ctx: MutationCtx,
  job: Job,
  now: number,
  { yields = false, overtake = false }: { readonly yields?: boolean; readonly overtake?: boolean } = {},
): Promise<number | null> {
  const row = await find(ctx, job);
  if (row !== null && isActive(row, job, now) && !(overtake && row.yields)) return null;
  const lease = {
    run: (row?.run ?? 0) + 1,
    expiresAt: now + LEASE_MS[job],
    yields: yields ? (true as const) : undefined,
  };
  await writeLease(ctx, row, { job, ...lease });
  return lease.run;
}

/** Whether a run still holds the lease. An expired lease stays with its run until another run takes over. */
export async function holds(ctx: QueryCtx, job: Job, run: number): Promise<boolean> {
  const row = await find(ctx, job);
  return row !== null && row.run === run && row.expiresAt > 0;
}

/** Extends the lease of `run`, or of its current holder. False where it is not held. */
export async function renew(ctx: MutationCtx, job: Job, now: number, run?: number): Promise<boolean> {
  return await setExpiry(ctx, job, now + LEASE_MS[job], run);
}

/** Releases the lease: of `run` only, where it is given. */
export async function release(ctx: MutationCtx, job: Job, run?: number): Promise<void> {
  await setExpiry(ctx, job, 0, run);
}

/** Of a held lease only. */
async function setExpiry(ctx: MutationCtx, job: Job, expiresAt: number, run?: number): Promise<boolean> {
  const row = await find(ctx, job);
  if (row === null || row.expiresAt === 0 || (run !== undefined && row.run !== run)) return false;
  await writeLease(ctx, row, { ...row, expiresAt });
  return true;
}

async function find(ctx: QueryCtx, job: Job): Promise<Doc<"leases"> | null> {
  return await getOneFrom(ctx.db, "leases", "by_job", job);
}
