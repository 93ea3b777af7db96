/** How sentences end, in Latin and other scripts. */

/** Marks after which another sentence begins, and those of them that ask: each for a class of characters. */
export const ENDS = ".!?。！？؟।۔";
export const ASKING = "?？؟";

/** Between two sentences of a text: white space after a mark, or the wide mark of a script without spaces alone. */
export const SENTENCE_BREAK = /(?<=[.!?؟।۔])\s+|(?<=[。！？])\s*/u;

const ASKS = new RegExp(`[${ASKING}]`, "u");

/** Whether a mark in `text` asks. */
export function asks(text: string): boolean {
  return ASKS.test(text);
}

/** The sentences of `text`, which end with its lines as well; those that say something. */
export function sentencesIn(text: string): string[] {
  return text
    .split(SENTENCE_BREAK)
    .flatMap((part) => part.split(/\n+/u))
    .filter((part) => /[\p{L}\p{N}]/u.test(part));
}
