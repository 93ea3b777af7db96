/** Vectors of texts from an embedding model: the only code that talks to one. For actions only. */
import type { Endpoint } from "../settings";
import { batchesOf, cutText, MAX_TEXT_LENGTH } from "./batches";
import { failure, type Cause, type Failure } from "./failure";
import { refusalOf } from "./refusal";
import { ProviderSession, type Called, type SessionOptions } from "./session";
import { storedVector, vectorsFrom } from "./vectors";
import { dimensionsFor, proveWidth, rememberWide, unnarrowedWidth, WIDTH } from "./widths";

export { WIDTH } from "./widths";

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
  | { readonly kind: "embedded"; readonly vectors: number[][]; readonly textLength: number }
  | { readonly kind: "failed"; readonly failure: Failure; readonly blamesInput: boolean };

// Beside one call a batch: retries, shorter cuts and the question for another width.
const SPARE_CALLS = 8;

// Models of 512 tokens, the smallest in use, take this much; a text refused at it is refused for something else.
const MIN_TEXT_LENGTH = 500;

/**
 * Vectors of texts, in their order. Long texts count by their beginning only. It is all or nothing, within three times
 * `timeoutMs`; `maxCalls` defaults to what the texts need and a few spare. Failures of the provider are values.
 */
export async function embed(
  endpoint: Endpoint,
  texts: readonly string[],
  options: SessionOptions = {},
): Promise<Embedding> {
  const batches = batchesOf(texts);
  const maxCalls = options.maxCalls ?? batches.length + SPARE_CALLS;
  const session = new ProviderSession(endpoint, { ...options, maxCalls });
  const vectors: number[][] = [];
  let textLength = MAX_TEXT_LENGTH;
  for (const batch of batches) {
    const outcome = await embedBatch(session, endpoint, batch, textLength);
    if (outcome.kind === "failed") {
      const { reason, cause, passing, status, retryAfterMs } = outcome.failure;
      const { blamesInput } = outcome;
      return { kind: "failed", reason, cause, passing, status, blamesInput, retryAfterMs, ms: session.ms };
    }
    vectors.push(...outcome.vectors);
    ({ textLength } = outcome);
  }
  return { kind: "embedded", vectors, model: endpoint.model, ms: session.ms };
}

/** Embeds one batch: in the width that fits, and with shorter texts while the provider finds one too long. */
async function embedBatch(
  session: ProviderSession,
  endpoint: Endpoint,
  batch: readonly string[],
  mostLength: number,
): Promise<Outcome> {
  for (let textLength = mostLength; ;) {
    const texts = batch.map((text) => cutText(text, textLength));
    const dimensions = dimensionsFor(endpoint);
    const called = await send(session, endpoint.model, texts, dimensions);
    if (called.kind === "failed") {
      const refusal = refusalOf(called.failure);
      if (refusal === null) return failed(called.failure);
      const { blames, failure: refused } = refusal;
      // Until `dimensions` has worked, it is the first suspect.
      const width = unnarrowedWidth(endpoint);
      if (blames !== "length" && width !== null) return tooWide(endpoint, width, refused.status);
      const shorter = shorterLength(texts);
      if (blames === "input" || shorter === null || !session.open) return failed(refused, true);
      textLength = shorter;
      continue;
    }

    const read = vectorsFrom(called.value, texts.length);
    if (read.kind === "unusable") return failed(failure("nonsense", read.reason), read.blamesInput);
    if (read.width <= WIDTH) {
      proveWidth(endpoint);
      return { kind: "embedded", vectors: read.vectors.map(storedVector), textLength };
    }
    rememberWide(endpoint, read.width);
    if (dimensions !== undefined) return tooWide(endpoint, read.width, null);
  }
}

/** One request. A refusal of the texts is final: it would be refused again. */
function send(
  session: ProviderSession,
  model: string,
  texts: string[],
  dimensions: number | undefined,
): Promise<Called<unknown>> {
  return session.call<unknown>(
    (client, options) =>
      client.embeddings.create(
        {
          model,
          input: texts,
          // The client's own choice is base64, which several servers do not know.
          encoding_format: "float",
          ...(dimensions === undefined ? {} : { dimensions }),
        },
        options,
      ),
    (failure) => refusalOf(failure) !== null,
  );
}

/** Half of the longest text, or null where that is shorter than any model's limit. */
function shorterLength(texts: readonly string[]): number | null {
  const longest = texts.reduce((most, text) => Math.max(most, text.length), 0);
  return longest <= MIN_TEXT_LENGTH ? null : Math.max(MIN_TEXT_LENGTH, Math.floor(longest / 2));
}

function tooWide(endpoint: Endpoint, width: number, status: number | null): Outcome {
  const reason = `the model "${endpoint.model}" makes vectors ${width} wide, and its provider does not narrow them to ${WIDTH}`;
  return failed(failure("refused", reason, { status }));
}

function failed(failure: Failure, blamesInput = false): Outcome {
  return { kind: "failed", failure, blamesInput };
}
