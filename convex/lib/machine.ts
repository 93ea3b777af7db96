/**
 * What the host says of its machine, in a field that Convex, which looks after its own machines, does not have: by name `ok`, or
 * what is wrong and what to do. Of names the app knows `clock` only: while it is in doubt no tick runs.
 */
import type { ActionCtx, QueryCtx } from "../_generated/server";

export async function checks({
  meta,
}: Pick<QueryCtx, "meta"> | Pick<ActionCtx, "meta">): Promise<Record<string, string>> {
  const deployment: object = await meta.getDeploymentMetadata();
  const told: unknown = "checks" in deployment ? deployment.checks : {};
  const named = Object.entries(typeof told === "object" && told !== null ? told : {});
  return Object.fromEntries(named.map(([name, state]) => [name, String(state)]));
}
