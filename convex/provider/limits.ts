/** What an embedding endpoint was found to take: how long a text, how many of them at once, and which fields. */
import type { Endpoint } from "../settings";
import { cutText, MAX_BATCH_LENGTH, MAX_BATCH_TEXTS, MAX_TEXT_LENGTH } from "./batches";
import { PerEndpoint } from "./perEndpoint";

export interface Limits {
  readonly batchTexts: number;
  /** UTF-16 units of all texts of a request. */
  readonly batchLength: number;
  /** Texts that were too long when sent alone. */
  readonly tooLong: number;
  /** The greatest weight of a text that was taken. */
  readonly taken: number;
  /** Whether `encoding_format` may be sent. */
  readonly encodingFormat: boolean;
}

// One text may be denser than any other, as a key or a table is; of two, the second says what the endpoint is like.
const ENOUGH_TOO_LONG = 2;

const UNKNOWN: Limits = {
  batchTexts: MAX_BATCH_TEXTS,
  batchLength: MAX_BATCH_LENGTH,
  tooLong: 0,
  taken: 0,
  encodingFormat: true,
};

// A server that takes more is found out at the next start.
const knownLimits = new PerEndpoint<Limits>();

export function limitsOf(endpoint: Endpoint): Limits {
  return knownLimits.get(endpoint) ?? UNKNOWN;
}

/** Keeps what was found out. */
export function rememberLimits(endpoint: Endpoint, found: Partial<Limits>): void {
  knownLimits.set(endpoint, { ...limitsOf(endpoint), ...found });
}

/** Keeps that the endpoint took these texts. */
export function rememberTaken(endpoint: Endpoint, texts: readonly string[]): void {
  const taken = texts.reduce((most, text) => Math.max(most, weightOf(text)), limitsOf(endpoint).taken);
  if (taken > limitsOf(endpoint).taken) rememberLimits(endpoint, { taken });
}

/** The text, cut to what the endpoint is known to take: unless some were too long for it, to the usual length. */
export function fittingText(endpoint: Endpoint, text: string): string {
  const { tooLong, taken } = limitsOf(endpoint);
  const cut = cutText(text, MAX_TEXT_LENGTH);
  const weight = weightOf(cut);
  if (tooLong < ENOUGH_TOO_LONG || weight <= taken) return cut;
  return cutText(cut, Math.floor((cut.length * taken) / weight));
}

/** About how many tokens a text has: one in four units in English, and up to one a unit in Chinese or Japanese. */
function weightOf(text: string): number {
  const plain = text.match(/[\x20-\x7e\s]/g)?.length ?? 0;
  return plain / 4 + (text.length - plain);
}
