/** Who says a text, where it is written as in a transcript: "Name: what they said". */

/** One to three capitalised words, or a handle, before a colon with a space after it. */
const PREFIX =
  /^\s*(@[\p{L}\p{N}_]{1,40}|\p{Lu}[\p{L}\p{M}\p{N}.'’-]{0,30}(?: \p{Lu}[\p{L}\p{M}\p{N}.'’-]{0,30}){0,2}):\s+(?=\S)/u;
/** What stands before a colon without being anybody. */
const LABELS = new Set(
  (
    "answer attention background caution conclusion context date decision definition edit error example fact follow-up fwd goal hint " +
    "idea important info issue key lesson link location memo next note notes observation ps plan postscript problem proposal question " +
    "quote re reason reminder result rule source step subject summary task time tip title to-do todo topic tldr update url " +
    "warning when where why"
  ).split(" "),
);

/** The speaker that `text` begins with; null where it begins otherwise. */
export function speakerOf(text: string): string | null {
  const name = PREFIX.exec(text)?.[1];
  return name === undefined || LABELS.has(name.toLowerCase().replace(/\.$/, "")) ? null : name;
}

/** `text` without the speaker's name before it. */
export function withoutSpeaker(text: string): string {
  return speakerOf(text) === null ? text : text.replace(PREFIX, "");
}
