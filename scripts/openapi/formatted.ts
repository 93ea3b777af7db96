/** JSON in the project's format, so that generated files pass the format check. */
import { format, resolveConfig } from "prettier";

/** The value as the text of the file at `path`. */
export async function formatted(value: unknown, path: string): Promise<string> {
  return format(JSON.stringify(value), { ...(await resolveConfig(path)), parser: "json" });
}
