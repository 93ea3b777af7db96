/** GET /state/history. */
import * as z from "zod";
import { healthScore, mood, parts, since, timestamp, until, volatility } from "../schemas/common";
import { internal } from "../../_generated/api";
import { invalid } from "../errors";
import { getEndpoint, type Endpoint } from "../route";

const DAY_MS = 86_400_000;

const point = z
  .strictObject({
    tickId: z.string(),
    mood,
    health: healthScore,
    volatility: volatility.exactOptional(),
    timestamp,
  })
  .meta({ id: "StatePoint", description: "The state after a tick" });

export const history: Endpoint = getEndpoint({
  operationId: "readStateHistory",
  tag: "State and health",
  summary: "Health and volatility over time",
  description:
    "Divides the span into equal parts and returns the state after the last tick of each, oldest first. A part without a tick has no point.",
  answer: "The points.",
  example: { query: { parts: "4" } },
  query: z.strictObject({
    since: since.meta({
      description:
        "The start of the span, in milliseconds since the Unix epoch; a day before its end where left out",
    }),
    until: until.meta({ description: "The end of the span; now where left out" }),
    parts,
  }),
  response: z
    .strictObject({ points: z.array(point) })
    .meta({ id: "StateHistory", description: "The state over a span of time, oldest first" }),
  handle: (ctx, { since, until = Date.now(), parts }) => {
    const from = since ?? Math.max(0, until - DAY_MS);
    if (from >= until) throw invalid("since", "must be before until", from);
    return ctx.runQuery(internal.agent.queries.history, { since: from, until, parts });
  },
});
