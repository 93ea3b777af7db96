/** When two spellings are the same name. */
import { nfkc } from "./unicode";

/** The key that all spellings of a name share. */
export function nameKey(name: string): string {
  return nfkc(name).toLowerCase().replace(/\s+/gu, " ").trim();
}
