/** Changes variables in the text of a settings file, and leaves every other line as it is. */
import { parseEnv } from "node:util";
import { lastLineOf, SETTING } from "./envLines";

/**
 * The text with these variables set. Where a variable is set, its last line counts, so that one is replaced; others are
 * appended under the comment.
 * @throws {Error} for a value that no quoting can express
 */
export function withVariables(
  text: string,
  changes: Readonly<Record<string, string>>,
  comment: string,
): string {
  const lines = text.split("\n");
  const missing: string[] = [];
  for (const [name, value] of Object.entries(changes)) {
    if (parseEnv(text)[name] === value) continue;
    const setting = `${name}=${quoted(name, value)}`;
    const span = spanOf(lines, name);
    if (span === null) missing.push(setting);
    else lines.splice(span.first, span.last - span.first + 1, `${span.before}${setting}`);
  }
  const kept = lines.join("\n");
  if (missing.length === 0) return kept;
  const gap = kept === "" || kept.endsWith("\n") ? "" : "\n";
  return `${kept}${gap}# ${comment}\n${missing.join("\n")}\n`;
}

/** The lines of the variable's last setting, and what stands before its name. */
function spanOf(lines: readonly string[], name: string) {
  let span: { first: number; last: number; before: string } | null = null;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const [, found, value = ""] = /^\s*#/.test(line) ? [] : (SETTING.exec(line) ?? []);
    if (found === undefined) continue;
    const last = lastLineOf(value, lines, at);
    if (found === name) span = { first: at, last, before: /^\s*(?:export\s+)?/.exec(line)?.[0] ?? "" };
    at = last;
  }
  return span;
}

/** As dotenv reads it back: bare where that is safe beside any other line, else in quotes that the value has none of. */
function quoted(name: string, value: string): string {
  if (/^[\w.:/@+-]+$/.test(value)) return value;
  const quote = ['"', "'", "`"].find(
    (quote) =>
      !/[\r\n]/.test(value) &&
      !value.includes(quote) &&
      parseEnv(`${name}=${quote}${value}${quote}\n`)[name] === value,
  );
  if (quote === undefined)
    throw new Error(`the value of ${name} has characters that a settings file can't hold`);
  return `${quote}${value}${quote}`;
}
