/**
 * Entering themes into the rows of their members. Earlier versions kept who is in which theme in a table of its own; the
 * themes name their members, too. Done once, before anything is read of a run's rows; plain functions of an action.
 */
import { internal } from "./_generated/api";
import type { ActionCtx } from "./_generated/server";

/** Rows that are written in one transaction. */
const AT_ONCE = 96;

/** Enters what is missing. A run that dies here is gone on with by the next: what is entered is entered once. */
export async function enterThemes(ctx: ActionCtx, run: number): Promise<void> {
  if (!(await ctx.runQuery(internal.consolidation.someSayNoTheme, {}))) return;
  for (let after: number | null = 0; after !== null;)
    after = await ctx.runMutation(internal.consolidation.enterTheme, { run, after });
  // Only now: whatever still says nothing is of a memory in no theme.
  for (let entered = AT_ONCE; entered === AT_ONCE;)
    entered = await ctx.runMutation(internal.consolidation.enterNoTheme, { run, most: AT_ONCE });
}
