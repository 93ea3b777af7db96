/** Who speaks: a question that names a speaker is answered best by what this speaker said. */
import { termsOf } from "../text/tokens";

/** "Maria: …", "Dr. Lopez: …": up to three words before a colon that a space follows. */
const SPEAKER = /^\s*([\p{L}\p{M}'’.-]{1,40}(?: [\p{L}\p{M}'’.-]{1,40}){0,2}): /u;

/**
 * What another speaker's text keeps of its score. Recall@10 with 1, 0.9, 0.8 and 0.7: LoCoMo 74.3, 75.4, 76.3, 75.6;
 * REALTALK 59.7, 60.1, 61.1, 62.4. BEAM's texts name no speakers.
 */
const OTHER_SPEAKER = 0.8;

/** The terms of the name with which a turn of a conversation begins, joined by spaces; undefined for another text. */
export function speakerOf(text: string): string | undefined {
  const name = SPEAKER.exec(text)?.[1];
  return name === undefined ? undefined : termsOf(name).join(" ") || undefined;
}

/**
 * Returns the share of its score that a text by a speaker keeps: less than 1 for a speaker whom a query of these terms doesn't
 * name, if it names another of `speakers`.
 */
export function speakerShare(
  terms: readonly string[],
  speakers: Iterable<string | undefined>,
): (speaker: string | undefined) => number {
  const asked = new Set(terms);
  const isNamed = (speaker: string) => speaker.split(" ").some((term) => asked.has(term));
  const named = new Set(
    [...new Set(speakers)].filter((speaker) => speaker !== undefined && isNamed(speaker)),
  );
  return (speaker) => (named.size === 0 || speaker === undefined || named.has(speaker) ? 1 : OTHER_SPEAKER);
}
