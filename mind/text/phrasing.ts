/** Small pieces of English: counts, times, lists, and text from outside made fit to quote. */
import { ENDS } from "./sentences";

const NUMBER_WORDS = [
  "no",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
];
const ORDINAL_WORDS = [
  "zeroth",
  "first",
  "second",
  "third",
  "fourth",
  "fifth",
  "sixth",
  "seventh",
  "eighth",
  "ninth",
];

const MS_PER_MINUTE = 60_000;

/** A whole number as prose has it: words to twelve, digits beyond. */
export function numberWord(count: number): string {
  return count === 0 ? "zero" : (NUMBER_WORDS[count] ?? String(count));
}

/** The whole number that `word` writes, by `numberWord`; null where it writes none. */
export function countIn(word: string): number | null {
  if (/^\d+$/u.test(word)) return Number(word);
  const place = word === "zero" ? 0 : NUMBER_WORDS.indexOf(word);
  return place < 0 ? null : place;
}

/** "third", "12th": the place in an order, from 1. */
export function ordinal(place: number): string {
  const word = ORDINAL_WORDS[place];
  if (word !== undefined) return word;
  const teen = place % 100 >= 11 && place % 100 <= 13;
  const ending = teen ? "th" : ({ 1: "st", 2: "nd", 3: "rd" }[place % 10] ?? "th");
  return `${place}${ending}`;
}

/** A signed figure with a true minus: "+0.42", "−8", "0.00". */
export function signed(value: number, digits = 2): string {
  const plain = Math.abs(value).toFixed(digits);
  if (Number(plain) === 0) return plain;
  return `${value > 0 ? "+" : "−"}${plain}`;
}

/** "no notes", "one note", "two notes". `singular` takes a plain s. */
export function counted(count: number, singular: string): string {
  return `${NUMBER_WORDS[count] ?? count} ${singular}${count === 1 ? "" : "s"}`;
}

/** "once", "twice", "three times". */
export function times(count: number): string {
  return count === 1 ? "once" : count === 2 ? "twice" : `${NUMBER_WORDS[count] ?? count} times`;
}

const LOOKED_AT = { one: "memory that I looked at", many: "memories that I looked at" };

/** How many of the memories that were looked at, or of those that `one` and `many` name: "both memories", "all three memories", "two of the five memories". */
export function partOf(
  count: number,
  all: number,
  { one, many }: { readonly one: string; readonly many: string } = LOOKED_AT,
): string {
  if (count < all) return `${numberWord(count)} of the ${numberWord(all)} ${many}`;
  if (all === 1) return `the one ${one}`;
  return `${all === 2 ? "both" : `all ${numberWord(all)}`} ${many}`;
}

/** "a", "a and b", "a, b and c". */
export function listed(items: readonly string[]): string {
  const last = items.at(-1) ?? "";
  return items.length < 2 ? last : `${items.slice(0, -1).join(", ")} and ${last}`;
}

/** A span of time in its largest fitting unit, rounded from a minute on: "five minutes", "an hour", "three days". */
export function duration(ms: number): string {
  if (ms < MS_PER_MINUTE) return "less than a minute";
  const minutes = Math.round(ms / MS_PER_MINUTE);
  if (minutes < 60) return minutes === 1 ? "a minute" : counted(minutes, "minute");
  const hours = Math.round(minutes / 60);
  if (hours < 48) return hours === 1 ? "an hour" : counted(hours, "hour");
  return counted(Math.round(hours / 24), "day");
}

/** How long before `now` something was: "just now", "three minutes ago". */
export function ago(then: number, now: number): string {
  return now - then < MS_PER_MINUTE ? "just now" : `${duration(now - then)} ago`;
}

/** The time from `then` to `now` in words; null where the clock was set back in between, so that nobody can tell. */
export function spanBetween(then: number, now: number): string | null {
  return now < then ? null : duration(now - then);
}

