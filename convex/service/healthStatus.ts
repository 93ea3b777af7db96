/** Tells when the status of GET /health changes. */
import type { MutationCtx } from "../_generated/server";
import type { Settings } from "../lib/settings";
import * as ProviderHealth from "../embeddings/providerHealth";
import * as PushEvents from "../push/pushEvents";
import { writeHealthStatus } from "../push/rows";
import * as Health from "./health";

/** Adds an event where the status differs from the one told last; a new service counts as ok. */
export async function note(ctx: MutationCtx, now: number, settings: Settings): Promise<void> {
  const { status, checks } = await Health.examine(ctx, now, settings);
  const degraded = status === "degraded";
  const row = await ctx.db.query("healthStatus").first();
  if (degraded === (row?.degraded ?? false)) return;
  await writeHealthStatus(ctx, row, { degraded });
  const faults = Object.entries(checks).filter(
    ([, check]) => check !== Health.OK && check !== ProviderHealth.LEXICAL_ONLY,
  );
  const type = degraded ? "health.degraded" : "health.recovered";
  await PushEvents.add(ctx, now, { type, checks: Object.fromEntries(faults) });
}
