/** Quotes text in error messages and in the log, without secrets. */
import { isDocumentId } from "./documentId";

export const HIDDEN = "[hidden]";

/** The most characters of a text that a quotation repeats. */
const MAX_QUOTED = 100;

/** The fewest characters of a token in the settings: shorter ones can be guessed at the speed the address limits allow. */
export const MIN_TOKEN_LENGTH = 16;
/** Every run of characters that a token of the settings could be. */
const ANY_RUN = /[\x21-\x7e]{16,}/g;

/** How the usual providers' keys begin. Their messages mask parts of a key with `*`, `.` or `…`. */
const API_KEY = /(?<![A-Za-z0-9])(?:(?:sk|pk|rk|gsk|xai|hf|nvapi|ghp|glpat)[-_]|AIza)[\w.…*-]{8,}/g;
/** Runs that hex, base64, base64url, UUIDs, JWTs and masked keys are made of. */
const RUN = /[\w+/=.…*-]+/g;
const LONG = 20;

/**
 * A value of a request or of the environment for an error message: text in quotes, with line breaks escaped and tokens
 * hidden; objects and arrays only by kind.
 * @param secrets the configured ones, as for `redactTokens`
 */
export function quote(received: unknown, secrets: readonly string[] = []): string {
  if (received === undefined) return "nothing";
  if (Array.isArray(received)) return "an array";
  if (typeof received === "object" && received !== null) return "an object";
  // Redacted before it is cut: the first part of a token no longer has a token's shape.
  const text = redactTokens(String(received), secrets);
  if (typeof received !== "string") return text;
  const characters = Array.from(text);
  const quoted = JSON.stringify(characters.slice(0, MAX_QUOTED).join(""));
  return characters.length > MAX_QUOTED ? `${quoted}…` : quoted;
}

/**
 * The text with everything hidden that has a token's shape, whether or not it is one in use. Where a configured secret has
 * no such shape, as a passphrase, every run long enough for a token is hidden: if only the secret itself were, callers
 * could find out from error messages whether they guessed it.
 */
export function redactTokens(text: string, secrets: readonly string[] = []): string {
  const strict = secrets.some(
    (secret) => secret.length >= MIN_TOKEN_LENGTH && !secret.match(RUN)?.some(isTokenShaped),
  );
  if (strict)
    return text.replace(API_KEY, HIDDEN).replace(ANY_RUN, (run) => (isDocumentId(run) ? run : HIDDEN));
  // A token may hold by chance what a provider's key begins with, so it is tried as a whole first.
  return text.replace(RUN, (run) => (isTokenShaped(run) ? HIDDEN : run.replace(API_KEY, HIDDEN)));
}

/** Whether a run is long, mixes letters with digits, and is neither a number, a date, an id, nor a path or name of short words. */
function isTokenShaped(run: string): boolean {
  return run.length >= LONG && /\d/.test(run) && /[A-Za-z]/.test(run) && !run.split(/[/=]/).every(isPlain);
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const DATE = /^\d{4}-?\d\d-?\d\dT[\d.+-]+Z?$/;
/**
 * A word, digits, or a mixture as short as `v1` and `4o`. Words have capitals as names have: `gpt`, `UTC`, `minImportance`. Random
 * letters rarely do, so of a million random tokens of 32 characters one may be taken for words.
 */
const SHORT_WORD =
  /^(?:[a-z]{0,20}|[A-Z]{0,20}|(?=.{0,20}$)[A-Z]?[a-z]+(?:[A-Z][a-z]+)*|\d{0,20}|[a-z\d]{2,3}|[A-Z\d]{2,3})$/;

function isPlain(part: string): boolean {
  return (
    NUMBER.test(part) ||
    DATE.test(part) ||
    isDocumentId(part) ||
    part.split(/[-_.+*…]/).every((word) => SHORT_WORD.test(word))
  );
}

/** The text with every one of the secrets hidden. For the log only: in an answer it would confirm a guess. */
export function redactSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((redacted, secret) => redacted.replaceAll(secret, HIDDEN), text);
}
