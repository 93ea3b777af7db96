/** Writes the tables that hold one row: the agent's state and the progress of its work. The order of lines does not matter. */
import type { WithoutSystemFields } from "convex/server";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import * as Progress from "../consolidation/progress";
import { placeHere } from "./places";

type State = "agent" | "thoughtSchedule" | "consolidationProgress" | "linkProgress";
type Row<Table extends State> = WithoutSystemFields<Doc<Table>>;

/** Returns the id of the row in this service; null if the row that exists here is kept as it is. */
export async function putState(
  ctx: MutationCtx,
  source: string,
  table: State,
  row: object,
): Promise<string | null> {
  if (table === "agent") return await putAgent(ctx, row as Row<"agent">);
  if (table === "thoughtSchedule") return await putSchedule(ctx, row as Row<"thoughtSchedule">);
  if (table === "consolidationProgress") return await putProgress(ctx, row as Row<"consolidationProgress">);
  return await putLinkProgress(ctx, source, row as Row<"linkProgress">);
}

/** The longer life stays: that of the agent which was born earlier, and of one agent its later state. */
async function putAgent(ctx: MutationCtx, row: Row<"agent">): Promise<string | null> {
  const here = await ctx.db.query("agent").first();
  if (here === null) return await ctx.db.insert("agent", row);
  const isLonger = row.bornAt < here.bornAt || (row.bornAt === here.bornAt && row.affect.at > here.affect.at);
  if (!isLonger) return null;
  await ctx.db.replace("agent", here._id, row);
  return here._id;
}

async function putSchedule(ctx: MutationCtx, row: Row<"thoughtSchedule">): Promise<string> {
  const here = await ctx.db.query("thoughtSchedule").first();
  if (here === null) return await ctx.db.insert("thoughtSchedule", row);
  await ctx.db.patch("thoughtSchedule", here._id, {
    eventsCoveredTo: Math.max(here.eventsCoveredTo, row.eventsCoveredTo),
    memoriesCoveredTo: Math.max(here.memoriesCoveredTo, row.memoriesCoveredTo),
  });
  return here._id;
}

/** When the agent last consolidated. How far it came is counted here: consolidation passes over what has its theme already. */
async function putProgress(
  ctx: MutationCtx,
  { lastConsolidation = 0 }: Pick<Row<"consolidationProgress">, "lastConsolidation">,
): Promise<null> {
  const here = await Progress.read(ctx);
  await Progress.update(ctx, { lastConsolidation: Math.max(here.lastConsolidation, lastConsolidation) });
  return null;
}

async function putLinkProgress(
  ctx: MutationCtx,
  source: string,
  { linkedTo, failures }: Row<"linkProgress">,
): Promise<string | null> {
  if (linkedTo < 0) return null;
  const last = await placeHere(ctx, source, "memories", { place: linkedTo, placed: linkedTo + 1 });
  const here = await ctx.db.query("linkProgress").first();
  if ((here?.linkedTo ?? -1) < last.base - 1) return null;
  if (here === null) return await ctx.db.insert("linkProgress", { linkedTo: last.place, failures });
  await ctx.db.patch("linkProgress", here._id, { linkedTo: Math.max(here.linkedTo, last.place) });
  return here._id;
}
