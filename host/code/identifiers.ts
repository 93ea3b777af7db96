/** What Convex takes for the name of a table, a field or an index. */

const MOST_CHARACTERS = 64;

/** How a name must be, for the messages that refuse one. */
export const IDENTIFIER_RULE = `a name has up to ${MOST_CHARACTERS} letters, digits and underscores, and begins with a letter`;

/** Whether a text is an identifier. One may begin with an underscore, as the system's names do. */
export function isIdentifier(text: string): boolean {
  return text.length <= MOST_CHARACTERS && /^[a-zA-Z_]\w*$/.test(text) && /[a-zA-Z0-9]/.test(text);
}

/** Whether a text is an identifier that the system leaves to the app. */
export function isOwnIdentifier(text: string): boolean {
  return isIdentifier(text) && !text.startsWith("_");
}
