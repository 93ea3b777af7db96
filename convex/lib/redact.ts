/** Quotes text in error messages and in the log, without secrets. */

export const HIDDEN = "[hidden]";

/** The most characters of a text that a quotation repeats. */
const MAX_QUOTED = 100;

/** The fewest characters of a token in the settings: shorter ones can be guessed at the speed the address limits allow. */
export const MIN_TOKEN_LENGTH = 16;
/** Long enough for a token. */
const RUN = /[\x21-\x7e]{16,}/g;
/** The forms of ids, numbers and moments, which nobody would choose for a token. */
const HARMLESS = /^(?:[\da-hjkmnp-tv-z]{31,37}|[\d:.TZ+-]{16,32})$/;
/** Letters with digits among them, as in generated keys and tokens. */
const GENERATED = /(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z\d]{16,}/g;

/**
 * A value of a request for an error message: text in quotes, with line breaks escaped; objects and arrays only by kind. The secrets
 * are hidden. If one could be guessed, as a passphrase, so is every run that is as long: else callers could find out from messages
 * whether they guessed it.
 */
export function quote(received: unknown, secrets: readonly string[] = []): string {
  if (received === undefined) return "nothing";
  if (Array.isArray(received)) return "an array";
  if (typeof received === "object" && received !== null) return "an object";
  const guessable = secrets.some((secret) => secret.length >= MIN_TOKEN_LENGTH && !secret.match(GENERATED));
  const sent = String(received);
  const text = guessable ? sent.replace(RUN, (run) => (HARMLESS.test(run) ? run : HIDDEN)) : sent;
  const shown = redactSecrets(text, secrets);
  return typeof received === "string" ? inQuotes(shown) : shown;
}

/** A setting that is refused, in quotes. A key in the wrong variable is not among the known secrets. */
export function quoteSetting(value = ""): string {
  return inQuotes(value.replace(GENERATED, HIDDEN));
}

/** Cut after secrets are hidden: half of one would not be found. */
function inQuotes(text: string): string {
  const characters = Array.from(text);
  const quoted = JSON.stringify(characters.slice(0, MAX_QUOTED).join(""));
  return characters.length > MAX_QUOTED ? `${quoted}…` : quoted;
}

/** The text with every one of the secrets hidden, also as a URL has them. For the log: in an answer it would confirm a guess. */
export function redactSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .reduce((redacted, secret) => redacted.replaceAll(secret, HIDDEN), text);
}