/** The first letter made a capital. */
export function sentenceCase(text: string): string {
  const [first = ""] = text;
  return first.toUpperCase() + text.slice(first.length);
}

/** Length in Unicode code points, the measure of every text limit. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** `text` on one line: control, formatting and unpaired characters go, white space of any kind becomes one space. */
export function oneLine(text: string): string {
  return text
    .replace(/\s+/gu, " ")
    .replace(
      /[\p{Cc}\p{Cs}\p{Co}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu,
      "",
    )
    .replace(/ {2,}/g, " ")
    .trim();
}

/** `text`, at most `most` code points: cut after a word where one ends near, never inside a composed character, marked "…". */
export function clipped(text: string, most: number): string {
  // A code point takes at most two units, so a longer prefix is never needed.
  const points = [...text.slice(0, 2 * most + 2)];
  if (points.length <= most) return text;
  const cut = points.slice(0, wholeEnd(points, most - 1)).join("");
  const wordEnd = cut.search(/\s+\S*$/u);
  const kept = wordEnd > cut.length * 0.6 ? cut.slice(0, wordEnd) : cut;
  return `${kept.replace(/[\s.,;:–—-]+$/u, "")}…`;
}

/** The last place up to `end` where a cut tears no composed character; `end` itself if none is near, as in a heap of marks. */
function wholeEnd(points: readonly string[], end: number): number {
  for (let place = end; place > end / 2; place--) if (!tornAt(points, place)) return place;
  return end;
}

/** What belongs to the character before it: marks, shades, the letters of a region's flag, the parts of a Korean syllable. */
const CONTINUES =
  /^[\p{M}\p{Emoji_Modifier}\u200d\u{e0020}-\u{e007f}\u1160-\u11ff\ud7b0-\ud7fb\u0e33\u0eb3]$/u;

/** Whether a cut at `place` would tear marks from their letter, a joined emoji, a syllable or a flag. */
function tornAt(points: readonly string[], place: number): boolean {
  if (points[place - 1] === "\u200d" || CONTINUES.test(points[place] ?? "")) return true;
  let indicators = 0;
  while (/^\p{Regional_Indicator}$/u.test(points[place - 1 - indicators] ?? "")) indicators += 1;
  // Flags are pairs of regional indicators, counted from where their run begins.
  return indicators % 2 === 1 && /^\p{Regional_Indicator}$/u.test(points[place] ?? "");
}

/** The start of a text from outside on one line of at most `most` code points; whole sentences where they fit. */
export function excerpt(text: string, most: number): string {
  // More than enough of most texts, without reading 16 thousand characters; of one that is mostly white space more is read.
  let read = 8 * most;
  let line = oneLine(text.slice(0, read));
  while (read < text.length && lengthOf(line) <= most) {
    read *= 8;
    line = oneLine(text.slice(0, read));
  }
  if (lengthOf(line) <= most) return line;
  const head = [...line].slice(0, most - 1).join("");
  const sentences = head.match(/^.*(?:[.!?؟।۔](?=\s)|[。！？](?=.))/u)?.[0];
  if (sentences !== undefined && lengthOf(sentences) >= most / 3) return `${sentences} …`;
  return clipped(line, most);
}

const ENDED = new RegExp(`[${ENDS}…][”’)」』]*$`, "u");

/** `text` as a full sentence: a stop is added unless one stands at its end, inside quotation marks or out. */
export function fullStop(text: string): string {
  return ENDED.test(text) ? text : `${text}.`;
}

/** A straight mark opens where it begins a word: after a space, a bracket, a dash or another mark. */
const OPENING = /[“„«]|(?<![^\s([{—–“„«"])"(?!\s|$)/gu;

/** An excerpt in quotation marks; quotation marks within become single ones. */
export function quoted(text: string, most: number): string {
  const line = excerpt(text, most);
  if (line === "") return "(nothing legible)";
  return `“${line.replace(OPENING, "‘").replace(/[”»"]/g, "’")}”`;
}
