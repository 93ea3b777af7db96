/** Vectors of texts from an embedding model. All embedding requests go through here. For actions only. */
import type { EmbeddingEndpoint, TextUse } from "../lib/settings";
import { batchSize, truncateText, MAX_BATCH_TEXTS } from "./batches";
import { fittingText, limitsOf, rememberLimits, rememberAccepted } from "./embeddingLimits";
import { failure, type Failure } from "./failure";
import { loggable, messageIn } from "./providerMessage";
import { refusalOf } from "./refusal";
import { ProviderSession, type CallResult, type SessionOptions, type Spent } from "./session";
import { storedVector, vectorsFrom, WIDTH } from "./vectors";

export { WIDTH } from "./vectors";

export type Embedding =
  | {
      readonly kind: "embedded";
      /** In the order of the texts; each of unit length and `WIDTH` wide. */
      readonly vectors: number[][];
      /** How many numbers the provider's own vectors have; absent for no texts. Other widths are of another model. */
      readonly width?: number;
      /** The configured name: only vectors of one model can be compared. */
      readonly model: string;
      readonly ms: number;
      readonly spent: Spent;
    }
  | (Pick<Failure, "reason" | "cause" | "transient" | "status" | "retryAfterMs"> & {
      readonly kind: "failed";
      /** The part of the provider's message that the log may repeat; may be empty. */
      readonly said: string;
      /** Whether a text may be at fault: smaller batches then find out which. */
      readonly blamesInput: boolean;
      readonly ms: number;
      readonly spent: Spent;
    });

export interface EmbeddingOptions extends SessionOptions {
  /** Default: document. */
  readonly use?: TextUse | undefined;
}

type Outcome =
  | { readonly kind: "embedded"; readonly vectors: number[][]; readonly width: number }
  | { readonly kind: "failed"; readonly failure: Failure; readonly blamesInput: boolean };

// Beyond one call per batch: for retries, halved batches, shortened texts and another width.
const SPARE_CALLS = 32;

// Models of 512 tokens, the smallest in use, accept this much. A shorter text is refused for another reason.
const MIN_TEXT_LENGTH = 500;

/**
 * Embeds texts: all or none, within three times `timeoutMs`. Of long texts only the beginning counts. `maxCalls` defaults
 * to what the texts need and a few spare. Failures of the provider are values.
 */
export async function createEmbeddings(
  endpoint: EmbeddingEndpoint,
  plainTexts: readonly string[],
  options: EmbeddingOptions = {},
): Promise<Embedding> {
  const prefix = endpoint.prefixes?.[options.use ?? "document"] ?? "";
  const texts = plainTexts.map((text) => `${prefix}${text}`);
  const maxCalls = options.maxCalls ?? texts.length / MAX_BATCH_TEXTS + SPARE_CALLS;
  const session = new ProviderSession("EMBEDDING", endpoint, { ...options, maxCalls });
  const vectors: number[][] = [];
  let width: number | undefined;
  while (vectors.length < texts.length) {
    const { batchTexts, batchLength } = limitsOf(endpoint);
    const next = texts.slice(vectors.length, vectors.length + batchTexts);
    const fitting = next.map((text) => fittingText(endpoint, text));
    const batch = fitting.slice(0, batchSize(fitting, batchLength));
    const outcome = ofWidth(width, await embedBatch(session, batch));
    if (outcome.kind === "failed") {
      const { cause, transient, status, retryAfterMs, body } = outcome.failure;
      const message = loggable(messageIn(body), { key: endpoint.apiKey, texts: batch });
      const explains = endpoint.isLocal === true && message !== "";
      const [reason, said] = explains ? [message, ""] : [outcome.failure.reason, message];
      const details = { reason, said, cause, transient, status, retryAfterMs };
      const { ms, spent } = session;
      return { kind: "failed", ...details, blamesInput: outcome.blamesInput, ms, spent };
    }
    vectors.push(...outcome.vectors);
    ({ width } = outcome);
  }
  const { ms, spent } = session;
  return { kind: "embedded", vectors, ...(width && { width }), model: endpoint.model, ms, spent };
}

