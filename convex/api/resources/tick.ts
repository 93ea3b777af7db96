/** POST /tick: runs a tick. */
import * as z from "zod";
import { artifactType, healthScore, mood, volatility } from "../schemas/common";
import { runTick } from "../../tick/run";
import { clockDoubted, providerFailed, tickInProgress } from "../errors";
import { emptyInput, postEndpoint, type Endpoint } from "../route";

export const outcome = z
  .strictObject({
    tickId: z.string().meta({ description: "The tick that ran" }),
    mood,
    health: healthScore,
    volatility,
    summary: z.string(),
    detail: z.string(),
    remark: z.string().exactOptional().meta({ description: "A witty observation, where there was one" }),
    duration: z.number().min(0).meta({ description: "How long the tick took, in milliseconds" }),
    artifacts: z.array(z.strictObject({ type: artifactType, content: z.string() })),
  })
  .meta({ id: "TickOutcome", description: "The state after the tick, and its artifacts" });

export const tick: Endpoint = postEndpoint({
  operationId: "runTick",
  tag: "Control",
  summary: "Run a tick",
  description:
    "Answers when the tick has ended. Without a configured model the journal writes the tick by extraction. Takes no body and ignores Idempotency-Key: every request runs a tick of its own.",
  answer: "The tick succeeded, and its state is the agent's state.",
  failures: ["TickInProgress", "ProviderFailed"],
  example: {},
  body: emptyInput,
  response: outcome,
  handle: async (ctx, _body, claimed) => {
    const ended = await runTick(ctx, { trigger: "manual" }, claimed);
    switch (ended.kind) {
      case "done": {
        const { kind: _kind, durationMs: duration, ...words } = ended;
        return { ...words, duration };
      }
      case "busy":
        throw tickInProgress(ended.retryAfterMs);
      case "failed":
        throw providerFailed(ended.reason);
      case "paused":
        throw clockDoubted(ended.reason);
      case "skipped":
        throw new Error("a manual tick was skipped");
    }
  },
});
