/** Failures of the embedding provider, and the means to tell an outage from a text that it refuses. */
import type { Embedding } from "../llm/embeddings";

export type EmbeddingFailure = Extract<Embedding, { kind: "failed" }>;

/** Time of one call of the job: three calls with their retries end before the job's lease expires. */
export const CALL_MS = 10_000;
/** A text that every model can embed. */
export const PROBE_TEXT = "How are you?";

/**
 * Whether a text may be at fault, even if the provider does not say so: some answer as if they were down, or send invalid
 * JSON, when they can't encode a vector.
 */
export function mayBlameText({ blamesInput, cause }: EmbeddingFailure): boolean {
  return blamesInput || cause === "unreachable" || cause === "malformed" || cause === "timeout";
}

/** The fields that `recordFailure` takes. */
export function failureOf({ reason, said, retryAfterMs }: EmbeddingFailure) {
  return { reason, said, retryAfterMs };
}
