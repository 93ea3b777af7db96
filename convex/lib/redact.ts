/** Quoting a text for people: short, on one line, and free of what looks like a secret. */

/** The most characters of a text that are repeated. */
const MOST = 100;

export const HIDDEN = "[hidden]";

/** The beginning of a text, in quotes, with its line breaks and the like written out. */
export function excerpt(text: string): string {
  const characters = Array.from(text);
  const quoted = JSON.stringify(characters.slice(0, MOST).join(""));
  return characters.length > MOST ? `${quoted}…` : quoted;
}

/** Tokens are of sixteen characters or more that a header can carry, without a space. */
const TOKEN_LIKE = /[\x21-\x7e]{16,}/g;
/** In what was meant as JSON its own signs part the values. */
const VALUE_IN_JSON = /[^"{}[\],:]{16,}/g;

/**
 * The text with whatever looks like a token or a key hidden, whether it is one or not; `plain` are forms of words that can
 * be none. To be done before the text is cut, or a secret could be cut into a part that no longer looks like one.
 */
export function redactSecrets(text: string, plain: readonly RegExp[]): string {
  return text.replace(TOKEN_LIKE, (run) => {
    if (plain.some((form) => form.test(run))) return run;
    return run.includes('"') ? run.replace(VALUE_IN_JSON, HIDDEN) : HIDDEN;
  });
}
