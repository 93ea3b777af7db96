/** The activity log. */
import { internal } from "../../_generated/api";
import { reading, type Endpoint } from "../route";
import * as Logs from "../schemas/logs";

export const list: Endpoint = reading({
  documentation: {
    operationId: "listLogs",
    tag: "State and health",
    summary: "What the agent has done",
    description: "Lists the activity log, one entry a tick, newest first. `since` and `until` are exclusive.",
    answer: "A page of the log.",
    example: { query: { limit: "1" } },
  },
  query: Logs.query,
  response: Logs.page,
  handle: (ctx, query) => ctx.runQuery(internal.agent.logFunctions.list, query),
});
