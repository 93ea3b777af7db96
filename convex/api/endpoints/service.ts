/** How the service and its agent are. */
import { api, internal } from "../../_generated/api";
import { nothing, reading, type Endpoint } from "../route";
import * as Health from "../schemas/health";
import * as State from "../schemas/state";

export const health: Endpoint = reading({
  documentation: {
    operationId: "getHealth",
    tag: "State and health",
    summary: "Whether the service does its work",
    description:
      "`degraded` where the model has no key or its provider fails, the last tick failed or nothing can be written, no tick has succeeded for three intervals, a tick's lease ran out, or a configured embedding provider fails; `checks` says which. The status is 200 in both cases.",
    answer: "The report, whether all is well or not.",
    example: {},
  },
  query: nothing,
  response: Health.report,
  handle: async (ctx, _query, { uncounted }) => {
    const report = await ctx.runQuery(internal.service.functions.health, { now: Date.now() });
    if (!uncounted) return report;
    // Then a tick fails and can't leave its failure behind, so the report of what is stored knows nothing of it.
    return {
      ...report,
      status: "degraded" as const,
      checks: { ...report.checks, tick: "nothing can be written" },
    };
  },
});

export const state: Endpoint = reading({
  documentation: {
    operationId: "getState",
    tag: "State and health",
    summary: "The agent's state",
    description:
      "Before the first tick it is the state that the agent was born with, never 404. Where neither a tick nor an event moves it, it follows the time: the time of day within a minute, feeling and health within about six. `summary` tells of what moved it last.",
    answer: "The state.",
    example: {},
  },
  query: nothing,
  response: State.state,
  handle: (ctx) => ctx.runQuery(api.state.get, {}),
});
