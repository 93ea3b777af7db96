/** POST /tick: runs a tick. */
import { v } from "convex/values";
import { runTick } from "../../tick/run";
import { done } from "../../tick/validators";
import { clockDoubted, providerFailed, tickInProgress } from "../errors";
import { emptyInput, postEndpoint, type Endpoint } from "../route";
import { amount } from "../schemas/fields";
import { responseOf } from "../schemas/shape";

export const outcome = responseOf(
  "TickOutcome",
  "The state after the tick, and its artifacts",
  done.omit("kind").extend({ duration: v.number() }),
  { tickId: "The tick that ran", duration: amount("How long the tick took, in milliseconds") },
);

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
