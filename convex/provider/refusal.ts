/** What a provider finds wrong with an embedding request that it refuses. */
import { APIError } from "openai";
import { failureOf, type Failure } from "./failure";

export interface Refusal {
  /** The length of a text, something else about the texts, or nothing that can be read. */
  readonly blames: "length" | "input" | "unsaid";
  readonly failure: Failure;
}

const TOO_LONG =
  /context (length|size|window)|too (long|large|many tokens)|(input|sequence|text|maximum) length|(max|maximum|limit|less|fewer|exceed)\w*\b.{0,60}\btokens?|\btokens?\b.{0,60}\b(max|limit|exceed)/i;

// Key, account and model: no other text would fare better.
const SETUP =
  /api[ _-]?key|credential|authori[sz]|quota|billing|credits|encoding_format|model\b.{0,80}\bnot (found|exist|available|loaded|support embeddings?)\b|(unknown|invalid|no such) model/i;

/**
 * Reads a thrown value of the `openai` client; null where it is no refusal of these texts.
 * @throws the value itself when it is a fault of ours.
 */
export function refusalOf(thrown: unknown, now: number): Refusal | null {
  if (!(thrown instanceof APIError) || thrown.status === undefined) return null;
  const failure = failureOf(thrown, now);
  const { status } = failure;
  // llama.cpp answers a text beyond its batch size with 500.
  const tooLong = TOO_LONG.test(thrown.message);
  if (status === 413 || ((status === 400 || status === 422 || status === 500) && tooLong)) {
    const reason = `a text is too long for the model (${failure.reason})`;
    return { blames: "length", failure: { ...failure, cause: "refused", reason, passing: false } };
  }
  if (status !== 400 && status !== 422) return null;
  if (thrown.param !== "input" && SETUP.test(thrown.message)) return null;
  // The client reads a message only inside `error`, where not all servers put it.
  return { blames: (thrown.error ?? null) === null ? "unsaid" : "input", failure };
}
