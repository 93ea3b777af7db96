/** Embeddings on this machine: offered, tried, and put to use. */
import { isUsable } from "../../providers/choice";
import { DEFAULT_LOCAL_MODEL, LOCAL_MODELS, sizeOf } from "../../providers/localModels";
import { readConfig } from "../../scripts/start/config";
import { readEnvFile } from "convex-on-sqlite/env";
import { home } from "../../scripts/start/root";
import { tryLocal } from "../localEmbedding";
import { findingLines, withProgress } from "../output";
import { pick } from "./asking";
import type { Setup } from "./state";

/** The variables for it; none where the person does not want it, or it can't be used yet. */
export async function embedHere(setup: Setup): Promise<Record<string, string>> {
  const { say, environment, outcome } = setup;
  const model = await chosen(setup);
  if (model === null) return {};
  const variables = { EMBEDDING_PROVIDER: "local", EMBEDDING_MODEL: model };
  const { host, settings } = readConfig({ ...readEnvFile(outcome.file), ...environment, ...variables }, home);
  if (host.embedding === null || settings.embedding === null) return {};
  say(`Trying ${model} on this machine`);
  const findings = await withProgress("trying it", tryLocal(host.embedding, settings.embedding));
  const usable = isUsable(findings);
  const { baseUrl } = settings.embedding;
  outcome.tried.push({ role: "embedding", model, baseUrl, usable, findings });
  for (const finding of findings) findingLines(finding).forEach(say);
  return usable ? variables : {};
}

async function chosen({
  options: { localEmbeddings },
  person,
  say,
  environment,
}: Setup): Promise<string | null> {
  // A folder's model is named by the folder, or by its own variable.
  const named = environment.EMBEDDING_MODEL ?? DEFAULT_LOCAL_MODEL;
  if (localEmbeddings !== undefined) return localEmbeddings === true ? named : localEmbeddings;
  if (person === null) return null;
  const items: [string | null, string][] = LOCAL_MODELS.map((model) => [
    model.name,
    `${model.name} (${model.languages === "English" ? "English" : `${model.languages} languages`}, ${sizeOf(model)})`,
  ]);
  items.push([null, "none: search goes by words"]);
  return await pick(person, say, "Search by meaning with a model on this machine?", items, items.length - 1);
}
