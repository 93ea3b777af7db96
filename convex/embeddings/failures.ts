/** What a failure of the embedding provider tells, and what is asked of it to find out. */
import type { Embedding } from "../llm/embeddings";

export type Failed = Extract<Embedding, { kind: "failed" }>;

/** A call of the job: three of them, with their retries, end within the time a run is taken to be alive. */
export const CALL_MS = 10_000;
/** What every model can embed: it tells a provider that fails from one that refuses a text. */
export const PROBE_TEXT = "How are you?";

/**
 * Whether a text may be at fault though the provider did not say so: some fail as if they were down, or send what is no
 * JSON, when they can't put a text's vector in words. Whether it is the text, another one tells.
 */
export function mayBlameText({ blamesInput, cause }: Failed): boolean {
  return blamesInput || cause === "unreachable" || cause === "malformed" || cause === "timeout";
}

/** What is written down of it. */
export function failureOf({ reason, said, retryAfterMs }: Failed) {
  return { reason, said, retryAfterMs };
}
