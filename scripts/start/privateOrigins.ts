/** Where the agent may connect to private addresses: its providers always, webhooks only if the operator allows it. */
import type { Settings } from "../../convex/lib/settings";
import type { PrivateOrigins } from "../../host/engine/outgoing";

export function privateOriginsFor({
  anyWebhookAddress,
  llm,
  embedding,
}: Pick<Settings, "anyWebhookAddress" | "llm" | "embedding">): PrivateOrigins {
  if (anyWebhookAddress) return "any";
  return [llm, embedding].flatMap((endpoint) =>
    endpoint === null ? [] : [new URL(endpoint.baseUrl).origin],
  );
}
