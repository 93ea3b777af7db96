/** The If-Match header: a write that is meant for one version of what its path names. */
import { invalid } from "./errors";

/**
 * The version in the header, with quotation marks or without; undefined where there is none, or `*` for any.
 * @throws {ApiError} 400 for anything else
 */
export function readVersion(headers: Headers): number | undefined {
  const value = headers.get("If-Match")?.trim();
  if (value === undefined || value === "*") return undefined;
  const digits = /^(?:"(\d{1,15})"|(\d{1,15}))$/.exec(value);
  if (digits === null) throw invalid("If-Match", 'must be a version such as "3", or *', value);
  return Number(digits[1] ?? digits[2]);
}
