/** Names in text: people, places, products, handles, tags, titles, domains and dates, found by how they are written. */
import { beginningOf } from "../../../mind/text/truncate";
import { dateMentions } from "./dateMentions";
import { regularForm } from "./irregularForms";
import { isLabel } from "./labels";
import { namesakesIn } from "./namesakes";
import { nfkc } from "../../../mind/text/unicode";
import {
  followsSubject,
  isBareNoun,
  isByname,
  isModifier,
  isStarter,
  isVerbOrAdverb,
} from "./sentenceStarts";
import { isStopWord } from "../../../mind/text/stopWords";
import { isOnlyTitle, isTitle } from "./titles";

/** More entities than this say no more about what a memory is about. */
export const MOST_ENTITIES = 16;
/** Names stand early; a longer text is read this far, so that the cost has a bound. */
const READ_LENGTH = 8192;
const LONGEST_ENTITY = 80;

/** One find: where it stands, and how it is written. */
interface Mention {
  at: number;
  name: string;
}

/**
 * The entities of `text`, as first written, each once (case aside), in the order of the text, at most 16: capitalised
 * names, @handles, #tags, quoted titles, e-mail addresses, domains of links, dates, months and weekdays.
 */
export function entitiesOf(text: string): string[] {
  const plain = nfkc(text.slice(0, READ_LENGTH))
    .slice(0, READ_LENGTH)
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"');
  // Each reader blanks what it took, so that no stretch of text is read as two things.
  const mentions: Mention[] = [];
  let rest = plain;
  for (const read of [links, handlesAndTags, titles, dates]) {
    const found = read(rest);
    mentions.push(...found.mentions);
    rest = found.rest;
  }
  mentions.push(...names(rest));

  const unique = new Map<string, string>();
  for (const { name } of mentions.sort((a, b) => a.at - b.at)) {
    const trimmed = beginningOf(name, LONGEST_ENTITY);
    const key = entityKey(trimmed);
    if (key !== "" && !unique.has(key)) unique.set(key, trimmed);
  }
  return [...unique.values()].slice(0, MOST_ENTITIES);
}

/** What is shortened before a name, beside initials and forms of address. */
const SHORTENED = new Set("st ste mt ft gen rev capt sgt col lt gov sen hon fr no vol ph".split(" "));

/** Whether a point after `word` ends no sentence where a name follows: "J. Berg", "St. Gallen". */
function isShortened(word: string): boolean {
  return /^\p{L}$/u.test(word) || SHORTENED.has(word.toLowerCase());
}

/** What two spellings of one entity share. */
export function entityKey(entity: string): string {
  return nfkc(entity).toLowerCase().replace(/\s+/gu, " ").trim();
}

interface Reading {
  mentions: Mention[];
  rest: string;
}

/** Takes what `pattern` finds, named by `naming` (null: leave it), and blanks it. */
function take(text: string, pattern: RegExp, naming: (match: RegExpMatchArray) => string | null): Reading {
  const mentions: Mention[] = [];
  let rest = text;
  for (const match of text.matchAll(pattern)) {
    const name = naming(match);
    if (name === null) continue;
    mentions.push({ at: match.index, name });
    rest =
      rest.slice(0, match.index) + ".".repeat(match[0].length) + rest.slice(match.index + match[0].length);
  }
  return { mentions, rest };
}

