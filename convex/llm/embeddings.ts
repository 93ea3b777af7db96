/** Vectors of texts from an embedding model: the only code that talks to one. For actions only. */
import type { Endpoint } from "../lib/settings";
import { batchSize, cutText, MAX_BATCH_TEXTS } from "./batches";
import { fittingText, limitsOf, rememberLimits, rememberTaken } from "./embeddingLimits";
import { failure, type Cause, type Failure } from "./failure";
import { loggable, messageIn } from "./providerMessage";
import { refusalOf } from "./refusal";
import { ProviderSession, type Called, type SessionOptions } from "./session";
import { storedVector, vectorsFrom, WIDTH } from "./vectors";

export { WIDTH } from "./vectors";

export type Embedding =
  | {
      readonly kind: "embedded";
      /** In the order of the texts; each of unit length and `WIDTH` wide. */
      readonly vectors: number[][];
      /** The model as it is configured: only vectors of one model can be compared. */
      readonly model: string;
      readonly ms: number;
    }
  | {
      readonly kind: "failed";
      /** One line for logs and health: never the key, never a text. */
      readonly reason: string;
      /** What the provider said, for the log alone: as much as may be quoted, and empty for nothing. */
      readonly said: string;
      readonly cause: Cause;
      /** Whether the same call may succeed a little later. */
      readonly passing: boolean;
      readonly status: number | null;
      /** Whether a text may be at fault: fewer texts at a time then find out which. */
      readonly blamesInput: boolean;
      /** How long the provider asked to wait, in milliseconds. */
      readonly retryAfterMs: number | null;
      readonly ms: number;
    };

/** What came of one batch. */
type Outcome =
  | { readonly kind: "embedded"; readonly vectors: number[][] }
  | { readonly kind: "failed"; readonly failure: Failure; readonly blamesInput: boolean };

// Beside one call a batch: retries, halves, shorter cuts and the question for another width.
const SPARE_CALLS = 32;

// Models of 512 tokens, the smallest in use, take this much; a text refused at it is refused for something else.
const MIN_TEXT_LENGTH = 500;

/**
 * Vectors of texts, in their order. Long texts count by their beginning only. It is all or nothing, within three times
 * `timeoutMs`; `maxCalls` defaults to what the texts need and a few spare. Failures of the provider are values.
 */
export async function createEmbeddings(
  endpoint: Endpoint,
  texts: readonly string[],
  options: SessionOptions = {},
): Promise<Embedding> {
  const maxCalls = options.maxCalls ?? texts.length / MAX_BATCH_TEXTS + SPARE_CALLS;
  const session = new ProviderSession("EMBEDDING", endpoint, { ...options, maxCalls });
  const vectors: number[][] = [];
  while (vectors.length < texts.length) {
    const { batchTexts, batchLength } = limitsOf(endpoint);
    const next = texts.slice(vectors.length, vectors.length + batchTexts);
    const fitting = next.map((text) => fittingText(endpoint, text));
    const batch = fitting.slice(0, batchSize(fitting, batchLength));
    const outcome = await embedBatch(session, endpoint, batch);
    if (outcome.kind === "failed") {
      const { reason, cause, passing, status, retryAfterMs, body } = outcome.failure;
      const said = loggable(messageIn(body), { key: endpoint.apiKey, texts: batch });
      const told = { reason, said, cause, passing, status, retryAfterMs };
      return { kind: "failed", ...told, blamesInput: outcome.blamesInput, ms: session.ms };
    }
    vectors.push(...outcome.vectors);
  }
  return { kind: "embedded", vectors, model: endpoint.model, ms: session.ms };
}

/**
 * Embeds one batch: in the width that fits; where the provider finds it too long or too many, in halves, and of a text
 * alone as much as it takes.
 */
