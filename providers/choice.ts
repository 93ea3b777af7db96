/** The settings for a chosen model, and which model to suggest. */
import { timeoutFor, type Finding } from "./verdict";
import type { ModelTrial } from "./modelTrial";
import type { ServerModel } from "./servers";

export type Role = "model" | "embedding";

/** A variable for each setting of a role. */
export const PREFIXES = { model: "LLM", embedding: "EMBEDDING" } as const;

/** What a local server that needs no key gets as one. */
export const NO_KEY = "local";

export interface Choice {
  readonly role: Role;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly model: string;
}

/** The variables that put a choice to use; of a slow model also its time-out. */
export function variablesFor({ role, baseUrl, apiKey, model }: Choice, trial?: ModelTrial) {
  const prefix = PREFIXES[role];
  const callMs = trial === undefined ? 0 : trial.ms / Math.max(1, trial.calls);
  const timeout = timeoutFor(callMs);
  return {
    [`${prefix}_BASE_URL`]: baseUrl,
    [`${prefix}_API_KEY`]: apiKey,
    [`${prefix}_MODEL`]: model,
    ...(timeout > DEFAULT_TIMEOUT_S ? { LLM_TIMEOUT: String(timeout) } : {}),
  };
}

const DEFAULT_TIMEOUT_S = 30;

/** Whether the model may be put to use without a person's word. */
export function isUsable(findings: readonly Finding[]): boolean {
  return findings.every(({ level }) => level !== "trouble");
}

/** Cheap, able models of hosted providers, the first that is listed being suggested. */
const PREFERRED = [
  /^gpt-5-mini$/,
  /^(models\/)?gemini-[\d.]+-flash$/,
  /^mistral-small-latest$/,
  /^openai\/gpt-oss-120b$/,
  /^text-embedding-3-small$/,
];

/** The model to suggest for a role: a known good one, else one that is loaded, else the first; null without any. */
export function suggested(models: readonly ServerModel[], role: Role): ServerModel | null {
  const fitting = modelsFor(models, role);
  const known = PREFERRED.flatMap((name) => fitting.find((model) => name.test(model.name)) ?? []);
  return known[0] ?? fitting.find(({ context }) => context !== undefined) ?? fitting[0] ?? null;
}

export function modelsFor(models: readonly ServerModel[], role: Role): ServerModel[] {
  return models.filter(({ use }) => use === (role === "model" ? "chat" : "embedding"));
}
