/** Names in a text, found by how they are written. */
import { FUNCTION_WORDS } from "./functionWords";
import { isStopWord } from "./stopWords";
import { nfkc } from "./unicode";

/** More names than this say no more about what a text is about. */
export const MOST_NAMES = 16;
/** Names stand early; a longer text is read this far, so that the cost has a bound. UTF-16 units. */
const READ_LENGTH = 8_192;
const LONGEST_NAME = 80;

/** Of a link its host is the name. */
const LINK = /https?:\/\/(?:www\.)?([\p{L}\p{N}.-]+)\S*/giu;
/** @handles and #tags. */
const HANDLE = /(?<![\p{L}\p{N}_&])[@#](?=[\p{N}_]*\p{L})[\p{L}\p{M}\p{N}_]{2,40}/gu;
/** What machines are called: parts joined by hyphens or underscores, with a digit or in small letters throughout. */
const IDENTIFIER =
  /(?<![\p{L}\p{N}_@#/.-])(?=[^\s]*[-_])(?:\p{Ll}[\p{Ll}\d]*[-_]){1,6}(?:\d+|[\p{Ll}\d]{2,})(?![\p{L}\p{N}_-])|(?<![\p{L}\p{N}_@#/.-])[\p{L}]+[-_]\d[\p{L}\d-]*/gu;
/** "Long-lasting" and "hand-painted" are adjectives. */
const PARTICIPLE = /-\p{Ll}+(?:ed|ing)$/u;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’&.-][\p{L}\p{M}\p{N}]+)*/gu;
const SENTENCE_START = /[.!?:;\n"“”([\]…—*•।。！？]|\s-\s/u;
/** After these a point ends no sentence, nor does it after an initial. */
const TITLE = /^(?:Mr|Mrs|Ms|Dr|Prof|St|\p{Lu})$/u;

/** Capitalised without being a name: parts of dates, what people open a sentence with before a name, German articles. */
const NAMELESS = new Set(
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
 * The names in `text` as first written, each once (case aside), in order, at most 16: runs of capitalised words inside
 * sentences, identifiers ("nl-prod-3"), @handles, #tags and the hosts of links. A capital at a sentence's start counts only
 * where the word has one elsewhere, has a further one, or the run goes on. Text in capitals and headlines name nothing.
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
    .filter((name) => name.length > 1 && name.length <= LONGEST_NAME)
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

interface Word {
  readonly at: number;
  /** Without a possessive ending. */
  readonly name: string;
  readonly isCapitalised: boolean;
  /** Whether it may follow the word before it in one name. */
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
    const isPossessed = /['’]s$/u.test(last);
    const startsSentence = last === "" || (SENTENCE_START.test(gap) && !isAfterTitle);
    [end, last] = [index + written.length, written];
    return {
      at: index,
      name: written.replace(/['’]s$/u, ""),
      isCapitalised: /^\p{Ll}{0,2}\p{Lu}/u.test(written) && !isNameless(written.toLowerCase()),
      joins: (gap === " " && !isPossessed) || isAfterTitle,
      startsSentence,
    };
  });
}

function isNameless(word: string): boolean {
  return isStopWord(word) || NAMELESS.has(word) || isStopWord(word.replace(/n?['’].*$/u, ""));
}

/** Whether capitals name nothing: most words stand in them, or every content word of a heading has one (lists have commas). */
function isShoutedOrHeading(text: string, words: readonly Word[]): boolean {
  const shouted = words.filter(({ name }) => /^\p{Lu}{2,}$/u.test(name)).length;
  if (shouted >= 3 && shouted >= 0.6 * words.length) return true;
  const content = words.filter(({ name }) => !isNameless(name.toLowerCase()));
  const capitalised = content.filter((word) => word.isCapitalised).length;
  return content.length >= 5 && capitalised > 0.9 * content.length && !text.includes(",");
}
