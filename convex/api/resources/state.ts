/** GET /state. */
import * as z from "zod";
import { healthScore, mood, routine, timestamp, volatility } from "../schemas/common";
import { internal } from "../../_generated/api";
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
  handle: (ctx) => ctx.runQuery(internal.agent.queries.state, {}),
});

const points = z.number();

const axis = z
  .strictObject({ value: z.number(), baseline: z.number(), mood: z.number(), moment: z.number() })
  .meta({
    id: "FeelingParts",
    description:
      "A feeling as the sum of the temperament's baseline at this time of day, the mood of the last days and the moment",
  });

export const explanation = z
  .strictObject({
    health: z.strictObject({
      value: healthScore,
      full: points.meta({ description: "100" }),
      events: points.meta({ description: "What feeds and notes did; it halves in 8 hours" }),
      tickSuccess: points.meta({ description: "Ticks that failed" }),
      providerSuccess: points.meta({ description: "Calls of the model that failed" }),
      punctuality: points.meta({ description: "Ticks that are late" }),
      consolidation: points.meta({ description: "Memory that waits to be consolidated" }),
      limits: points.meta({ description: "What had no effect because health was at a bound" }),
    }),
    feeling: z.strictObject({ valence: axis, arousal: axis, curiosity: axis }),
    mood: z.strictObject({
      value: mood,
      nearest: z
        .array(z.strictObject({ mood, distance: z.number().min(0) }))
        .meta({ description: "The moods nearest to the feeling" }),
      margin: z.number().meta({
        description:
          "The mood changes only to one that is nearer by more than this, or to one of the two nearest that the model chose",
      }),
    }),
    volatility: z.strictObject({
      value: volatility,
      typicalMove: z
        .number()
        .min(0)
        .meta({ description: "Root mean square of the last hours' moves of valence" }),
    }),
    updatedAt: timestamp,
  })
  .meta({ id: "StateExplanation", description: "Why the state is as it is" });

export const explain: Endpoint = getEndpoint({
  operationId: "explainState",
  tag: "State and health",
  summary: "Explain the agent's state",
  description:
    "The parts of health sum up to the health of GET /state, and the parts of each feeling to its value, once sums are rounded to the shown decimals (2 for health, 4 for feelings).",
  answer: "The parts.",
  example: {},
  query: emptyInput,
  response: explanation,
  handle: (ctx) => ctx.runQuery(internal.agent.queries.explanation, {}),
});