async function embedBatch(
  session: ProviderSession,
  endpoint: Endpoint,
  batch: readonly string[],
): Promise<Outcome> {
  // Many models refuse to be asked for a width, so only those are that make too wide vectors unasked.
  const { width, narrows, encodingFormat } = limitsOf(endpoint);
  const called = await send(session, endpoint, batch);
  if (called.kind === "failed") {
    const refusal = refusalOf(called.failure);
    if (refusal === null) return failed(called.failure);
    const { blames, failure: refused } = refusal;
    if (blames === "encoding") {
      if (!encodingFormat || !session.open) return failed(refused);
      rememberLimits(endpoint, { encodingFormat: false });
      return await embedBatch(session, endpoint, batch);
    }
    // Until it has worked, the width is the first suspect.
    if (blames !== "length" && blames !== "count" && width !== null && !narrows)
      return tooWide(endpoint, width, refused.status);
    if (blames === "input" || !session.open) return failed(refused, true);
    if (batch.length === 1) return await shortened(session, endpoint, batch, refused);
    // Fewer at a time is for the caller to try where nothing says that it would help.
    return blames === "unsaid" ? failed(refused, true) : await inHalves(session, endpoint, batch, blames);
  }
  const read = vectorsFrom(called.value, batch.length);
  if (read.kind === "unusable") return failed(failure("malformed", read.reason), read.blamesInput);
  if (read.width > WIDTH) {
    rememberLimits(endpoint, { width: read.width, narrows: false });
    return width === null ? await embedBatch(session, endpoint, batch) : tooWide(endpoint, read.width, null);
  }
  rememberLimits(endpoint, { narrows: width !== null });
  rememberTaken(endpoint, batch);
  return { kind: "embedded", vectors: read.vectors.map(storedVector) };
}

/** Embeds a batch that was too much in two. Where it was too many texts, or too much in all, that is kept. */
async function inHalves(
  session: ProviderSession,
  endpoint: Endpoint,
  batch: readonly string[],
  blames: "length" | "count",
): Promise<Outcome> {
  const half = Math.ceil(batch.length / 2);
  if (blames === "count") rememberLimits(endpoint, { batchTexts: half });
  const { tooLong } = limitsOf(endpoint);
  const vectors: number[][] = [];
  for (const part of [batch.slice(0, half), batch.slice(half)]) {
    const texts = part.map((text) => fittingText(endpoint, text));
    const outcome = await embedBatch(session, endpoint, texts);
    if (outcome.kind === "failed") return outcome;
    vectors.push(...outcome.vectors);
  }
  // No text was too long by itself: all together were.
  const lengths = [batch.slice(0, half), batch.slice(half)].map(lengthOf);
  if (blames === "length" && limitsOf(endpoint).tooLong === tooLong)
    rememberLimits(endpoint, { batchLength: Math.min(limitsOf(endpoint).batchLength, Math.max(...lengths)) });
  return { kind: "embedded", vectors };
}

/** Embeds the first half of a text that is too long, which may be too long again. */
async function shortened(
  session: ProviderSession,
  endpoint: Endpoint,
  [text = ""]: readonly string[],
  refused: Failure,
): Promise<Outcome> {
  if (text.length <= MIN_TEXT_LENGTH) return failed(refused, true);
  const half = cutText(text, Math.max(MIN_TEXT_LENGTH, Math.floor(text.length / 2)));
  const { tooLong } = limitsOf(endpoint);
  const outcome = await embedBatch(session, endpoint, [half]);
  if (outcome.kind === "embedded") rememberLimits(endpoint, { tooLong: tooLong + 1 });
  return outcome;
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}

/** One request. A refusal of the texts is final: it would be refused again. */
function send(
  session: ProviderSession,
  endpoint: Endpoint,
  texts: readonly string[],
): Promise<Called<unknown>> {
  const { encodingFormat, width } = limitsOf(endpoint);
  const body = {
    model: endpoint.model,
    input: texts,
    // Without it several servers send base64, and some refuse it.
    ...(encodingFormat ? { encoding_format: "float" } : {}),
    ...(width === null ? {} : { dimensions: WIDTH }),
  };
  return session.call<unknown>(
    // The client's own method puts base64 where no format is given.
    (client, options) => client.post<unknown>("/embeddings", { body, ...options }),
    (failure) => refusalOf(failure) !== null,
  );
}

function tooWide(endpoint: Endpoint, width: number, status: number | null): Outcome {
  const reason = `the model "${endpoint.model}" makes vectors ${width} wide, and its provider does not narrow them to ${WIDTH}`;
  return failed(failure("refused", reason, { status }));
}

function failed(failure: Failure, blamesInput = false): Outcome {
  return { kind: "failed", failure, blamesInput };
}
