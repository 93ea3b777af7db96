/** Tries a model of either role, and says what came out. */
import type { ProviderEndpoint } from "../convex/lib/settings";
import type { Spent } from "../convex/llm/session";
import type { Role } from "./choice";
import { tryEmbedding, type EmbeddingTrial } from "./embeddingTrial";
import { tryModel, type ModelTrial } from "./modelTrial";
import { serverAt } from "./servers";
import { embeddingFindings, modelFindings, type Finding } from "./verdict";

export type Trial = {
  readonly findings: Finding[];
  /** Requests, and the tokens that the provider reports. */
  readonly spent: Spent;
} & (
  | { readonly role: "model"; readonly trial: ModelTrial }
  | { readonly role: "embedding"; readonly trial: EmbeddingTrial }
);

export async function tryProvider(role: Role, endpoint: ProviderEndpoint, timeoutMs: number): Promise<Trial> {
  if (role === "embedding") {
    const trial = await tryEmbedding(endpoint, timeoutMs);
    const spent = { calls: trial.calls, input: trial.tokens, output: 0 };
    return { role, trial, spent, findings: embeddingFindings(trial) };
  }
  const trial = await tryModel(endpoint, timeoutMs);
  // Asked after the trial, because some servers say how much context a model takes only once it is loaded.
  const server = await serverAt(endpoint.baseUrl, endpoint.apiKey);
  const about = server?.models.find(({ name }) => name === endpoint.model) ?? {};
  const spent = { calls: trial.calls, input: trial.inputTokens, output: trial.outputTokens };
  return { role, trial, spent, findings: modelFindings(trial, about, server?.kind) };
}
