/** The state's summary, if it comes from a row that is erased. */
import { eventQuoted } from "../../mind/journal/stateSummary";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import * as Agent from "../agent/state";
import * as Logs from "../agent/logs";
import { writeAgent } from "../agent/rows";

export async function resetSummaryOfEvent(
  ctx: MutationCtx,
  event: Pick<Doc<"events">, "source" | "content">,
): Promise<void> {
  await resetSummary(ctx, (summary) => summary.startsWith(eventQuoted(event)));
}

export async function resetSummaryOfLog(
  ctx: MutationCtx,
  entry: Pick<Doc<"logs">, "summary">,
): Promise<void> {
  await resetSummary(ctx, (summary) => summary === entry.summary);
}

/** If the state's summary comes from the erased row, replaces it by that of the newest log entry. */
async function resetSummary(ctx: MutationCtx, isOfIt: (summary: string) => boolean): Promise<void> {
  const agent = await Agent.find(ctx);
  if (agent === null || !isOfIt(agent.summary)) return;
  const [last] = await Logs.recent(ctx, 1);
  await writeAgent(ctx, agent, { ...agent, summary: last?.summary ?? Agent.BIRTH_SUMMARY });
}
