/** Sentence boundaries in Latin and other scripts. */

/** Sentence-final marks, as the content of a character class. */
export const ENDS = ".!?。！？؟।۔";

/** White space after a final mark, or just the wide mark of a script without spaces. */
export const SENTENCE_BREAK = /(?<=[.!?؟।۔])\s+|(?<=[。！？])\s*/u;

/** Whether `text` contains a question mark. */
export function asks(text: string): boolean {
  return /[?？؟]/u.test(text);
}

/** The sentences of `text` that contain a letter or a digit. A line break ends a sentence. */
export function sentencesIn(text: string): string[] {
  return text
    .split(SENTENCE_BREAK)
    .flatMap((part) => part.split(/\n+/u))
    .filter((part) => /[\p{L}\p{N}]/u.test(part));
}
