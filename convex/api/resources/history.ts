/** GET /state/history. */
import * as z from "zod";
import { internal } from "../../_generated/api";
import { history as publicHistory } from "../../agent/history";
import { invalid } from "../errors";
import { getEndpoint, type Endpoint } from "../route";
import { parts, since, until } from "../schemas/common";
import { responseOf } from "../schemas/shape";

const DAY_MS = 86_400_000;

const point = responseOf("StatePoint", "The state after a tick", publicHistory.fields.points.element);

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
  response: responseOf("StateHistory", "The state over a span of time, oldest first", publicHistory, {
    points: z.array(point),
  }),
  handle: (ctx, { since, until = Date.now(), parts }) => {
    const from = since ?? Math.max(0, until - DAY_MS);
    if (from >= until) throw invalid("since", "must be before until", from);
    return ctx.runQuery(internal.agent.queries.history, { since: from, until, parts });
  },
});
