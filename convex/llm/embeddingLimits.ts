/** Limits of an embedding endpoint: usual ones, and those learned from its responses, kept until the process ends. */
import type { ProviderEndpoint } from "../lib/settings";
import { truncateText, MAX_BATCH_LENGTH, MAX_BATCH_TEXTS, MAX_TEXT_LENGTH } from "./batches";
import { endpointKey } from "./session";

export interface EmbeddingLimits {
  readonly batchTexts: number;
  /** UTF-16 units of all texts of a request. */
  readonly batchLength: number;
  /** How many texts were too long when sent alone. */
  readonly tooLong: number;
  /** Tokens of the longest text that was accepted, as `estimateTokens` counts them. */
  readonly acceptedTokens: number;
  /** Whether `encoding_format` may be sent. */
  readonly encodingFormat: boolean;
  /** Dimensions of the model's own vectors, where that is more than is stored. */
  readonly width: number | null;
  /** Whether the endpoint has returned fewer dimensions on request. */
  readonly narrows: boolean;
}

const UNKNOWN: EmbeddingLimits = {
  batchTexts: MAX_BATCH_TEXTS,
  batchLength: MAX_BATCH_LENGTH,
  tooLong: 0,
  acceptedTokens: 0,
  encodingFormat: true,
  width: null,
  narrows: false,
};

// One text may be unusually dense, as a key or a table is. A second one shows a limit of the endpoint.
const MIN_TOO_LONG = 2;

const known = new Map<string, EmbeddingLimits>();

export function limitsOf(endpoint: ProviderEndpoint): EmbeddingLimits {
  return known.get(endpointKey(endpoint)) ?? UNKNOWN;
}

export function rememberLimits(endpoint: ProviderEndpoint, found: Partial<EmbeddingLimits>): void {
  known.set(endpointKey(endpoint), { ...limitsOf(endpoint), ...found });
}

/** Records that the endpoint accepted these texts. */
export function rememberAccepted(endpoint: ProviderEndpoint, texts: readonly string[]): void {
  const acceptedTokens = Math.max(limitsOf(endpoint).acceptedTokens, ...texts.map(estimateTokens));
  rememberLimits(endpoint, { acceptedTokens });
}

/** The text, truncated to the usual length, or to what the endpoint has accepted once texts were too long for it. */
export function fittingText(endpoint: ProviderEndpoint, text: string): string {
  const { tooLong, acceptedTokens } = limitsOf(endpoint);
  const cut = truncateText(text, MAX_TEXT_LENGTH);
  const tokens = estimateTokens(cut);
  if (tooLong < MIN_TOO_LONG || tokens <= acceptedTokens) return cut;
  return truncateText(cut, Math.floor((cut.length * acceptedTokens) / tokens));
}

/** Estimated tokens: one in four units of ASCII, one per unit elsewhere. */
function estimateTokens(text: string): number {
  const plain = text.match(/[\x20-\x7e\s]/g)?.length ?? 0;
  return plain / 4 + (text.length - plain);
}