function links(text: string): Reading {
  const addresses = take(text, /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/gu, ([address]) =>
    address.toLowerCase(),
  );
  const sites = take(addresses.rest, /(?:https?:\/\/|www\.)([^\s/?#"'<>()]+)[^\s"'<>()]*/giu, (match) =>
    (match[1] ?? "")
      .replace(/^www\./i, "")
      .replace(/[.,:;!]+$/, "")
      .toLowerCase(),
  );
  return { mentions: [...addresses.mentions, ...sites.mentions], rest: sites.rest };
}

function handlesAndTags(text: string): Reading {
  return take(text, /(?<![\p{L}\p{N}_&])[@#](?=[\p{N}_]*\p{L})[\p{L}\p{M}\p{N}_]{2,40}/gu, ([name]) => name);
}

/** A quoted run of one to eight words that begins with a capital and is no sentence is a title. */
function titles(text: string): Reading {
  return take(text, /"(\p{Lu}[^"\n]{1,78})"/gu, (match) => {
    const title = (match[1] ?? "").trim();
    const words = title.split(/\s+/u);
    const capitals = words.filter((word) => /^\p{Lu}/u.test(word)).length;
    return words.length <= 8 && capitals * 2 >= words.length && !/[.!?,]$/.test(title) ? title : null;
  });
}

function dates(text: string): Reading {
  const mentions = dateMentions(text);
  let rest = text;
  for (const { at, written } of mentions)
    rest = rest.slice(0, at) + ".".repeat(written.length) + rest.slice(at + written.length);
  return { mentions: mentions.map(({ at, written }) => ({ at, name: written })), rest };
}

const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['&.-][\p{L}\p{M}\p{N}]+)*/gu;
/** Small words that a name holds in its middle. */
const INSIDE_NAME = new Set("of the de la le del der den van von bin ibn al el da di du y".split(" "));
/** Who speaks in general. */
const SPEAKERS = new Set("legal action user assistant system human agent bot customer client".split(" "));
/** What is posted is counted, and so named by nobody: "Reply 12 on the menu". */
const POSTED = /^(?:comment|reply|review|mention|post|tweet|message|note|mail|email)s? \p{N}+$/iu;
/** From this share of capital letters on, and so many words, a text is shouted: its capitals name nothing. */
const SHOUTED_SHARE = 0.6;
const SHOUTED_WORDS = 3;

/** Runs of capitalised words. At the start of a sentence a capital says nothing, so a word there must be confirmed. */
function names(text: string): Mention[] {
  const words = [...text.matchAll(WORD)].map((match) => ({
    at: match.index,
    written: match[0].replace(/'s$/i, ""),
    possessive: /'s$/i.test(match[0]),
    end: match.index + match[0].length,
  }));
  const shouted = words.filter(({ written }) => /^\p{Lu}{2,}$/u.test(written)).length;
  if (shouted >= SHOUTED_WORDS && shouted >= SHOUTED_SHARE * words.length) return [];
  const elsewhere = new Set(words.filter((_, i) => !startsSentence(i)).map((word) => word.written));
  const inSmall = new Set(words.map((word) => word.written).filter((word) => /^\p{Ll}/u.test(word)));
  const namesakes = namesakesIn(text);
  const mentions: Mention[] = [];
  let i = 0;
  while (i < words.length) {
    let end = i;
    if (isCapital(i)) {
      end = i + 1;
      while (joins(end)) end += isCapital(end) || isNumber(end) ? 1 : 2;
    }
    if (end > i) pushRun(i, end);
    i = Math.max(end, i + 1);
  }
  return mentions;

  function startsSentence(index: number): boolean {
    const word = words[index];
    if (word === undefined) return false;
    const before = text.slice(words[index - 1]?.end ?? 0, word.at);
    return index === 0 || /[.!?:;\n"([\]…—*•]|\s-\s/u.test(before);
  }
  function isCapital(index: number): boolean {
    const written = words[index]?.written ?? "";
    return /^\p{Lu}/u.test(written) || /^\p{Ll}{1,2}\p{Lu}/u.test(written);
  }
  function isNumber(index: number): boolean {
    return /^\p{N}+$/u.test(words[index]?.written ?? "");
  }
  function adjacent(index: number): boolean {
    const [one, next] = [words[index - 1], words[index]];
    if (one === undefined || next === undefined || one.possessive) return false;
    return (
      /^(?:[ \t]|\. | & )$/.test(text.slice(one.end, next.at)) &&
      !(text[one.end] === "." && !isShortened(one.written) && !isTitle(one.written, next.written))
    );
  }
  /** Whether the run that ends before `index` goes on there. */
  function joins(index: number): boolean {
    if (!adjacent(index) || isPronoun(index) || isPronoun(index - 1)) return false;
    if (isCapital(index)) return !startsSentence(index) || text[words[index - 1]?.end ?? 0] === ".";
    if (isNumber(index)) return true;
    return (
      INSIDE_NAME.has(words[index]?.written ?? "") &&
      adjacent(index + 1) &&
      isCapital(index + 1) &&
      !isPronoun(index + 1)
    );
  }
  function isPronoun(index: number): boolean {
    return /^I(?:'|$)/.test(words[index]?.written ?? "");
  }
  function pushRun(start: number, end: number): void {
    const first = words[start];
    if (first === undefined) return;
    let from = start;
    if (startsSentence(start) && !modifies(start, end) && !confirmed(start, end)) from = start + 1;
    // A function word that was only capitalised for its place is no part of the name.
    while (from < end && (isPronoun(from) || (isPlain(words[from]?.written ?? "") && !modifies(from, end))))
      from += 1;
    while (from < end && INSIDE_NAME.has(words[from]?.written ?? "")) from += 1;
    const [head, tail] = [words[from], words[end - 1]];
    if (head === undefined || tail === undefined || from >= end) return;
    const name = text.slice(head.at, tail.at + tail.written.length).trim();
    const isHeading =
      POSTED.test(name) ||
      (text[tail.at + tail.written.length] === ":" && (isLabel(name) || SPEAKERS.has(name.toLowerCase())));
    if (name.length > 1 && /\p{L}/u.test(name) && !isOnlyTitle(name) && !isHeading)
      mentions.push({ at: head.at, name });
  }
  /** Whether the word is a part of the name after it, as in "Great North Run": at a sentence's start of no less than two words. */
  function modifies(index: number, end: number): boolean {
    const following = end - index - 1;
    return (
      isModifier((words[index]?.written ?? "").toLowerCase()) &&
      isCapital(index + 1) &&
      following >= (startsSentence(index) ? 2 : 1)
    );
  }
  /** Whether an article after the first word parts it from a name: "Descale the Moccamaster". */
  function isParted(index: number, end: number): boolean {
    if (words[index + 1]?.written !== "the") return false;
    return end - index !== 3 || !isByname((words[index + 2]?.written ?? "").toLowerCase());
  }
  function isPlain(written: string): boolean {
    const word = written.toLowerCase().replace(/'\p{L}+$/u, "");
    if (namesakes.has(word)) return false;
    return written !== written.toUpperCase() && (isStopWord(word) || isStarter(word));
  }
  /** Whether a sentence's first word is a name: by its form, by another place in the text, or by what follows it. */
  function confirmed(start: number, end: number): boolean {
    const { written = "", possessive = false } = words[start] ?? {};
    if (isPlain(written)) return false;
    if (namesakes.has(written.toLowerCase())) return true;
    if (inSmall.has(written.toLowerCase())) return false;
    if (/\p{Lu}.*\p{Lu}/u.test(written) && written.length > 1) return true;
    if (possessive || elsewhere.has(written)) return true;
    if (isVerbOrAdverb(written.toLowerCase())) return false;
    if (end - start > 1) return !isParted(start, end);
    if (isBareNoun(written.toLowerCase())) return false;
    if (/(?:ing|ly|ed)$/.test(written)) return false;
    if (text[words[start]?.end ?? 0] === ":") return true;
    const next = words[start + 1];
    if (next === undefined || text.slice(words[start]?.end ?? 0, next.at) !== " ") return false;
    const follower = next.written;
    return (
      followsSubject(follower) ||
      /[a-z](?:[^e]|[gr]e)ed$/.test(follower) ||
      (regularForm(follower) !== follower && !/s$/.test(written))
    );
  }
}
