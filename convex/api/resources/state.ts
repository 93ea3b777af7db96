/** GET /state. */
import * as z from "zod";
import { healthScore, mood, routine, timestamp, volatility } from "../schemas/common";
import { api } from "../../_generated/api";
import { emptyInput, getEndpoint, type Endpoint } from "../route";

export const stateBody = z
  .strictObject({
    mood,
    health: healthScore,
    routine,
    volatility,
    summary: z.string().meta({ description: "The agent's own words" }),
    updatedAt: timestamp,
  })
  .meta({ id: "State", description: "The agent's state" });

export const state: Endpoint = getEndpoint({
  operationId: "getState",
  tag: "State and health",
  summary: "Get the agent's state",
  description:
    "Before the first tick it is the initial state, never 404. Without ticks and events it still changes with time: the time of day within a minute, mood and health within about six. `summary` explains the last change by a tick or an event.",
  answer: "The state.",
  example: {},
  query: emptyInput,
  response: stateBody,
  handle: (ctx) => ctx.runQuery(api.state.get, {}),
});
