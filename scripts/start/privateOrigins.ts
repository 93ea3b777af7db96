/**
 * Where the agent may connect to private addresses: its providers and the ports on which POST /setup/probe looks for some, always;
 * webhooks, which go to https alone, only if the operator allows it.
 */
import type { Settings } from "../../convex/lib/settings";
import type { PrivateOrigins } from "convex-on-sqlite";
import { LOCAL_ORIGINS } from "../../providers/localOrigins";

export function privateOriginsFor({
  anyWebhookAddress,
  llm,
  embedding,
}: Pick<Settings, "anyWebhookAddress" | "llm" | "embedding">): PrivateOrigins {
  if (anyWebhookAddress) return "any";
  const configured = [llm, embedding].flatMap((endpoint) =>
    endpoint === null ? [] : [new URL(endpoint.baseUrl).origin],
  );
  return [...configured, ...Object.values(LOCAL_ORIGINS)];
}
