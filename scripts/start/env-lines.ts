/** What stands in a settings file and sets nothing: a slip of the pen that would else be found out late. */

/** Names that are told as they are: with digits in it, it may be a key that was pasted on a line of its own. */
const PLAIN_NAME = /^[A-Za-z_]{1,40}$/;
/** As dotenv has it. */
const SETTING = /^\s*(?:export\s+)?([\w.-]+)\s*=\s*(.*)$/;

/** A line each that sets nothing, told by the name that is not `known` or by its number, and never by its value. */
export function ineffectiveLines(text: string, known: (name: string) => boolean): string[] {
  const lines = text.split(/\r\n|\r|\n/);
  const ineffective: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (/^\s*(?:#|$)/.test(line)) continue;
    const [, name = "", value = ""] = SETTING.exec(line) ?? [];
    if (name === "") {
      ineffective.push(`line ${at + 1} is no NAME=value`);
      continue;
    }
    if (!known(name))
      ineffective.push(`line ${at + 1} sets ${PLAIN_NAME.test(name) ? name : "a name"} that is not known`);
    at = lastLineOf(value, lines, at);
  }
  return ineffective;
}

/** A value in quotes goes on over line breaks, as far as they are closed. */
function lastLineOf(value: string, lines: readonly string[], at: number): number {
  const quote = /^["'`]/.exec(value)?.[0];
  if (quote === undefined || value.includes(quote, 1)) return at;
  const end = lines.findIndex((line, index) => index > at && line.includes(quote));
  return end === -1 ? at : end;
}
