/** Parses query strings. Stricter than URLSearchParams: malformed input is an error here. */
import { invalid } from "./errors";

/**
 * The parameters by name.
 * @param search with its question mark, or empty
 * @throws {ApiError} 400 for broken percent-encoding and for a parameter given twice
 */
export function parseQuery(search: string): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const pair of search.replace(/^\?/, "").split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    const value = decode(equals < 0 ? "" : pair.slice(equals + 1));
    if (parameters.has(name)) throw invalid("query", "must not repeat a parameter", name);
    parameters.set(name, value);
  }
  return parameters;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw invalid("query", "must be percent-encoded UTF-8", text);
  }
}
