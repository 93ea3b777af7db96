/** What a provider finds wrong with an embedding request that it refuses. */
import type { Failure } from "./failure";
import { messageIn } from "./said";

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

/** How OpenAI names the field that it finds fault with. */
const BY_NAME = /"param"\s*:\s*"input"/;

/** Reads a failure; null where it is no refusal of these texts. */
export function refusalOf(failure: Failure): Refusal | null {
  const { status, body } = failure;
  const said = messageIn(body);
  // llama.cpp answers a text beyond its batch size with 500.
  const tooLong = TOO_LONG.test(said);
  if (status === 413 || ((status === 400 || status === 422 || status === 500) && tooLong)) {
    const reason = `a text is too long for the model (${failure.reason})`;
    return { blames: "length", failure: { ...failure, cause: "refused", reason, passing: false } };
  }
  if (status !== 400 && status !== 422) return null;
  if (!BY_NAME.test(body) && SETUP.test(said)) return null;
  return { blames: said === "" ? "unsaid" : "input", failure };
}
