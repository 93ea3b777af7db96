/** Finds lines of a settings file without effect, such as typos that would otherwise be noticed late. */

/** Names that are safe to print: one with digits may be a key pasted on its own line. */
const PLAIN_NAME = /^[A-Za-z_]{1,40}$/;
/** dotenv's syntax. */
export const SETTING = /^\s*(?:export\s+)?([\w.-]+)\s*=\s*(.*)$/;

/** Describes each line without effect, by its number and unknown name, never by its value. */
export function ineffectiveLines(text: string, known: (name: string) => boolean): string[] {
  const lines = text.split(/\r\n|\r|\n/);
  const ineffective: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (/^\s*(?:#|$)/.test(line)) continue;
    const [, name = "", value = ""] = SETTING.exec(line) ?? [];
    if (name === "") {
      ineffective.push(`line ${at + 1} is not NAME=value`);
      continue;
    }
    if (!known(name))
      ineffective.push(
        `line ${at + 1} sets ${PLAIN_NAME.test(name) ? `the unknown variable ${name}` : "an unknown variable"}`,
      );
    at = lastLineOf(value, lines, at);
  }
  return ineffective;
}

/** A quoted value continues over line breaks up to its closing quote. */
export function lastLineOf(value: string, lines: readonly string[], at: number): number {
  const quote = /^["'`]/.exec(value)?.[0];
  if (quote === undefined || value.includes(quote, 1)) return at;
  const end = lines.findIndex((line, index) => index > at && line.includes(quote));
  return end === -1 ? at : end;
}
