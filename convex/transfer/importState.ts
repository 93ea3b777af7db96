/** Writes the tables that hold one row: the agent's state and the progress of its work. The order of lines does not matter. */
import type { WithoutSystemFields } from "convex/server";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { writeAgent } from "../agent/rows";
import * as Progress from "../consolidation/progress";
import { writeLinkProgress } from "../memories/rows";
import * as ReflectionSchedule from "../reflections/schedule";
import * as Documents from "../search/documents";
import { writeSchedule } from "../thoughts/rows";
import { sourceRow } from "./places";

type State =
  | "agent"
  | "thoughtSchedule"
  | "memoryTotals"
  | "consolidationProgress"
  | "reflectionProgress"
  | "linkProgress";
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
  if (table === "linkProgress")
    return await putLinkProgress(ctx, source, (row as { readonly linked: Id<"memories"> }).linked);
  return await putMoments(ctx, row as Moments);
}

/** The longer life stays: that of the agent which was born earlier, and of one agent its later state. */
async function putAgent(ctx: MutationCtx, row: Row<"agent">): Promise<string | null> {
  const here = await ctx.db.query("agent").first();
  const isLonger =
    here === null ||
    row.bornAt < here.bornAt ||
    (row.bornAt === here.bornAt && row.affect.at > here.affect.at);
  return isLonger ? await writeAgent(ctx, here, row) : null;
}

/** An agent that has thought here already knows what it has thought about. */
async function putSchedule(ctx: MutationCtx, row: Row<"thoughtSchedule">): Promise<string | null> {
  if ((await ctx.db.query("thoughtSchedule").first()) !== null) return null;
  return await writeSchedule(ctx, null, row);
}

interface Moments {
  readonly lastConsolidation?: number;
  readonly lastReflection?: number;
}

/** When the agent last consolidated and reflected. How far that came is counted here: consolidation passes over what has its theme. */
async function putMoments(
  ctx: MutationCtx,
  { lastConsolidation = 0, lastReflection }: Moments,
): Promise<null> {
  const here = await Progress.read(ctx);
  if (lastConsolidation > here.lastConsolidation) await Progress.update(ctx, { lastConsolidation });
  // What is imported is no news to reflect on.
  if (lastReflection !== undefined) await ReflectionSchedule.reflected(ctx, lastReflection, Infinity);
  return null;
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
  return await writeLinkProgress(ctx, here, { failures: 0, ...here, linkedTo });
}
