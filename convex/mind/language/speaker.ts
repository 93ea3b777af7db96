/** Who says a text, where it is written as in a transcript: "Name: what they said". */
import { isLabel } from "./labels";

/** One to three capitalised words, or a handle, before a colon with a space after it. */
const PREFIX =
  /^\s*(@[\p{L}\p{N}_]{1,40}|\p{Lu}[\p{L}\p{M}\p{N}.'’-]{0,30}(?: \p{Lu}[\p{L}\p{M}\p{N}.'’-]{0,30}){0,2}):\s+(?=\S)/u;

/** The speaker that `text` begins with; null where it begins otherwise. */
export function speakerOf(text: string): string | null {
  const name = PREFIX.exec(text)?.[1];
  return name === undefined || isLabel(name) ? null : name;
}

/** `text` without the speaker's name before it. */
export function withoutSpeaker(text: string): string {
  return speakerOf(text) === null ? text : text.replace(PREFIX, "");
}