/** Embeds one batch. Splits it where it is too long or has too many texts, and shortens a single text that is too long. */
async function embedBatch(session: ProviderSession, batch: readonly string[]): Promise<Outcome> {
  const { endpoint } = session;
  // Many models refuse the width parameter, so only those get it whose own vectors are too wide.
  const { width, narrows, encodingFormat } = limitsOf(endpoint);
  const called = await send(session, batch);
  if (called.kind === "failed") {
    const refusal = refusalOf(called.failure);
    if (refusal === null) return failed(called.failure);
    const { blames, failure: refused } = refusal;
    if (blames === "encoding") {
      if (!encodingFormat || !session.open) return failed(refused);
      rememberLimits(endpoint, { encodingFormat: false });
      return await embedBatch(session, batch);
    }
    // Until it has worked, the width parameter is the first suspect.
    if (blames !== "length" && blames !== "count" && width !== null && !narrows)
      return tooWide(endpoint, width, refused.status);
    if (blames === "input" || !session.open) return failed(refused, true);
    if (batch.length === 1) return await shortened(session, batch, refused);
    // Without a hint that smaller batches help, they are the caller's choice.
    return blames === "unsaid" ? failed(refused, true) : await inHalves(session, batch, blames);
  }
  const read = vectorsFrom(called.value, batch.length);
  if (read.kind === "unusable") return failed(failure("malformed", read.reason), read.blamesInput);
  if (read.width > WIDTH) {
    rememberLimits(endpoint, { width: read.width, narrows: false });
    return width === null ? await embedBatch(session, batch) : tooWide(endpoint, read.width, null);
  }
  rememberLimits(endpoint, { narrows: width !== null });
  rememberAccepted(endpoint, batch);
  return { kind: "embedded", vectors: read.vectors.map(storedVector), width: read.width };
}

/** Embeds a batch in halves, and remembers the limit where it had too many texts or too much text in all. */
async function inHalves(
  session: ProviderSession,
  batch: readonly string[],
  blames: "length" | "count",
): Promise<Outcome> {
  const { endpoint } = session;
  const half = Math.ceil(batch.length / 2);
  if (blames === "count") rememberLimits(endpoint, { batchTexts: half });
  const { tooLong } = limitsOf(endpoint);
  const vectors: number[][] = [];
  let width = 0;
  const parts = [batch.slice(0, half), batch.slice(half)];
  for (const part of parts) {
    const texts = part.map((text) => fittingText(endpoint, text));
    const outcome = ofWidth(width || undefined, await embedBatch(session, texts));
    if (outcome.kind === "failed") return outcome;
    vectors.push(...outcome.vectors);
    ({ width } = outcome);
  }
  // No single text was too long, so the whole batch was.
  const lengths = parts.map((part) => part.reduce((sum, text) => sum + text.length, 0));
  if (blames === "length" && limitsOf(endpoint).tooLong === tooLong)
    rememberLimits(endpoint, { batchLength: Math.min(limitsOf(endpoint).batchLength, Math.max(...lengths)) });
  return { kind: "embedded", vectors, width };
}

/** The outcome, or a failure where its vectors are of another width than the ones before them. */
function ofWidth(width: number | undefined, outcome: Outcome): Outcome {
  if (outcome.kind === "failed" || width === undefined || outcome.width === width) return outcome;
  return failed(failure("malformed", "the provider sent vectors of different widths"));
}

/** Embeds the first half of a text that is too long, and halves again as needed. */
async function shortened(
  session: ProviderSession,
  [text = ""]: readonly string[],
  refused: Failure,
): Promise<Outcome> {
  if (text.length <= MIN_TEXT_LENGTH) return failed(refused, true);
  const half = truncateText(text, Math.max(MIN_TEXT_LENGTH, Math.floor(text.length / 2)));
  const { tooLong } = limitsOf(session.endpoint);
  const outcome = await embedBatch(session, [half]);
  if (outcome.kind === "embedded") rememberLimits(session.endpoint, { tooLong: tooLong + 1 });
  return outcome;
}

/** One request. A refusal of the texts is final: no retry would change it. */
function send(session: ProviderSession, texts: readonly string[]): Promise<CallResult<unknown>> {
  const { encodingFormat, width } = limitsOf(session.endpoint);
  const body = {
    model: session.endpoint.model,
    input: texts,
    // Without the field several servers send base64. Some refuse the field.
    ...(encodingFormat ? { encoding_format: "float" } : {}),
    ...(width === null ? {} : { dimensions: WIDTH }),
  };
  return session.call<unknown>(
    // The client's own method asks for base64 by default.
    (client, options) => client.post<unknown>("/embeddings", { body, ...options }),
    (failure) => refusalOf(failure) !== null,
  );
}

function tooWide(endpoint: EmbeddingEndpoint, width: number, status: number | null): Outcome {
  const reason = `the model "${endpoint.model}" makes vectors ${width} wide, and its provider does not narrow them to ${WIDTH}`;
  return failed(failure("refused", reason, { status }));
}

function failed(failure: Failure, blamesInput = false): Outcome {
  return { kind: "failed", failure, blamesInput };
}
