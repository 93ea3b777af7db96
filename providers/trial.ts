/** Tries a model of either role, and says what came out. */
import type { ProviderEndpoint } from "../convex/lib/settings";
import type { Role } from "./choice";
import { tryEmbedding, type EmbeddingTrial } from "./embeddingTrial";
import { tryModel, type ModelTrial } from "./modelTrial";
import { serverAt } from "./servers";
import { embeddingFindings, modelFindings, type Finding } from "./verdict";

export type Trial =
  | { readonly role: "model"; readonly trial: ModelTrial; readonly findings: Finding[] }
  | { readonly role: "embedding"; readonly trial: EmbeddingTrial; readonly findings: Finding[] };

export async function tryProvider(role: Role, endpoint: ProviderEndpoint, timeoutMs: number): Promise<Trial> {
  if (role === "embedding") {
    const trial = await tryEmbedding(endpoint, timeoutMs);
    return { role, trial, findings: embeddingFindings(trial) };
  }
  const trial = await tryModel(endpoint, timeoutMs);
  // Asked after the trial, because some servers say how much context a model takes only once it is loaded.
  const server = await serverAt(endpoint.baseUrl, endpoint.apiKey);
  const about = server?.models.find(({ name }) => name === endpoint.model) ?? {};
  return { role, trial, findings: modelFindings(trial, about, server?.kind) };
}
