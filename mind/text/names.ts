/** Finds names in a text by their spelling. */
import { FUNCTION_WORDS } from "./functionWords";
import { isStopWord } from "./stopWords";
import { nameKey } from "./nameKey";
import { nfkc } from "./unicode";

/** Further names add nothing to what a text is about. */
export const MAX_NAMES = 16;
/** UTF-16 units that are read, which bounds the cost. Names usually occur early. */
const READ_LENGTH = 8_192;
const MAX_NAME_LENGTH = 80;

/** A link counts as the name of its host. */
const LINK = /https?:\/\/(?:www\.)?([\p{L}\p{N}.-]+)\S*/giu;
/** @handles and #tags. */
const HANDLE = /(?<![\p{L}\p{N}_&])[@#](?=[\p{N}_]*\p{L})[\p{L}\p{M}\p{N}_]{2,40}/gu;
/** Machine names: parts joined by hyphens or underscores, with a digit or in lower case throughout. */
const IDENTIFIER =
  /(?<![\p{L}\p{N}_@#/.-])(?=[^\s]*[-_])(?:\p{Ll}[\p{Ll}\d]*[-_]){1,6}(?:\d+|[\p{Ll}\d]{2,})(?![\p{L}\p{N}_-])|(?<![\p{L}\p{N}_@#/.-])[\p{L}]+[-_]\d[\p{L}\d-]*/gu;
/** "Long-lasting" and "hand-painted" are adjectives. */
const PARTICIPLE = /-\p{Ll}+(?:ed|ing)$/u;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’&.-][\p{L}\p{M}\p{N}]+)*/gu;
const SENTENCE_START = /[.!?:;\n"“”([\]…—*•।。！？]|\s-\s/u;
/** A full stop after one of these, or after an initial, does not end a sentence. */
const TITLE = /^(?:Mr|Mrs|Ms|Dr|Prof|St|\p{Lu})$/u;

/** Capitalised words that are no names: parts of dates, interjections that precede a name, German function words. */
const NOT_NAMES = new Set(
  (
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september " +
    "october november december today tomorrow yesterday last next hello hey hi bye dear thanks thank congratulations congrats " +
    `wow yep please sorry ${FUNCTION_WORDS.de.toLowerCase()}`
  ).split(" "),
);

interface Mention {
  readonly at: number;
  readonly name: string;
}

/**
 * The names in `text` as first written, each once (ignoring case), in order, at most 16: runs of capitalised words inside
 * sentences, identifiers ("nl-prod-3"), @handles, #tags and the hosts of links. A capital at the start of a sentence counts
 * only if the word is also capitalised elsewhere, has a second capital, or begins a longer run. Texts in capitals and
 * headlines have no names.
 */
export function namesIn(text: string): string[] {
  const read = nfkc(text.slice(0, READ_LENGTH)).slice(0, READ_LENGTH);
  const links = [...read.matchAll(LINK)].map(({ index, 1: host = "" }) => ({ at: index, name: host }));
  const rest = read.replace(LINK, (link) => ".".repeat(link.length));
  const identifiers = matches(rest, IDENTIFIER).filter(
    ({ name }) => /\d/.test(name) || !(PARTICIPLE.test(name) || name.split(/[-_]/).some(isStopWord)),
  );
  const found = [...links, ...matches(rest, HANDLE), ...identifiers, ...capitalisedRuns(rest)];
  return uniqueNames(found.sort((a, b) => a.at - b.at).map(({ name }) => name))
    .filter((name) => name.length > 1 && name.length <= MAX_NAME_LENGTH)
    .slice(0, MAX_NAMES);
}

/** The names as first written, each once (ignoring case), without blank ones. */
export function uniqueNames(names: readonly string[]): string[] {
  const unique = new Map<string, string>();
  for (const name of names) {
    const key = nameKey(name);
    if (key !== "" && !unique.has(key)) unique.set(key, name.trim());
  }
  return [...unique.values()];
}

function matches(text: string, pattern: RegExp): Mention[] {
  return [...text.matchAll(pattern)].map((match) => ({ at: match.index, name: match[0] }));
}

interface Word {
  readonly at: number;
  /** Without a possessive ending. */
  readonly name: string;
  readonly isCapitalised: boolean;
  /** Whether it can continue a name that the previous word began. */
  readonly joins: boolean;
  readonly startsSentence: boolean;
}

function capitalisedRuns(text: string): Mention[] {
  const words = wordsOf(text);
  if (isShoutedOrHeading(text, words)) return [];
  const inside = new Set(
    words.flatMap((word) => (word.isCapitalised && !word.startsSentence ? [word.name] : [])),
  );
  const runs: Word[][] = [];
  let run: Word[] | null = null;
  for (const word of words) {
    if (run !== null && word.joins && (word.isCapitalised || /^\p{N}+$/u.test(word.name))) {
      run.push(word);
      continue;
    }
    run = word.isCapitalised ? [word] : null;
    if (run !== null) runs.push(run);
  }
  return runs.flatMap(([first, ...more]) => {
    if (first === undefined) return [];
    const last = more.at(-1) ?? first;
    const isConfirmed = more.length > 0 || inside.has(first.name) || /\p{Lu}.*\p{Lu}/u.test(first.name);
    if (first.startsSentence && !isConfirmed) return [];
    return [{ at: first.at, name: text.slice(first.at, last.at + last.name.length) }];
  });
}

function wordsOf(text: string): Word[] {
  let end = 0;
  let last = "";
  return [...text.matchAll(WORD)].map(({ 0: written, index }) => {
    const gap = text.slice(end, index);
    const isAfterTitle = gap === ". " && TITLE.test(last);
    const isPossessive = /['’]s$/u.test(last);
    const startsSentence = last === "" || (SENTENCE_START.test(gap) && !isAfterTitle);
    [end, last] = [index + written.length, written];
    return {
      at: index,
      name: written.replace(/['’]s$/u, ""),
      isCapitalised: /^\p{Ll}{0,2}\p{Lu}/u.test(written) && !isNoName(written.toLowerCase()),
      joins: (gap === " " && !isPossessive) || isAfterTitle,
      startsSentence,
    };
  });
}

function isNoName(word: string): boolean {
  return isStopWord(word) || NOT_NAMES.has(word) || isStopWord(word.replace(/n?['’].*$/u, ""));
}

/** Whether capitals mark no names: most words are in capitals, or nearly all content words are capitalised (not in lists, which have commas). */
function isShoutedOrHeading(text: string, words: readonly Word[]): boolean {
  const shouted = words.filter(({ name }) => /^\p{Lu}{2,}$/u.test(name)).length;
  if (shouted >= 3 && shouted >= 0.6 * words.length) return true;
  const content = words.filter(({ name }) => !isNoName(name.toLowerCase()));
  const capitalised = content.filter((word) => word.isCapitalised).length;
  return content.length >= 5 && capitalised > 0.9 * content.length && !text.includes(",");
}
