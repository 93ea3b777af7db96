/** Which part of a request a provider refuses. */
import type { Failure } from "./failure";
import { messageIn, TOO_LONG } from "./providerMessage";

export interface Refusal {
  /**
   * `length`: of one text or of all together. `encoding`: the field `encoding_format`. `input`: something else about
   * the texts. `unsaid`: no readable reason.
   */
  readonly blames: "length" | "count" | "encoding" | "input" | "unsaid";
  readonly failure: Failure;
}

// llama.cpp's "physical batch size" counts tokens.
const TOO_MANY =
  /(?<!physical )batch size|too many (inputs?|texts|items|strings)|number of (inputs|texts|items)|(max|at most|exceed)\w{0,10}\b.{0,40}\b(inputs|texts|items|array)\b/i;

const ENCODING = /encoding_format/i;

// Faults of the key, the account or the model: no other text would succeed.
const SETUP =
  /api[ _-]?key|credential|authori[sz]|quota|billing|credits|model\b.{0,80}\bnot (found|exist|available|loaded|support embeddings?)\b|(unknown|invalid|no such) model/i;

// Moderation blames the text. Some providers answer it with 403.
const MODERATED = /content[ _-]?(filter|management|policy)|moderation|flagged/i;

/** OpenAI's name for the faulty field. */
const BY_NAME = /"param"\s*:\s*"input"/;

/** Classifies a failure; null where no other text would succeed. */
export function refusalOf(failure: Failure): Refusal | null {
  const { status, body } = failure;
  const message = messageIn(body);
  const moderated = MODERATED.test(message) || MODERATED.test(failure.reason);
  if (status === 403 && moderated) return { blames: "input", failure };
  // llama.cpp answers a text beyond its batch size with 500.
  if (status !== 400 && status !== 413 && status !== 422 && status !== 500) return null;
  if (ENCODING.test(message)) return { blames: "encoding", failure };
  if (TOO_MANY.test(message)) return { blames: "count", failure };
  if (status === 413 || TOO_LONG.test(message)) {
    const reason = `a text is too long for the model (${failure.reason})`;
    return { blames: "length", failure: { ...failure, cause: "refused", reason, transient: false } };
  }
  if (status === 500) return null;
  if (!moderated && !BY_NAME.test(body) && SETUP.test(message)) return null;
  return { blames: message === "" ? "unsaid" : "input", failure };
}
