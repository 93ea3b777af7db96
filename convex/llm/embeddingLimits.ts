/** What an embedding endpoint was found to take and to make. A server that changes is found out at the next start. */
import type { Endpoint } from "../lib/settings";
import { cutText, MAX_BATCH_LENGTH, MAX_BATCH_TEXTS, MAX_TEXT_LENGTH } from "./batches";
import { PerEndpoint } from "./perEndpoint";

export interface EmbeddingLimits {
  readonly batchTexts: number;
  /** UTF-16 units of all texts of a request. */
  readonly batchLength: number;
  /** Texts that were too long when sent alone. */
  readonly tooLong: number;
  /** The most tokens of a text that was taken, as `tokensIn` estimates them. */
  readonly takenTokens: number;
  /** Whether `encoding_format` may be sent. */
  readonly encodingFormat: boolean;
  /** How wide vectors are that nobody asked to narrow, where that is wider than is kept. */
  readonly width: number | null;
  /** Whether the endpoint has narrowed its vectors when asked to. */
  readonly narrows: boolean;
}

const UNKNOWN: EmbeddingLimits = {
  batchTexts: MAX_BATCH_TEXTS,
  batchLength: MAX_BATCH_LENGTH,
  tooLong: 0,
  takenTokens: 0,
  encodingFormat: true,
  width: null,
  narrows: false,
};

// One text may be denser than any other, as a key or a table is; of two, the second says what the endpoint is like.
const ENOUGH_TOO_LONG = 2;

const known = new PerEndpoint<EmbeddingLimits>();

export function limitsOf(endpoint: Endpoint): EmbeddingLimits {
  return known.get(endpoint) ?? UNKNOWN;
}

/** Keeps what was found out. */
export function rememberLimits(endpoint: Endpoint, found: Partial<EmbeddingLimits>): void {
  known.set(endpoint, { ...limitsOf(endpoint), ...found });
}

/** Keeps that the endpoint took these texts. */
export function rememberTaken(endpoint: Endpoint, texts: readonly string[]): void {
  const takenTokens = Math.max(limitsOf(endpoint).takenTokens, ...texts.map(tokensIn));
  rememberLimits(endpoint, { takenTokens });
}

/** The text, cut to what the endpoint is known to take: unless some were too long for it, to the usual length. */
export function fittingText(endpoint: Endpoint, text: string): string {
  const { tooLong, takenTokens } = limitsOf(endpoint);
  const cut = cutText(text, MAX_TEXT_LENGTH);
  const tokens = tokensIn(cut);
  if (tooLong < ENOUGH_TOO_LONG || tokens <= takenTokens) return cut;
  return cutText(cut, Math.floor((cut.length * takenTokens) / tokens));
}

/** About how many tokens a text has: one in four units in English, and up to one a unit in Chinese or Japanese. */
function tokensIn(text: string): number {
  const plain = text.match(/[\x20-\x7e\s]/g)?.length ?? 0;
  return plain / 4 + (text.length - plain);
}
