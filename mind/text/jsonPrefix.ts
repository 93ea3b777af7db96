/** Reads the beginning of a JSON text, such as an answer that is still being written. */
import { beginningOf } from "./truncate";

export interface JsonPrefix {
  /** The object as far as it has come: an unfinished string is in it, an unfinished name, number or word is not. */
  readonly value: unknown;
  /** What has come of the string that the text ends in; null where it ends in none. */
  readonly open: string | null;
}

/** What may stand before the object. */
const BEFORE = /^\s*(?:```(?:json)?\s*)?(?=\{)/;
/** The lengths of `\u` with its four digits, and of the other escapes. */
const UNICODE_ESCAPE = 6;
const ESCAPE = 2;
const HIGH_HALF = /^\\u[dD][89abAB]/;

/** The object that `text` begins with; null where it begins with anything else, or can't be the beginning of JSON. */
export function jsonPrefix(text: string): JsonPrefix | null {
  const start = BEFORE.exec(text)?.[0].length;
  if (start === undefined) return null;
  /** What closes the objects and lists that are open, the innermost last. */
  const closers: string[] = [];
  /** Up to here, with these closers after it, the text is JSON. */
  let sound = start;
  let isValue = false;
  let string: number | null = null;
  /** Where the last escape that is half of a surrogate pair ends. */
  let half = -1;
  let at = start;
  for (; at < text.length && (at === start || closers.length > 0); at += 1) {
    const char = text[at];
    if (string !== null) {
      if (char === "\\") {
        const length = text[at + 1] === "u" ? UNICODE_ESCAPE : ESCAPE;
        if (at + length > text.length) break;
        if (HIGH_HALF.test(text.slice(at, at + length))) half = at + length;
        at += length - 1;
      } else if (char === '"') {
        string = null;
        if (isValue) sound = at + 1;
      }
    } else if (char === '"') string = at;
    else if (char === ":") isValue = true;
    else if (char === "{" || char === "[") {
      closers.push(char === "{" ? "}" : "]");
      isValue = char === "[";
      sound = at + 1;
    } else if (char === "}" || char === "]") {
      closers.pop();
      isValue = false;
      sound = at + 1;
    } else if (char === ",") {
      isValue = closers.at(-1) === "]";
      sound = at;
    }
  }
  const closed = closers.reverse().join("");
  if (string === null || !isValue) return parsed(text.slice(start, sound) + closed, null);
  // A pair whose second half is yet to come is not shown in part.
  const end = at === half ? at - UNICODE_ESCAPE : at;
  const whole = beginningOf(text, end).length;
  return parsed(`${text.slice(start, whole)}"${closed}`, `${text.slice(string, whole)}"`);
}

function parsed(json: string, open: string | null): JsonPrefix | null {
  try {
    const text: unknown = open === null ? null : JSON.parse(open);
    return { value: JSON.parse(json), open: typeof text === "string" ? text : null };
  } catch {
    return null;
  }
}
