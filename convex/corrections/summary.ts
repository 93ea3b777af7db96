/** The state's summary, if it comes from a row that is erased. */
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import * as Agent from "../agent/state";
import * as Logs from "../agent/logs";
import { writeAgent } from "../agent/rows";

const BORN = { summary: Agent.BIRTH_SUMMARY, summaryOf: null };

/** Replaces the state's summary by that of the newest log entry if it repeats the erased row, or if what it repeats is unknown. */
export async function resetSummary(ctx: MutationCtx, erased: Id<"events"> | Id<"logs">): Promise<void> {
  const agent = await Agent.find(ctx);
  if (agent === null) return;
  const { summaryOf } = agent;
  if (summaryOf === null || (summaryOf !== undefined && !Object.values(summaryOf).includes(erased))) return;
  const [last] = await Logs.recent(ctx, 1);
  const reset = last === undefined ? BORN : { summary: last.summary, summaryOf: { log: last._id } };
  await writeAgent(ctx, agent, { ...agent, ...reset });
}
