/** Sources in the project's format, so that generated files pass the format check. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { format, type Oxfmtrc } from "oxfmt";
import { projectRoot } from "../start/root";

/**
 * A source as the text of the file at `path`.
 * @throws {Error} where it is no source of that kind
 */
export async function formattedSource(source: string, path: string): Promise<string> {
  const settings = JSON.parse(readFileSync(join(projectRoot, ".oxfmtrc.json"), "utf8")) as Oxfmtrc;
  const { code, errors } = await format(path, source, settings);
  if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join("; ")}`);
  return code;
}

/** The value as the text of the JSON file at `path`. */
export async function formatted(value: unknown, path: string): Promise<string> {
  return await formattedSource(JSON.stringify(value), path);
}
