/** What is to be taken letter by letter, so that a capital makes it another: addresses, paths, passwords, code. */
import { nfkc } from "../../../mind/text/unicode";

const URL = /(?<scheme>\bhttps?:\/\/|\bwww\.)(?<host>[^\s/?#"'<>()]{1,253})(?<path>[/?#][^\s"'<>]*)?/giu;
const SECRET =
  /(?<=\b(?:password|passphrase|passcode|pass code|secret|token|api key|access code|pin|code|login|username|user name)(?: (?:for|of|to) [^.!?\n]{1,60}?)?(?: is| was|:| =)(?: now)?:? ["']?)[^\s"']{1,128}/giu;
const PATH = /(?<=^|[\s"'(])(?:~|\.{1,2})?\/[\w.-]{1,255}(?:\/[\w.-]{0,255}){0,64}/gu;
const CODE = /(?<=`)[^`\n]{1,500}(?=`)/gu;

/** A stretch of a text that is taken letter by letter. */
interface Stretch {
  readonly at: number;
  readonly written: string;
}

function stretchesIn(text: string): Stretch[] {
  const found: Stretch[] = [];
  for (const { index, groups = {}, 0: whole } of text.matchAll(URL)) {
    const path = groups.path ?? "";
    found.push({ at: index + whole.length - path.length, written: path });
  }
  for (const pattern of [SECRET, PATH, CODE])
    for (const { index, 0: written } of text.matchAll(pattern)) found.push({ at: index, written });
  const sorted = found
    .map(closed)
    .filter(({ written }) => written !== "")
    .sort((a, b) => a.at - b.at);
  let end = 0;
  return sorted.filter(({ at, written }) => {
    if (at < end) return false;
    end = at + written.length;
    return true;
  });
}

/** A sentence's punctuation is no part of what it ends with. */
function closed({ at, written }: Stretch): Stretch {
  let end = written.length;
  while (end > 0 && ".,;:!?)…".includes(written.charAt(end - 1))) end -= 1;
  return { at, written: written.slice(0, end) };
}

/** What `text` holds of such, sorted. */
export function literalsIn(text: string): string[] {
  return stretchesIn(nfkc(text))
    .map(({ written }) => written)
    .sort();
}

/** `text` (in NFKC) in lower case but for what is taken letter by letter. */
export function loweredAround(text: string): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { at, written } of stretchesIn(text)) {
    pieces.push(text.slice(from, at).toLowerCase(), written);
    from = at + written.length;
  }
  return pieces.join("") + text.slice(from).toLowerCase();
}
