/** Writes the tables that hold one row: the agent's state and the progress of its work. The order of lines does not matter. */
import type { WithoutSystemFields } from "convex/server";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import * as Totals from "../lib/memoryTotals";
import * as Documents from "../search/documents";
import { sourceRow } from "./places";

type State = "agent" | "thoughtSchedule" | "memoryTotals" | "linkProgress";
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
  if (table === "memoryTotals") return await putMoments(ctx, row as Row<"memoryTotals">);
  return await putLinkProgress(ctx, source, (row as { readonly linked: Id<"memories"> }).linked);
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

/** An agent that has thought here already knows what it has thought about. */
async function putSchedule(ctx: MutationCtx, row: Row<"thoughtSchedule">): Promise<string | null> {
  if ((await ctx.db.query("thoughtSchedule").first()) !== null) return null;
  return await ctx.db.insert("thoughtSchedule", row);
}

/** Writes when the agent last consolidated and reflected. All else in the totals is counted as rows come. */
async function putMoments(
  ctx: MutationCtx,
  row: Pick<Row<"memoryTotals">, "lastConsolidation" | "lastReflection">,
): Promise<string> {
  await Totals.update(ctx, (totals) => ({
    lastConsolidation: Math.max(totals.lastConsolidation, row.lastConsolidation),
    lastReflection: Math.max(totals.lastReflection, row.lastReflection),
  }));
  const here = await ctx.db.query("memoryTotals").first();
  return here?._id ?? "";
}

/** The source's memories up to `linked` need no linking here; those of this service that wait before them do. */
async function putLinkProgress(
  ctx: MutationCtx,
  source: string,
  linked: Id<"memories">,
): Promise<string | null> {
  const memory = await ctx.db.get("memories", linked);
  if (memory === null) return null;
  const here = await ctx.db.query("linkProgress").first();
  let linkedTo = here?.linkedTo ?? -1;
  const { ranges, reserved } = (await sourceRow(ctx, source)).memories;
  for (const [i, { from, base }] of ranges.entries()) {
    const before = await Documents.lastMemoryTo(ctx, base - 1);
    if (before !== null && before.place > linkedTo) break;
    const last = base + (ranges[i + 1]?.from ?? reserved) - from - 1;
    linkedTo = Math.max(linkedTo, Math.min(last, memory.place));
  }
  if (here === null) return await ctx.db.insert("linkProgress", { linkedTo, failures: 0 });
  await ctx.db.patch("linkProgress", here._id, { linkedTo });
  return here._id;
}
