/** What a provider finds wrong with the texts of a request that it refuses. */
import type { Failure } from "./failure";
import { messageIn, TOO_LONG } from "./providerMessage";

export interface Refusal {
  /**
   * The length of a text or of all together, how many there are, the field `encoding_format`, something else about the
   * texts, or nothing that can be read.
   */
  readonly blames: "length" | "count" | "encoding" | "input" | "unsaid";
  readonly failure: Failure;
}

// llama.cpp's "physical batch size" is one of tokens.
const TOO_MANY =
  /(?<!physical )batch size|too many (inputs?|texts|items|strings)|number of (inputs|texts|items)|(max|at most|exceed)\w{0,10}\b.{0,40}\b(inputs|texts|items|array)\b/i;

const ENCODING = /encoding_format/i;

// Key, account and model: no other text would fare better.
const SETUP =
  /api[ _-]?key|credential|authori[sz]|quota|billing|credits|model\b.{0,80}\bnot (found|exist|available|loaded|support embeddings?)\b|(unknown|invalid|no such) model/i;

// Of what was sent, whatever words of it are quoted: some answer so with 403.
const MODERATED = /content[ _-]?(filter|management|policy)|moderation|flagged/i;

/** How OpenAI names the field that it finds fault with. */
const BY_NAME = /"param"\s*:\s*"input"/;

/** Reads a failure; null where it is no refusal of these texts, so that no other text would fare better. */
export function refusalOf(failure: Failure): Refusal | null {
  const { status, body } = failure;
  const said = messageIn(body);
  const moderated = MODERATED.test(said) || MODERATED.test(failure.reason);
  if (status === 403 && moderated) return { blames: "input", failure };
  // llama.cpp answers a text beyond its batch size with 500.
  if (status !== 400 && status !== 413 && status !== 422 && status !== 500) return null;
  if (ENCODING.test(said)) return { blames: "encoding", failure };
  if (TOO_MANY.test(said)) return { blames: "count", failure };
  if (status === 413 || TOO_LONG.test(said)) {
    const reason = `a text is too long for the model (${failure.reason})`;
    return { blames: "length", failure: { ...failure, cause: "refused", reason, passing: false } };
  }
  if (status === 500) return null;
  if (!moderated && !BY_NAME.test(body) && SETUP.test(said)) return null;
  return { blames: said === "" ? "unsaid" : "input", failure };
}
