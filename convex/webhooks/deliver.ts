/** The run that sends events: one request at a time to each endpoint, and all endpoints in parallel. */
import { v } from "convex/values";
import { Webhook } from "standardwebhooks";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { internalAction, type ActionCtx } from "../_generated/server";
import { bestEffort } from "../lib/bestEffort";
import { currentSettings } from "../lib/currentSettings";
import { refusalOf } from "./address";
import type { Attempt, Due } from "./deliveries";

/** Standard Webhooks recommends 15 to 30 s. */
const TIMEOUT_MS = 15_000;
/** How often a run looks for events of idle endpoints while others are slow. */
const LOOK_MS = 1_000;
/** Well below the ten minutes for which an action may run. */
const MAX_RUN_MS = 5 * 60_000;

export const run = internalAction({
  args: { run: v.number() },
  returns: v.null(),
  handler: async (ctx, { run }) => {
    const startedAt = Date.now();
    const inFlight = new Map<Id<"webhooks">, Promise<void>>();
    for (;;) {
      const stop = Date.now() - startedAt > MAX_RUN_MS;
      const found = await ctx.runMutation(internal.webhooks.functions.next, {
        run,
        busy: [...inFlight.keys()],
        stop,
      });
      if (found === null) break;
      for (const due of found)
        inFlight.set(
          due.webhookId,
          deliver(ctx, due).finally(() => inFlight.delete(due.webhookId)),
        );
      await Promise.race([...inFlight.values(), new Promise((resolve) => setTimeout(resolve, LOOK_MS))]);
    }
    await Promise.all(inFlight.values());
  },
});

async function deliver(ctx: ActionCtx, due: Due): Promise<void> {
  const attempt = await send(due);
  const { webhookId, number } = due;
  const recorded = await bestEffort("a delivery was not recorded, so it is repeated", () =>
    ctx.runMutation(internal.webhooks.functions.record, { webhookId, number, attempt }),
  );
  if (!recorded) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}

async function send({ url, secret, messageId, body }: Due): Promise<Attempt> {
  // The setting may have changed since the endpoint was registered.
  const refusal = refusalOf(url, currentSettings().anyWebhookAddress);
  if (refusal !== null) return { error: `its address ${refusal}` };
  const now = new Date();
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "User-Agent": "Anima",
        "webhook-id": messageId,
        "webhook-timestamp": String(Math.floor(now.getTime() / 1_000)),
        "webhook-signature": new Webhook(secret).sign(messageId, now, body),
      },
      body,
      // A redirect could lead to an address that is refused.
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    // The Fetch standard hides a redirect's status.
    return { status: response.type === "opaqueredirect" ? 302 : response.status };
  } catch (thrown) {
    return { error: reasonOf(thrown) };
  }
}

/** `fetch` says only that it failed; the cause has a code. */
function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return "the request failed";
  if (thrown.name === "TimeoutError") return `no answer within ${TIMEOUT_MS / 1_000} s`;
  const { cause } = thrown;
  const code =
    typeof cause === "object" && cause !== null && "code" in cause ? ` (${String(cause.code)})` : "";
  return `the request failed${code}`;
}
