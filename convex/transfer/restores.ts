/** Whether the lines of an export restore this agent, or are added to what it has. */
import { getOneFrom } from "convex-helpers/server/relationships";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { writeSource } from "./rows";

interface Export {
  readonly source: string;
  readonly export: number;
}

/** Whether the lines of this export restore the agent. The first of them decides it for good: they do where the agent was empty. */
export async function begin(ctx: MutationCtx, { source, export: number }: Export): Promise<boolean> {
  const isRestore = await isFor(ctx, { source, export: number });
  const known = await getOneFrom(ctx.db, "importSources", "by_source", source);
  if (known === null) await writeSource(ctx, null, isRestore ? { source, restoredFrom: number } : { source });
  return isRestore;
}

export async function isFor(ctx: QueryCtx, { source, export: number }: Export): Promise<boolean> {
  const known = await getOneFrom(ctx.db, "importSources", "by_source", source);
  return known === null ? await isEmpty(ctx) : known.restoredFrom === number;
}

/** Whether nobody has told the agent anything. Ticks and log entries of its own don't count. */
async function isEmpty(ctx: QueryCtx): Promise<boolean> {
  for (const table of ["memories", "thoughts", "knowledge", "events"] as const)
    if ((await ctx.db.query(table).first()) !== null) return false;
  return true;
}
