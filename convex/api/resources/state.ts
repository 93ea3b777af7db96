/** GET /state. */
import * as z from "zod";
import { AXES, byWord } from "../../../mind/enums";
import { internal } from "../../_generated/api";
import { publicExplanation, publicState } from "../../agent/state";
import { emptyInput, getEndpoint, type Endpoint } from "../route";
import { healthScore, volatility } from "../schemas/common";
import { amount } from "../schemas/fields";
import { responseOf } from "../schemas/shape";
import { mood } from "../schemas/words";

export const stateBody = responseOf("State", "The agent's state", publicState, {
  summary: "The agent's own words",
});

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

const { fields } = publicExplanation;

const axis = responseOf(
  "FeelingParts",
  "A feeling as the sum of the temperament's baseline at this time of day, the mood of the last days and the moment",
  fields.feeling.fields.valence,
);

export const explanation = responseOf("StateExplanation", "Why the state is as it is", publicExplanation, {
  health: responseOf("HealthParts", "The parts that add up to health", fields.health, {
    value: healthScore,
    full: "100",
    events: "What feeds and notes did; it halves in 8 hours",
    tickSuccess: "Ticks that failed",
    providerSuccess: "Calls of the model that failed",
    punctuality: "Ticks that are late",
    consolidation: "Memory that waits to be consolidated",
    limits: "What had no effect because health was at a bound",
  }),
  feeling: z.strictObject(byWord(AXES, () => axis)),
  mood: responseOf("MoodParts", "Why the mood is this one", fields.mood, {
    nearest: z
      .array(z.strictObject({ mood, distance: z.number().min(0) }))
      .meta({ description: "The moods nearest to the feeling" }),
    margin:
      "The mood changes only to one that is nearer by more than this, or to one of the two nearest that the model chose",
  }),
  volatility: responseOf("VolatilityParts", "What the volatility comes from", fields.volatility, {
    value: volatility,
    typicalMove: amount("Root mean square of the last hours' moves of valence"),
  }),
});

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
