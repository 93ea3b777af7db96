/** Tries a language model with what a tick asks of it. */
import { chatCompletion } from "../convex/llm/chat";
import { formatFor, type Format } from "../convex/llm/formats";
import type { ProviderEndpoint } from "../convex/lib/settings";
import { recalls, sampleTick } from "./sampleTick";

export interface ModelTrial {
  readonly model: string;
  /** `repaired`: the second answer kept the schema. */
  readonly outcome: "kept" | "repaired" | "failed";
  /** Why it failed; empty where it did not. */
  readonly reason: string;
  /** Whether it answered, but with nothing that a tick can use. */
  readonly unusable: boolean;
  /** The strictest way of asking for JSON that the server takes. */
  readonly format: Format;
  /** Whether its reply to a note says what only a memory held. */
  readonly recalls: boolean;
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly ms: number;
  /** How long one call may take. */
  readonly timeoutMs: number;
}

/** One question, its repair, and weaker ways of asking for JSON. No retries: a person waits. */
const MAX_CALLS = 4;

/** Failures are values. */
export async function tryModel(endpoint: ProviderEndpoint, timeoutMs: number): Promise<ModelTrial> {
  const options = { timeoutMs, maxCalls: MAX_CALLS, retries: 0 };
  const completion = await chatCompletion(endpoint, sampleTick(Date.now()), options);
  const { tokens, calls, ms } = completion;
  const { model } = endpoint;
  const cost = { calls, inputTokens: tokens.input, outputTokens: tokens.output, ms, timeoutMs };
  const format = formatFor(endpoint);
  if (completion.kind === "failed") {
    const { reason, cause } = completion;
    const unusable = cause === "malformed" || cause === "rejected";
    return { model, outcome: "failed", reason, unusable, format, recalls: false, ...cost };
  }
  const outcome = completion.repaired ? "repaired" : "kept";
  const recalled = recalls(completion.value);
  return { model, outcome, reason: "", unusable: false, format, recalls: recalled, ...cost };
}
