/** English phrases for counts, times and lists, and safe quoting of text from outside. */
import { ENDS } from "./sentences";

const NUMBER_WORDS = "no one two three four five six seven eight nine ten eleven twelve".split(" ");
const ORDINAL_WORDS = "zeroth first second third fourth fifth sixth seventh eighth ninth".split(" ");

const MS_PER_MINUTE = 60_000;

/** A whole number in prose: words up to twelve, digits beyond. */
export function numberWord(count: number): string {
  return count === 0 ? "zero" : (NUMBER_WORDS[count] ?? String(count));
}

/** "third", "12th". */
export function ordinal(place: number): string {
  const word = ORDINAL_WORDS[place];
  if (word !== undefined) return word;
  const teen = place % 100 >= 11 && place % 100 <= 13;
  const ending = teen ? "th" : ({ 1: "st", 2: "nd", 3: "rd" }[place % 10] ?? "th");
  return `${place}${ending}`;
}

/** A signed figure with U+2212 as its minus: "+0.42", "−8", "0.00". */
export function signed(value: number, digits = 2): string {
  const plain = Math.abs(value).toFixed(digits);
  if (Number(plain) === 0) return plain;
  return `${value > 0 ? "+" : "−"}${plain}`;
}

/** "no notes", "one note", "two notes". The plural of `singular` is formed with an s. */
export function counted(count: number, singular: string): string {
  return `${NUMBER_WORDS[count] ?? count} ${singular}${count === 1 ? "" : "s"}`;
}

/** "once", "twice", "three times". */
export function times(count: number): string {
  return count === 1 ? "once" : count === 2 ? "twice" : `${NUMBER_WORDS[count] ?? count} times`;
}

const LOOKED_AT = { one: "memory that I looked at", many: "memories that I looked at" };

/** A share of `all` things named by `one` and `many`: "both memories", "all three memories", "two of the five memories". */
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

/** A duration in its largest fitting unit, rounded: "less than a minute", "five minutes", "an hour", "three days". */
export function duration(ms: number): string {
  if (ms < MS_PER_MINUTE) return "less than a minute";
  const minutes = Math.round(ms / MS_PER_MINUTE);
  if (minutes < 60) return minutes === 1 ? "a minute" : counted(minutes, "minute");
  const hours = Math.round(minutes / 60);
  if (hours < 48) return hours === 1 ? "an hour" : counted(hours, "hour");
  return counted(Math.round(hours / 24), "day");
}

/** "just now", "three minutes ago". */
export function ago(then: number, now: number): string {
  return now - then < MS_PER_MINUTE ? "just now" : `${duration(now - then)} ago`;
}

/** The duration from `then` to `now` in words; null if the clock was set back in between. */
export function spanBetween(then: number, now: number): string | null {
  return now < then ? null : duration(now - then);
}

/** `text` with its first letter in upper case. */
export function sentenceCase(text: string): string {
  const [first = ""] = text;
  return first.toUpperCase() + text.slice(first.length);
}

/** Length in Unicode code points, the unit of every text limit. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** `text` on one line, with single spaces and without control, formatting or unpaired surrogate characters. */
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

/** `text` cut to `max` code points with "…": after a word if one ends nearby, never inside a composed character. */
export function clipped(text: string, max: number): string {
  // A code point has at most two UTF-16 units.
  const points = [...text.slice(0, 2 * max + 2)];
  if (points.length <= max) return text;
  const cut = points.slice(0, wholeEnd(points, max - 1)).join("");
  const wordEnd = cut.search(/\s+\S*$/u);
  const kept = wordEnd > cut.length * 0.6 ? cut.slice(0, wordEnd) : cut;
  return `${kept.replace(/[\s.,;:–—-]+$/u, "")}…`;
}

/** The last place up to `end` that splits no composed character; `end` if there is none nearby, as in a long run of marks. */
function wholeEnd(points: readonly string[], end: number): number {
  for (let place = end; place > end / 2; place--) if (!tornAt(points, place)) return place;
  return end;
}

/** Continues the previous character: marks, skin tones, the letters of a region's flag, parts of a Korean syllable. */
const CONTINUES =
  /^[\p{M}\p{Emoji_Modifier}\u200d\u{e0020}-\u{e007f}\u1160-\u11ff\ud7b0-\ud7fb\u0e33\u0eb3]$/u;

/** Whether a cut at `place` would split a letter with marks, a joined emoji, a syllable or a flag. */
function tornAt(points: readonly string[], place: number): boolean {
  if (points[place - 1] === "\u200d" || CONTINUES.test(points[place] ?? "")) return true;
  let indicators = 0;
  while (/^\p{Regional_Indicator}$/u.test(points[place - 1 - indicators] ?? "")) indicators += 1;
  // A flag is a pair of regional indicators, counted from the start of their run.
  return indicators % 2 === 1 && /^\p{Regional_Indicator}$/u.test(points[place] ?? "");
}

/** The start of `text` on one line of at most `max` code points; whole sentences if they fit. */
export function excerpt(text: string, max: number): string {
  // Enough for most texts without reading all of a long one. Texts that are mostly white space need more.
  let read = 8 * max;
  let line = oneLine(text.slice(0, read));
  while (read < text.length && lengthOf(line) <= max) {
    read *= 8;
    line = oneLine(text.slice(0, read));
  }
  if (lengthOf(line) <= max) return line;
  const head = [...line].slice(0, max - 1).join("");
  const sentences = head.match(/^.*(?:[.!?؟।۔](?=\s)|[。！？](?=.))/u)?.[0];
  if (sentences !== undefined && lengthOf(sentences) >= max / 3) return `${sentences} …`;
  return clipped(line, max);
}

const ENDED = new RegExp(`[${ENDS}…][”’)」』]*$`, "u");

/** `text` with a full stop, unless it already ends in a mark, inside or outside quotation marks. */
export function fullStop(text: string): string {
  return ENDED.test(text) ? text : `${text}.`;
}

/** A straight mark opens a quotation if it begins a word: after a space, a bracket, a dash or another mark. */
const OPENING = /[“„«]|(?<![^\s([{—–“„«"])"(?!\s|$)/gu;

/** An excerpt in quotation marks; those inside become single marks. */
export function quoted(text: string, max: number): string {
  const line = excerpt(text, max);
  if (line === "") return "(nothing legible)";
  return `“${line.replace(OPENING, "‘").replace(/[”»"]/g, "’")}”`;
}
