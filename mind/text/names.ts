/** Names in a text, found by how they are written: no dictionary, and no language but the use of capitals. */
import { isStopWord } from "./stopWords";
import { nfkc } from "./unicode";

/** More names than this say no more about what a text is about. */
export const MOST_NAMES = 16;
/** Names stand early; a longer text is read this far, so that the cost has a bound. UTF-16 units. */
const READ_LENGTH = 8_192;
const LONGEST_NAME = 80;

/** @handles and #tags. */
const HANDLE = /(?<![\p{L}\p{N}_&])[@#](?=[\p{N}_]*\p{L})[\p{L}\p{M}\p{N}_]{2,40}/gu;
/** What machines are called: parts joined by hyphens, underscores or points, with a digit or in small letters throughout. */
const IDENTIFIER =
  /(?<![\p{L}\p{N}_@#/.-])(?=[^\s]*[-_])(?:\p{Ll}[\p{Ll}\d]*[-_]){1,6}[\p{Ll}\d]{2,}(?![\p{L}\p{N}_-])|(?<![\p{L}\p{N}_@#/.-])[\p{L}]+[-_]\d[\p{L}\d-]*/gu;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’&.-][\p{L}\p{M}\p{N}]+)*/gu;

interface Mention {
  readonly at: number;
  readonly name: string;
}

/**
 * The names in `text` as first written, each once (case aside), in order, at most 16: runs of capitalised words inside
 * sentences, identifiers ("nl-prod-3"), @handles and #tags. A capital at a sentence's start counts only where the word has
 * one elsewhere, or the run goes on. A text in capitals throughout has none.
 */
export function namesIn(text: string): string[] {
  const read = nfkc(text.slice(0, READ_LENGTH)).slice(0, READ_LENGTH);
  const found: Mention[] = [
    ...matches(read, HANDLE),
    ...matches(read, IDENTIFIER).filter(
      ({ name }) => /\d/.test(name) || !name.split(/[-_]/).some(isStopWord),
    ),
    ...capitalisedRuns(read),
  ].sort((a, b) => a.at - b.at);
  return uniqueNames(found.map(({ name }) => name))
    .filter((name) => name.length <= LONGEST_NAME)
    .slice(0, MOST_NAMES);
}

/** The names as first written, each once (case aside), without blank ones. */
export function uniqueNames(names: readonly string[]): string[] {
  const unique = new Map<string, string>();
  for (const name of names) {
    const key = nameKey(name);
    if (key !== "" && !unique.has(key)) unique.set(key, name.trim());
  }
  return [...unique.values()];
}

/** What two spellings of one name share. */
export function nameKey(name: string): string {
  return nfkc(name).toLowerCase().replace(/\s+/gu, " ").trim();
}

function matches(text: string, pattern: RegExp): Mention[] {
  return [...text.matchAll(pattern)].map((match) => ({ at: match.index, name: match[0] }));
}

function capitalisedRuns(text: string): Mention[] {
  const words = [...text.matchAll(WORD)].map((match) => ({
    at: match.index,
    end: match.index + match[0].length,
    word: match[0].replace(/['’]s$/u, ""),
  }));
  if (isShouted(words.map(({ word }) => word))) return [];
  const isCapital = (i: number): boolean => {
    const word = words[i]?.word ?? "";
    return /^\p{Lu}/u.test(word) && !isStopWord(word.toLowerCase().replace(/['’].*$/u, ""));
  };
  const startsSentence = (i: number): boolean => {
    const word = words[i];
    if (word === undefined || i === 0) return true;
    return /[.!?:;\n"“”([\]…—*•।。！？]|\s-\s/u.test(text.slice(words[i - 1]?.end ?? 0, word.at));
  };
  const inside = new Set(words.flatMap(({ word }, i) => (isCapital(i) && !startsSentence(i) ? [word] : [])));
  const mentions: Mention[] = [];
  for (let i = 0; i < words.length; i++) {
    if (!isCapital(i)) continue;
    let end = i + 1;
    while (
      (isCapital(end) || /^\p{N}+$/u.test(words[end]?.word ?? "")) &&
      text.slice(words[end - 1]?.end ?? 0, words[end]?.at) === " "
    )
      end += 1;
    // A sentence's first word is a name if it is one elsewhere, or if others follow it.
    const confirmed = !startsSentence(i) || end - i > 1 || inside.has(words[i]?.word ?? "");
    const [head, tail] = [words[i], words[end - 1]];
    if (confirmed && head !== undefined && tail !== undefined)
      mentions.push({ at: head.at, name: text.slice(head.at, tail.at + tail.word.length) });
    i = end - 1;
  }
  return mentions;
}

/** Whether so many words stand in capitals that capitals name nothing. */
function isShouted(words: readonly string[]): boolean {
  const shouted = words.filter((word) => /^\p{Lu}{2,}$/u.test(word)).length;
  return shouted >= 3 && shouted >= 0.6 * words.length;
}
