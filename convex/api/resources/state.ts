/** GET /state: the agent's state. */
import * as z from "zod";
import { healthScore, mood, routine, timestamp, volatility } from "../schemas/common";
import { api } from "../../_generated/api";
import { nothing, reading, type Endpoint } from "../route";

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
  response: stateBody,
  handle: (ctx) => ctx.runQuery(api.state.get, {}),
});
